"""What the installers are made of: the choice of files, the desktop's files, the manual page, the one-file package."""

from __future__ import annotations

import argparse
import configparser
import datetime
import gzip
import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import patience
import pytest
from frozen.choice import HIDDEN, kept
from linux import ci, manual, pack

from playground import __version__, cli
from playground.sweep.store import Store
from playground.sweep.study import Base, Study
from playground.sweep.vary import Setting

ROOT = Path(__file__).resolve().parents[2]
INSIDE = [
    *("torch/lib/libtorch_cpu.so", "torch/bin/torch_shm_manager", "PySide6/Qt/plugins/platforms/libqxcb.so"),
    *("PySide6/Qt/plugins/platforms/libqoffscreen.so", "PySide6/Qt/lib/libQt6Core.so.6", "libxcb-cursor.so.0"),
    *("numpy.libs/libgfortran-040039e1-0352e75f.so.5.0.0", "libbrotlicommon-53534446.so.1.2.0", "libicudata.so.73"),
    *("playground/concepts/perceptron/notes.md", "av.libs/libx264-d6533a8d.so.165", "libXau-154567c4.so.6.0.0"),
]
OUTSIDE = [
    *("torch/test/cpp.so", "torch/include/torch/torch.h", "torch/bin/protoc", "PySide6/Qt/translations/qt_de.qm"),
    *("torch\\include\\torch.h", "PySide6/Qt/plugins/platforms/libqvnc.so", "libstdc++.so.6", "libglib-2.0.so.0"),
    *("libX11.so.6", "libpangocairo-1.0.so.0", "PySide6/Qt/lib/libQt6Network.so.6", "libgtk-3.so.0", "libmvec.so.1"),
]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="packages for Linux")


@pytest.mark.parametrize("name", INSIDE)
def test_what_the_program_needs_is_frozen(name: str) -> None:
    assert kept(name)


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_nothing_uses_is_left_out(name: str) -> None:
    assert not kept(name)


def test_the_program_s_own_modules_are_frozen_without_being_named() -> None:
    assert HIDDEN == ["playground"]


def test_the_manual_page_has_every_command_and_option() -> None:
    page = manual.page("1.2.3", datetime.date(2026, 1, 31))
    assert page.startswith('.TH PLAYGROUND 1 "2026-01-31" "playground 1.2.3"')
    shown = page.replace("\\-", "-")
    for name, parser in manual.commands(cli.parser()).items():
        assert f".SS playground {name} " in shown
        options = {word for action in parser._actions if action.help for word in action.option_strings} - {
            "-h",
            "--help",
        }
        assert all(option in shown for option in options), name
    assert not [line for line in page.splitlines() if re.match(r"\.(?!TH|SH|SS|TP|B |RI|br|I )", line)]
    assert argparse.SUPPRESS not in page


@pytest.fixture
def icons(tmp_path: Path) -> Path:
    """Icons that nobody looks at."""
    folder = tmp_path / "icons"
    folder.mkdir()
    for size in pack.ICONS:
        (folder / f"{size}.png").touch()
    return folder


def test_the_desktop_learns_of_program_files_and_links(tmp_path: Path, icons: Path) -> None:
    pack.share(tmp_path / "share", "1.2.3", icons)
    share = tmp_path / "share"
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.read(share / "applications" / "ml-playground.desktop", encoding="utf-8")
    types = entry["Desktop Entry"]["MimeType"].strip(";").split(";")
    metainfo = ElementTree.parse(share / "metainfo" / f"{pack.COMPONENT}.metainfo.xml").getroot()
    mime = ElementTree.parse(share / "mime" / "packages" / "ml-playground.xml").getroot()
    known = [str(one.get("type")) for one in mime if one.tag.endswith("mime-type")]
    assert types == [*known, "x-scheme-handler/playground"]
    assert [one.text for one in metainfo.iter("mediatype")] == known
    assert [one.get("version") for one in metainfo.iter("release")] == ["1.2.3"]
    assert metainfo.findtext("id") == pack.COMPONENT
    globs = {one.get("pattern") for one in mime.iter() if one.tag.endswith("glob")}
    assert globs == {"*.mlscene", "*.scene.json", "*.mllesson", "*.lesson.toml", "*.sweep"}
    assert b"playground" in gzip.decompress((share / "man" / "man1" / "playground.1.gz").read_bytes())


def test_every_system_opens_the_same_files() -> None:
    script = (ROOT / "packaging" / "windows" / "playground.nsi").read_text()
    made, gone = (re.findall(rf'insertmacro {verb} "\.(\w+)" "([\w.]+)"', script) for verb in ("associate", "forget"))
    assert made == gone
    linux_types = (ROOT / "packaging" / "linux" / "ml-playground.xml").read_text()
    assert [ending for ending, _ in made] == re.findall(r'pattern="\*\.(\w+)"', linux_types)
    bundle = (ROOT / "packaging" / "frozen" / "playground.spec").read_text()
    assert [ending for ending, _ in made] == re.findall(r'\("Playground \w+", "(\w+)"\)', bundle)


