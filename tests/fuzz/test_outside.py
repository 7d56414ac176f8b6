"""Whatever comes from outside is used or refused in one sentence, within limits of time and memory.

`--long` tries 20,000 files. A file that fails is kept in `regressions/KIND/`, which is read from then on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from outside_kinds import Kind, kinds

from playground.engine.errors import BadInput
from playground.engine.limits import limited

USUAL, LONG = 280, 20_000
SHARE = {  # of the files, in a hundredth: fewer of what takes long
    **{"tables": 5, "graphs": 6, "weights": 4, "pictures": 4, "scenes": 5, "states": 6, "lessons": 5},
    **{"records": 8, "links": 10, "packed": 8, "gestures": 10, "settings": 10, "starts": 10, "cases": 9},
}
SECONDS = 10.0  # of the processor, for a file of a few hundred bytes on a machine that does other things
MEMORY = 1 << 30
WHAT = "this file of a test"
REGRESSIONS = Path(__file__).parent / "regressions"
KINDS = tuple(SHARE)
DEVELOPERS_WORDS = re.compile(
    r"sys\.|set_int_max|NoneType|Traceback|playground\.(?!scene|lesson)|torch\.\w|numpy|pydantic|networkx|__\w+__|"
    r"[a-z]Error\b|[a-z]Exception\b|has no attribute|0x[0-9a-f]{6}|dtype|codec|ordinal|<class|<function|lambda|"
    r"positional argument|unhashable|subscriptable|not iterable|out of bounds|out of range|list index|zip archive|"
    r"errno|must be str|bytes-like|tuple\b|shape '"
)


def use(kind: Kind, path: Path, content: bytes) -> str:
    """Does with a file what the program would; returns how it was refused, or nothing."""
    path.write_bytes(content)
    try:
        with limited(WHAT, seconds=SECONDS, memory=MEMORY):
            kind.use(path)
    except BadInput as bad:
        said = str(bad)
        assert not said.startswith(WHAT), said
        assert said == " ".join(said.split()) or "  " in said or "\t" in said, "more than one line"
        assert "\n" not in said
        assert 0 < len(said) < 600
        assert not DEVELOPERS_WORDS.search(re.sub(r"'[^']*'", "", said)), said  # words of the file itself may be any
        return said
    return ""


def test_all_kinds_are_tried() -> None:
    assert set(kinds()) == set(KINDS)
    assert sum(SHARE.values()) == 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_file_is_used(kind: str, tmp_path: Path) -> None:
    one = kinds()[kind]
    if kind not in ("tables", "graphs", "weights", "pictures"):  # which some panels refuse
        assert [use(one, tmp_path / "mine.dat", content) for content in one.sound] == [""] * len(one.sound)


@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_used_or_refused_in_one_sentence(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    one, last = kinds()[kind], [b""]
    many = (LONG if request.config.getoption("--long") else USUAL) * SHARE[kind] // 100

    @settings(max_examples=many, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(content=one.files)
    def check(content: bytes) -> None:
        try:
            use(one, tmp_path / "mine.dat", content)
        except BaseException:
            last[0] = content
            raise

    keeping(check, kind, last)


def keeping(check: Callable[[], None], kind: str, last: list[bytes]) -> None:
    """Runs a check, and keeps the smallest file at which it fails."""
    try:
        check()
    except BaseException:
        if last[0]:
            folder = REGRESSIONS / kind
            folder.mkdir(parents=True, exist_ok=True)
            (folder / blake2b(last[0], digest_size=6).hexdigest()).write_bytes(last[0])
        raise


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parent.name}-{path.name}") for path in sorted(REGRESSIONS.glob("*/*"))]
)
def test_what_once_failed_is_used_or_refused(path: Path, tmp_path: Path) -> None:
    use(kinds()[path.parent.name], tmp_path / "mine.dat", path.read_bytes())
