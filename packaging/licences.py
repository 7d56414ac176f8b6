"""Collects the licences of everything that the frozen application carries.

    python packaging/licences.py FOLDER

writes one file a package, as the installed packages have them, the texts under assets/, and a list. It needs the
packages of the program.
"""

from __future__ import annotations

import shutil
import sys
from email import message_from_string
from email.message import Message
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CARRIED = (
    *("numpy", "torch", "PySide6-Essentials", "shiboken6", "pyqtgraph", "networkx", "pydantic", "pydantic-core"),
    *("annotated-types", "typing-extensions", "typing-inspection", "safetensors", "ziamath", "ziafont", "latex2mathml"),
    *("pillow", "av", "segno", "sympy", "mpmath", "jinja2", "markupsafe", "filelock", "tqdm", "packaging"),
    "pyinstaller",  # its loader is the program that starts; its licence lets it be passed on with anything
)

SYSTEM = (
    "Libraries of the system that built it, as _internal/lib*.so*:",
    "  xcb and its utilities, xkbcommon, libffi: MIT; ICU: Unicode-3.0; OpenSSL, libcrypto: Apache-2.0",
    "  zlib: Zlib; bzip2, libuuid, zstd: BSD; xz, SQLite: public domain; libjpeg-turbo: IJG and BSD",
    "  libgfortran, libquadmath (beside numpy): GPL-3.0 with the GCC runtime exception",
)

HEAD = """Licences of the machine learning playground and of what it carries

The playground's own code is under the MIT licence (LICENSE). This copy carries PyAV with x264 and x265, which are under
the GNU General Public License; so this copy as a whole is passed on under the GPL, version 3 (GPL-3.txt). README.md
says what that means and where the sources are. Qt and PySide6 are under the LGPL, version 3 (LGPL-3.txt); their
libraries are files of their own below _internal/PySide6, which you may replace.

"""


def texts(name: str) -> list[tuple[str, str]]:
    """The licence files of an installed package: name and text."""
    found = []
    for file in metadata.files(name) or ():
        path = Path(str(file))
        inside = ".dist-info" in path.parts[0]
        if inside and any(word in path.name.lower() for word in ("licen", "copying", "notice", "authors")):
            text = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
            found.append((path.name, text))
    return found


def _said(name: str) -> Message:
    """What a package says of itself, as the mail header that it is."""
    return message_from_string(metadata.distribution(name).read_text("METADATA") or "")


def _about(name: str) -> str:
    """Who made a package whose wheel has no text of its licence."""
    said = _said(name)
    who = said.get("Author") or said.get("Author-email") or "its makers"
    return f"{name}, by {who}\nLicence: {licence(name)}\n{said.get('Home-page') or said.get('Project-URL') or ''}\n"


def licence(name: str) -> str:
    """What a package calls its licence."""
    said = _said(name)
    trove = [line.rsplit("::", 1)[1].strip() for line in said.get_all("Classifier") or () if "License ::" in line]
    return said.get("License-Expression") or ", ".join(trove) or (said.get("License") or "see its text").split("\n")[0]


def main(folder: Path) -> None:
    """Writes all of them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = []
    for name in CARRIED:
        rows.append(f"{name} {metadata.version(name)}: {licence(name)}")
        parts = [f"{file}\n\n{text}" for file, text in texts(name)]
        (folder / f"{name}.txt").write_text("\n\n".join(parts) or _about(name), encoding="utf-8")
    python = Path(sys.base_prefix) / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}" / "LICENSE.txt"
    rows.append(f"Python {sys.version.split()[0]}: Python Software Foundation License")
    if python.is_file():
        shutil.copy(python, folder / "Python.txt")
    for path in (ROOT / "LICENSE", *sorted((ROOT / "assets" / "licences").iterdir())):
        shutil.copy(path, folder / path.name)
    for part in ("fonts/OFL.txt", "icons/LICENSE.txt", "data/README.md"):
        shutil.copy(ROOT / "assets" / part, folder / part.replace("/", "-"))
    rows += SYSTEM if sys.platform.startswith("linux") else ()
    (folder / "LIST.txt").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
