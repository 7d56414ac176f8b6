"""The strip under the picture, as the window dresses it."""

from __future__ import annotations

from playground.render.caption import CaptionStrip
from playground.ui.controls.style import Look


class Caption(CaptionStrip):
    """The caption of a lecture in a window."""

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self.set_theme(look.theme, look.factor)