def test_the_desktop_tells_a_study_by_its_content(tmp_path: Path) -> None:
    study = Study(Base("perceptron", steps=1), (), [Setting({})])
    Store.open(tmp_path / "renamed.sweep", study).close()
    head = (tmp_path / "renamed.sweep").read_bytes()[:100]
    types = ElementTree.parse(ROOT / "packaging" / "linux" / "ml-playground.xml").iter()
    marks = [
        (int(str(one.get("offset"))), str(one.get("value")).encode()) for one in types if one.tag.endswith("}match")
    ]
    assert len(marks) == 2
    assert all(head[offset:].startswith(mark) for offset, mark in marks)


def test_the_entitlements_can_be_read() -> None:
    content = plistlib.loads((ROOT / "packaging" / "macos" / "entitlements.plist").read_bytes())
    assert all(value is True for value in content.values())


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """What a frozen application looks like, from afar."""
    folder = tmp_path / "frozen"
    (folder / "_internal").mkdir(parents=True)
    (folder / "licences").mkdir()
    (folder / "licences" / "LICENSE").write_text("MIT\n\nAs is.\n")
    (folder / "playground").write_text("#!/bin/sh\necho started\n")
    (folder / "playground").chmod(0o755)
    return folder


@linux
def test_the_one_file_package_installs_upgrades_and_leaves_nothing(tmp_path: Path, icons: Path, frozen: Path) -> None:
    home = tmp_path / "home of mine"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(home)}

    def run(*words: object, status: int = 0) -> str:
        command = [str(word) for word in words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=patience.SECONDS)
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    (frozen / "_internal" / "gone.so").touch()
    first = pack.run(frozen, "1.0.0", icons, tmp_path, False)
    (frozen / "_internal" / "gone.so").unlink()
    second = pack.run(frozen, "1.1.0", icons, tmp_path, False)
    assert run("sh", second, "--version").strip() == "1.1.0"
    run("sh", first)
    opt, link = home / ".local" / "opt" / "ml-playground", home / ".local" / "bin" / "playground"
    assert (opt / "_internal" / "gone.so").is_file()
    run("sh", second)
    assert not (opt / "_internal" / "gone.so").exists()
    assert run(link) == "started\n"
    entry = (home / ".local" / "share" / "applications" / "ml-playground.desktop").read_text()
    assert f'Exec="{opt}/playground" %u' in entry
    (home / "mine.mlscene").touch()
    run(opt / "uninstall")
    left = [path for path in home.rglob("*") if path.is_file() and ".local" not in path.parts]
    assert left == [home / "mine.mlscene"]
    assert not opt.exists()
    assert not link.is_symlink()
    assert not (home / ".local" / "share" / "applications" / "ml-playground.desktop").exists()
    damaged = tmp_path / "damaged.run"
    damaged.write_bytes(second.read_bytes()[:-10])
    assert "damaged" in run("sh", damaged, status=1)
    other = tmp_path / "other"
    other.mkdir()
    assert "no installation of this program" in run("sh", second, "--target", other, status=2)


@linux
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb")
def test_the_debian_package_has_its_files_and_its_version(tmp_path: Path, icons: Path, frozen: Path) -> None:
    package = pack.deb(frozen, __version__, icons, tmp_path, False)
    listed = subprocess.run(["dpkg-deb", "-c", str(package)], capture_output=True, text=True, check=True).stdout
    assert "./usr/bin/playground -> /opt/ml-playground/playground" in listed
    assert "./usr/share/doc/ml-playground/copyright" in listed
    assert "root/root" in listed
    fields = subprocess.run(["dpkg-deb", "-f", str(package)], capture_output=True, text=True, check=True).stdout
    assert f"Version: {__version__}\n" in fields
    assert "@" not in fields.replace("maintainers@", "")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit on main."""
    for name in ("PLAYGROUND_PACKAGE", "PLAYGROUND_BASE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    root = tmp_path / "checkout"
    (root / "playground" / "engine").mkdir(parents=True)
    (root / "docs").mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    commit(root, "docs/a.md")
    return root


def commit(root: Path, name: str) -> None:
    """One more commit, which changes one file."""
    with (root / name).open("a", encoding="utf-8") as file:
        file.write("a line\n")
    who = ["-c", "user.name=a", "-c", "user.email=a@b.invalid"]
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    subprocess.run(["git", *who, "commit", "-qm", name], cwd=root, check=True)


def test_the_package_is_built_when_what_it_depends_on_changes(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(checkout, "docs/b.md")
    assert ci.reason(checkout) == ""
    subprocess.run(["git", "checkout", "-qb", "work"], cwd=checkout, check=True)
    commit(checkout, "playground/engine/device.py")
    commit(checkout, "docs/c.md")  # the newest commit alone would not say so
    assert ci.reason(checkout).startswith("playground/engine/device.py has changed since")
    monkeypatch.setenv("PLAYGROUND_PACKAGE", "0")
    assert ci.reason(checkout) == ""
    monkeypatch.setenv("PLAYGROUND_PACKAGE", "1")
    assert ci.reason(checkout)


def test_where_git_cannot_tell_the_package_is_built(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(checkout, "docs/b.md")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth", "1", checkout.as_uri(), str(shallow)], check=True)
    assert ci.reason(shallow) == "Git cannot say what has changed"
    assert ci.reason(tmp_path) == "Git cannot say what has changed"
    monkeypatch.setenv("PLAYGROUND_BASE", "f" * 40)
    assert ci.reason(checkout) == "Git cannot say what has changed"
