"""The Linux packages: what is installed where, as a .deb and as one file that needs no root. Standard library only."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linux import manual

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAME = "ml-playground"
COMPONENT = "io.github.ml_playground.Playground"
ICONS = (16, 24, 32, 48, 64, 128, 256, 512)


def share(target: Path, version: str, icons: Path) -> None:
    """What a desktop reads: the menu entry, icons, MIME types, AppStream's metadata, the manual page.

    Args:
        target: becomes what /usr/share or ~/.local/share gets.
        version: of the program.
        icons: the folder with one PNG a size.
    """
    today = datetime.datetime.fromtimestamp(
        int(os.environ.get("SOURCE_DATE_EPOCH") or _committed()), datetime.UTC
    ).date()
    metainfo = (HERE / "metainfo.xml").read_text(encoding="utf-8")
    metainfo = metainfo.replace("@VERSION@", version).replace("@DATE@", today.isoformat())
    page = gzip.compress(manual.page(version, today).encode(), 9, mtime=0)
    for path, content in {
        f"applications/{NAME}.desktop": (HERE / f"{NAME}.desktop").read_bytes(),
        f"mime/packages/{NAME}.xml": (HERE / f"{NAME}.xml").read_bytes(),
        f"metainfo/{COMPONENT}.metainfo.xml": metainfo.encode(),
        "man/man1/playground.1.gz": page,
        f"icons/hicolor/scalable/apps/{NAME}.svg": (ROOT / "packaging" / "icons" / f"{NAME}.svg").read_bytes(),
        **{f"icons/hicolor/{n}x{n}/apps/{NAME}.png": (icons / f"{n}.png").read_bytes() for n in ICONS},
    }.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)


def _committed() -> int:
    """When the newest commit was made, or now where there is none: two builds of one state are equal."""
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return (
        int(asked.stdout)
        if asked.returncode == 0 and asked.stdout.strip()
        else int(datetime.datetime.now().timestamp())
    )


def copyright_file(licences: Path) -> str:
    """Debian's copyright file: where the texts are, and the list."""
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {NAME}\n"
        "Comment: This package as a whole is under the GPL, version 3, because it carries x264 and x265. The texts of\n"
        f" all licences are in /opt/{NAME}/licences; LIST.txt there names each part.\n\n"
        "Files: *\nCopyright: the playground's makers and the makers of each part\nLicense: GPL-3\n"
        " On Debian systems the text is in /usr/share/common-licenses/GPL-3.\n\n"
        f"Files: opt/{NAME}/_internal/playground/*\nCopyright: the playground's makers\nLicense: MIT\n"
        + "".join(f" {line or '.'}\n" for line in (licences / "LICENSE").read_text("utf-8").splitlines())
    )


@contextmanager
def _stage() -> Iterator[Path]:
    """A folder on the disk of the build for what a package holds."""
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="stage-", dir=build) as folder:
        yield Path(folder)


def _place(frozen: Path, target: Path) -> None:
    """The frozen application at its place, by hard links where the disk allows: nothing changes it."""
    shutil.copytree(frozen, target, symlinks=True, copy_function=_link)


def _link(source: str, target: str) -> str:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)
    return target


def deb(frozen: Path, version: str, icons: Path, out: Path, small: bool) -> Path:
    """The package for Debian and Ubuntu.

    Args:
        frozen: the frozen application.
        version: of the package.
        icons: the folder with one PNG a size.
        out: where it is written.
        small: with xz, which takes minutes, instead of zstd.
    """
    target = out / f"{NAME}_{version}_amd64.deb"
    with _stage() as root:
        _place(frozen, root / "opt" / NAME)
        share(root / "usr" / "share", version, icons)
        doc = root / "usr" / "share" / "doc" / NAME
        doc.mkdir(parents=True)
        (doc / "copyright").write_text(copyright_file(frozen / "licences"), encoding="utf-8")
        changes = (ROOT / "CHANGELOG.md").read_bytes()
        (doc / "changelog.gz").write_bytes(gzip.compress(changes, 9, mtime=0))
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / "playground").symlink_to(f"/opt/{NAME}/playground")
        bytes_ = sum(path.lstat().st_size for path in root.rglob("*") if path.is_symlink() or path.is_file())
        control = (HERE / "control.in").read_text(encoding="utf-8")
        control = control.replace("@VERSION@", version).replace("@SIZE@", str(bytes_ // 1024))
        root.chmod(0o755)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
        how = ["-Zxz", "-z6"] if small else ["-Zzstd", "-z10"]
        subprocess.run(["dpkg-deb", "--root-owner-group", *how, "--build", str(root), str(target)], check=True)
    return target


def run(frozen: Path, version: str, icons: Path, out: Path, small: bool) -> Path:
    """One file that installs into the user's home: a shell script with an archive behind it.

    Args:
        frozen: the frozen application.
        version: of the program.
        icons: the folder with one PNG a size.
        out: where it is written.
        small: compressed as well as it goes, which takes minutes.
    """
    target = out / f"{NAME}_{version}_amd64.run"
    with _stage() as root:
        _place(frozen, root / "app")
        share(root / "share", version, icons)
        archive = root / "archive"
        pack = ["xz", "-6" if small else "-2", "-T0"]
        with archive.open("wb") as packed:
            files = ["tar", "-C", str(root), "--owner=0", "--group=0", "-cf", "-", "app", "share"]
            with subprocess.Popen(files, stdout=subprocess.PIPE) as tar:
                subprocess.run([*pack, "-c"], stdin=tar.stdout, stdout=packed, check=True)
            if tar.returncode:
                raise SystemExit("pack.py: tar failed; what it says is above")
        with archive.open("rb") as packed:
            digest = hashlib.file_digest(packed, "sha256").hexdigest()
        head = (HERE / "install.sh").read_text(encoding="utf-8")
        for word, value in {"VERSION": version, "DIGEST": digest, "UNPACK": pack[0]}.items():
            head = head.replace(f"@{word}@", value)
        head = head.replace("@LINES@", str(head.count("\n") + 1))
        with target.open("wb") as whole, archive.open("rb") as packed:
            whole.write(head.encode())
            shutil.copyfileobj(packed, whole, 1 << 20)
    target.chmod(0o755)
    return target
