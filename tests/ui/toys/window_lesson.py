"""A lesson over the toy, for the window's tests."""

from __future__ import annotations

from pathlib import Path

TEXT = """format = "playground.lesson"
title = "Toys"
concept = "toy"

[[beats]]
title = "first"
preset = "first"
until = "mistakes == 3"
caption = "{mistakes} mistakes so far"
after = "Three mistakes"
notes = "Say this"

[[beats]]
title = "second"
question = "How many more?"
set = { rate = 2.0 }
until = 9
plots = ["plane"]
hide = ["points"]

[[beats]]
preset = "nothing"
caption = "never seen"

[[beats]]
title = "last"
preset = "noisy"
seed = 12
caption = "The end"
"""


def write(folder: Path, pin: str = "") -> str:
    """The path of the lesson in a folder, with a parameter pinned in its first beat if one is named."""
    path = folder / "toys.lesson.toml"
    path.write_text(TEXT.replace('title = "first"', f'title = "first"\npin = "{pin}"') if pin else TEXT)
    return str(path)
