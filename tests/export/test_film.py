"""Films: what is put in comes out, and what fails leaves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image, ImageSequence

from playground.engine.errors import BadInput
from playground.export.film import write_film
from playground.export.palette import Palette
from playground.export.progress import Cancelled, Progress, Watch, duration, words
from playground.render.formats import FORMATS, format_of

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

SIZE = (96, 64)
FILMS = [form.suffix for form in FORMATS if form.kind == "film"]
SURFACE, BAR, MARK = (255, 255, 255), (31, 102, 204), (232, 95, 21)  # red, green, blue


def scene(i: int) -> Pixels:
    """A bar that grows and a mark that comes with the sixth picture."""
    made = np.full((SIZE[1], SIZE[0], 4), 255, np.uint8)
    made[20:40, : 8 * (i + 1), :3] = BAR[::-1]
    if i >= 5:
        made[48:60, 10:30, :3] = MARK[::-1]
    return made


def local_palettes(gif: bytes) -> list[int]:
    """Where in a GIF the pictures stand that have a palette of their own."""
    found, at = [], 13 + (3 * (2 << (gif[10] & 7)) if gif[10] & 0x80 else 0)
    while gif[at] != 0x3B:
        if gif[at] == 0x2C:
            own = gif[at + 9]
            found += [at] if own & 0x80 else []
            at += 11 + (3 * (2 << (own & 7)) if own & 0x80 else 0)
        else:
            at += 2
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return found


def decoded(path: Path) -> list[Pixels]:
    """The pictures of a film as (height, width, 3) red, green, blue."""
    if path.suffix == ".mp4":
        with av.open(str(path)) as container:
            return [np.asarray(frame.to_ndarray(format="rgb24"), np.uint8) for frame in container.decode(video=0)]
    with Image.open(path) as film:
        return [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(film)]


@pytest.mark.parametrize("suffix", FILMS)
def test_a_film_shows_what_was_put_in(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"a{suffix}"
    write_film(target, (scene(i) for i in range(8)), 10)
    found = decoded(target)
    assert [picture.shape for picture in found] == [(SIZE[1], SIZE[0], 3)] * 8
    off = 12 if suffix == ".mp4" else 0  # H.264 rounds; the others keep every px of so few colours
    for i, picture in enumerate(found):
        inner = [picture[5, 5], picture[30, 4], picture[54, 20]]
        for got, want in zip(inner, (SURFACE, BAR, MARK if i >= 5 else SURFACE), strict=True):
            assert np.abs(got.astype(int) - want).max() <= off
        if not off:
            np.testing.assert_array_equal(picture, scene(i)[:, :, 2::-1])


@pytest.mark.parametrize("suffix", FILMS)
def test_a_picture_stays_and_an_array_comes_again(tmp_path: Path, suffix: str) -> None:
    kept = scene(0)

    def still() -> Iterator[Pixels | None]:
        for i in range(4):
            kept[:] = scene(i)
            yield kept
            yield None

    write_film(tmp_path / f"a{suffix}", still(), 10)
    write_film(tmp_path / f"b{suffix}", (scene(i // 2) for i in range(8)), 10)
    found, wanted = decoded(tmp_path / f"a{suffix}"), decoded(tmp_path / f"b{suffix}")
    assert len(found) == len(wanted) >= 4
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_pictures_a_second_are_those_asked_for(tmp_path: Path) -> None:
    for suffix in FILMS:
        write_film(tmp_path / f"a{suffix}", (scene(i) for i in range(5)), 10)
    with av.open(str(tmp_path / "a.mp4")) as container:
        assert container.streams.video[0].average_rate == 10
    for suffix in (".gif", ".webp"):
        with Image.open(tmp_path / f"a{suffix}") as film:
            film.load()
            assert (film.info["duration"], film.info["loop"]) == (100, 0)


@pytest.mark.parametrize("suffix", FILMS)
def test_a_failed_or_cancelled_film_leaves_nothing(tmp_path: Path, suffix: str) -> None:
    def broken() -> Iterator[Pixels]:
        yield scene(0)
        raise RuntimeError("the model broke")

    target = tmp_path / f"a{suffix}"
    with pytest.raises(RuntimeError, match="the model broke"):
        write_film(target, broken(), 10)
    assert list(tmp_path.iterdir()) == []
    target.write_bytes(b"the film before")
    asked = iter([False, False, True])
    watch = Watch(cancelled=lambda: next(asked))
    with pytest.raises(Cancelled):
        write_film(target, watch.over((scene(i) for i in range(8)), 8), 10)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(target.name, b"the film before")]


def test_a_fault_of_the_encoder_ends_the_drawing_too(tmp_path: Path) -> None:
    def odd() -> Iterator[Pixels]:
        while True:  # H.264 takes no odd width, and nobody would end this
            yield np.zeros((64, 95, 4), np.uint8)

    with pytest.raises(av.FFmpegError):
        write_film(tmp_path / "a.mp4", odd(), 10)
    assert list(tmp_path.iterdir()) == []


def test_a_film_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="has no pictures"):
        write_film(tmp_path / "a.gif", [], 10)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"the folder .*nowhere does not exist"):
        write_film(tmp_path / "nowhere" / "a.mp4", [scene(0)], 10)


def test_one_palette_serves_pictures_that_are_alike() -> None:
    palette = Palette()
    indices, colours = palette.quantise(scene(0))
    again, same = palette.quantise(scene(3))
    assert same is colours
    np.testing.assert_array_equal(same[again][:, :, 1:], scene(3)[:, :, 2::-1])
    assert colours[-1, 0] == 0  # one is transparent, for what has not changed
    assert indices.max() < 255
    # A colour that the first pictures do not have brings a new palette, which keeps the old colours.
    late, other = palette.quantise(scene(6))
    assert other is not colours
    np.testing.assert_array_equal(other[late][:, :, 1:], scene(6)[:, :, 2::-1])


def test_colours_that_come_soon_are_in_the_palette_of_the_whole_gif(tmp_path: Path) -> None:
    """Else each picture from there on has a palette of its own, and is written whole."""
    write_film(tmp_path / "a.gif", [None if i % 2 else scene(i // 2) for i in range(20)], 20)
    found = decoded(tmp_path / "a.gif")
    np.testing.assert_array_equal(found[-1], scene(9)[:, :, 2::-1])
    assert not local_palettes((tmp_path / "a.gif").read_bytes())


def test_progress_counts_and_estimates() -> None:
    told: list[Progress] = []
    assert list(Watch(told.append).over(iter("abc"), 3)) == ["a", "b", "c"]
    assert [(one.done, one.total) for one in told] == [(1, 3), (2, 3), (3, 3)]
    assert told[-1].left == 0
    assert words(Progress(120, 300, 3.2)) == "120 of 300, 4 s left"
    assert words(Progress(1, 300, None)) == "1 of 300"
    assert duration(125.0) == "2 min 5 s"


def test_the_ending_says_the_format() -> None:
    assert format_of("A.PNG").kind == "picture"
    assert format_of("a.b.webp").kind == "film"
    with pytest.raises(BadInput, match=r"its ending is .avi, allowed are .png, .svg, .pdf, .mp4, .gif, .webp"):
        format_of("a.avi")
