"""The part of the controller for how the window looks, and what of it is shown to an audience. No Qt."""

from __future__ import annotations

from playground.ui.controller.notices import Notices
from playground.ui.controller.state import Curtain
from playground.ui.controller.store import Store

THEMES = ("light", "dark", "projector")


class Screen:
    """Theme and size; the bare picture, the curtain, the presenter view and the magnifier."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store, self._notices = store, notices

    def set_theme(self, name: str) -> None:
        """Light, dark or projector."""
        if name in THEMES:
            self._store.put(theme=name)

    def next_theme(self) -> None:
        """The theme after this one."""
        self.set_theme(THEMES[(THEMES.index(self._store.state.theme) + 1) % len(THEMES)])

    def set_scale(self, scale: float) -> None:
        """The user's own factor, 0.85 to 2.0 in steps of 0.05."""
        self._store.put(scale=min(2.0, max(0.85, round(scale * 20) / 20)))

    def toggle_still(self) -> None:
        """Motion of the window itself, on or off."""
        self._store.put(still=not self._store.state.still)
        self._notices.notify("Motion is reduced" if self._store.state.still else "Motion is on")

    def unfold(self, concept: str, on: bool) -> None:
        """All parameters of a panel are shown, or the main ones alone."""
        others = tuple(name for name in self._store.state.unfolded if name != concept)
        self._store.put(unfolded=(*others, concept) if on else others)

    def toggle_bare(self) -> None:
        """Everything but the picture, hidden or back."""
        self._store.put(bare=not self._store.state.bare)

    def toggle_curtain(self, color: Curtain) -> None:
        """The screen black or white, or back to the picture."""
        self._store.put(curtain="" if self._store.state.curtain == color else color)

    def toggle_presenting(self) -> None:
        """The audience gets a window of its own, or loses it; the screens begin in their usual order."""
        on = not self._store.state.presenting and self._store.state.page == "panel"
        lesson = self._store.state.lesson  # it is told with the bare picture, before and after it is presented
        bare = self._store.state.presenting and lesson is not None and not lesson.away
        self._store.put(presenting=on, swapped=False, curtain="", lens=False, bare=bare)

    def swap_screens(self) -> None:
        """The audience's picture and the speaker's notes change places."""
        if self._store.state.presenting:
            self._store.put(swapped=not self._store.state.swapped)
        else:
            self._notices.notify("Swapping needs the presenter view", "present", "Present")

    def toggle_halo(self) -> None:
        """The ring round the cursor on the audience's screen, on or off."""
        self._store.put(halo=not self._store.state.halo)
        self._notices.notify("The cursor has a ring" if self._store.state.halo else "The cursor has no ring")

    def toggle_keycaps(self) -> None:
        """Pressed keys on the audience's screen, on or off."""
        self._store.put(keycaps=not self._store.state.keycaps)
        self._notices.notify("Pressed keys are shown" if self._store.state.keycaps else "Pressed keys are not shown")

    def toggle_lens(self) -> None:
        """The magnifier, out or away."""
        self._store.put(lens=not self._store.state.lens)

    def bare(self) -> None:
        """The picture alone, as a lesson is told."""
        self._store.put(bare=True)

    def uncover(self) -> None:
        """Nothing is hidden, and nothing lies over the picture."""
        self._store.put(bare=False, curtain="")

    def leave_stage(self) -> None:
        """The gallery comes: what belongs to the picture ends."""
        self._store.put(bare=False, presenting=False, lens=False)
