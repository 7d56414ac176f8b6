"""Films: H.264, GIF and WebP, encoded in a thread of their own while the next picture is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.files import replacing
from playground.export.delays import delays, write_delays
from playground.export.palette import Palette

if TYPE_CHECKING:
    from av import VideoFrame

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

_AGAIN: Pixels = np.zeros((0, 0, 4), np.uint8)  # stands for the picture before
_WAITING = 8  # pictures between the painter and the encoder; more would only fill memory
_PATIENCE = 0.1
_AHEAD, _AHEAD_BYTES = 12, 2**26  # pictures, or bytes of them, that choose the colours of a GIF
_BT709 = 1  # of ITU-T H.273: the colours that players expect of high definition


def write_film(path: str | Path, pictures: Iterable[Pixels | None], fps: int) -> None:
    """Writes pictures as a film; the ending of the name says which: .mp4, .gif or .webp.

    The film stands at `path` when the last picture is encoded. If drawing or encoding fails, or is called off, nothing
    is left there, and a file that was there stays as it was.

    Args:
        path: where.
        pictures: (height, width, 4) blue, green, red, alpha; all of one size, even for .mp4. The same array may come
            again, drawn over; None: the picture is the one before.
        fps: pictures a second.

    Raises:
        BadInput: the file cannot be written, or PyAV is missing.
    """
    if find_spec("av") is None:
        raise BadInput(f"{path} cannot be written: films need PyAV, which this installation lacks", "out")
    with replacing(path) as temporary:
        encoder = _Encoder(temporary, fps)
        try:
            for pixels in pictures:
                encoder.put(pixels.copy() if pixels is not None else _AGAIN)
        except BaseException:
            encoder.abandon()
            raise
        encoder.finish()


class _Encoder:
    """A thread that encodes what is put into its queue."""

    def __init__(self, path: Path, fps: int) -> None:
        self._path, self._fps = path, fps
        self._queue: Queue[Pixels | None] = Queue(_WAITING)
        self._error: BaseException | None = None
        self._given_up = False
        self._thread = Thread(target=self._run, name="film encoder", daemon=True)
        self._thread.start()

    def put(self, pixels: Pixels | None) -> None:
        """Hands one picture over; waits while the encoder is behind."""
        while True:
            if self._error is not None:
                self._thread.join()
                raise self._error
            with suppress(Full):
                self._queue.put(pixels, timeout=_PATIENCE)
                return

    def finish(self) -> None:
        """Waits until everything is written."""
        self.put(None)
        self._thread.join()
        if self._error is not None:
            raise self._error

    def abandon(self) -> None:
        """Stops at once."""
        self._given_up = True
        with suppress(Empty):
            while True:
                self._queue.get_nowait()
        with suppress(Full):
            self._queue.put_nowait(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._encode()
        except BaseException as error:
            self._error = error

    def _pictures(self) -> Iterator[Pixels]:
        """What comes through the queue, until it is all or given up."""
        while (pixels := self._queue.get()) is not None and not self._given_up:
            yield pixels

    def _encode(self) -> None:
        import av

        palette = Palette() if self._path.suffix == ".gif" else None
        frames = _frames(palette, self._path.suffix)
        with av.open(str(self._path), "w", options=_CONTAINER[self._path.suffix]) as container:
            stream: Any = None
            frame: VideoFrame | None = None
            number = 0
            times: list[int] = []  # of each picture of a GIF: it has a delay of its own
            last: Pixels | None = None
            for pixels in self._pictures() if palette is None else _seen_ahead(self._pictures(), palette):
                if self._given_up:
                    break
                if stream is None:
                    height, width = pixels.shape[:2]
                    codec, pixel_format, options = _CODECS[self._path.suffix]
                    stream = container.add_stream(codec, rate=self._fps, options=dict(options))
                    stream.width, stream.height, stream.pix_fmt = width, height, pixel_format
                    if codec == "libx264":
                        context = stream.codec_context
                        context.colorspace = context.color_primaries = context.color_trc = _BT709
                if palette is not None:
                    if last is not None and (pixels is _AGAIN or np.array_equal(pixels, last)):
                        times[-1], number = times[-1] + 1, number + 1
                        continue
                    times.append(1)
                    last = pixels
                if pixels is not _AGAIN:
                    frame = frames(pixels)
                if frame is not None:
                    frame.pts, frame.time_base, number = number, Fraction(1, self._fps), number + 1
                    container.mux(stream.encode(frame))
            if stream is not None and not self._given_up:
                container.mux(stream.encode(None))
        if times and not self._given_up:
            write_delays(self._path, delays(times, self._fps))
        if stream is None and not self._given_up:
            raise BadInput("the film has no pictures: the run ends before the first of them", "from")


# Codec, its pixels, and its options by the ending. Quality 20 of 51 keeps thin lines without visible loss.
_CODECS: dict[str, tuple[str, str, dict[str, str]]] = {
    ".mp4": ("libx264", "yuv420p", {"preset": "veryfast", "crf": "20"}),
    ".gif": ("gif", "pal8", {}),
    ".webp": ("libwebp_anim", "bgra", {"lossless": "1", "compression_level": "1"}),
}
_CONTAINER = {".mp4": {"movflags": "+faststart"}, ".gif": {"loop": "0"}, ".webp": {"loop": "0"}}


def _seen_ahead(pictures: Iterator[Pixels], palette: Palette) -> Iterator[Pixels]:
    """The same pictures, the first of which choose the colours together: what comes soon has colours then, too."""
    held: list[Pixels] = []
    new: list[Pixels] = []
    for pixels in pictures:
        held.append(pixels)
        if pixels is not _AGAIN:
            new.append(pixels)
        if len(new) >= _AHEAD or sum(one.nbytes for one in new) > _AHEAD_BYTES:
            break
    if new:
        palette.look_ahead(new)
    yield from held
    yield from pictures


def _frames(palette: Palette | None, suffix: str) -> Callable[[Pixels], VideoFrame]:
    """Turns pictures into what the encoder of this ending takes."""
    from av import VideoFrame
    from av.video.reformatter import Colorspace, VideoReformatter

    if palette is not None:
        # The stub knows no pair of indices and colours.
        return lambda pixels: VideoFrame.from_ndarray(palette.quantise(pixels), format="pal8")  # type: ignore[arg-type]
    if suffix == ".mp4":
        # One for all pictures, since its tables cost as much as a conversion; and its threads wait for one another.
        converter = VideoReformatter()
        return lambda pixels: converter.reformat(
            VideoFrame.from_numpy_buffer(pixels, format="bgra"),
            format="yuv420p",
            dst_colorspace=Colorspace.ITU709,
            threads=1,
        )
    return lambda pixels: VideoFrame.from_numpy_buffer(pixels, format="bgra")
