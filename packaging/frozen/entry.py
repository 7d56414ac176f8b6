"""The frozen application begins here: the window, its engine process and every command are this one program."""

from __future__ import annotations

from playground.__main__ import main

if __name__ == "__main__":
    main()
