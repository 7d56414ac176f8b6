"""Files that no reader of data takes: what each is, and what to do with it. Told by content, not by name."""

from __future__ import annotations

import re

from playground.engine.errors import BadInput
from playground.engine.reading.marks import head_text

_CSV = "save the table as CSV and open that"
_PICTURE = "save it as PNG or JPEG and open that"
_PACKED = "unpack it and open what is in it"
_SOUND = "save it as WAV and open that"
_FILM = "open a picture of it"
_FRAME = 'write it with df.to_csv("points.csv") and open that'

_SIGNS: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"%PDF", "a PDF", "save its table as CSV, or its picture as PNG, and open that"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file, such as .xls", _CSV),
    (0, b"{\\rtf", "a document in RTF", _CSV),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file", 'write the arrays with np.savez("net.npz", *model.get_weights())'),
    (0, b"MATLAB 5.0 MAT-file", "a MATLAB file", "write it with writematrix as CSV and open that"),
    (0, b"PAR1", "a Parquet file", _FRAME),
    (0, b"ARROW1", "an Arrow file", _FRAME),
    (0, b"FEA1", "a Feather file", _FRAME),
    (0, b"SQLite format 3\0", "a database", _CSV),
    (0, b"$FL2@(#)", "an SPSS file", _CSV),
    (0, b"<stata_dta>", "a Stata file", _CSV),
    (0, b"RDX", "a workspace of R", "write the table with write.csv and open that"),
    (0, b"\x1f\x8b", "packed with gzip (or an .rds of R)", _PACKED),
    (0, b"BZh", "packed with bzip2", _PACKED),
    (0, b"\xfd7zXZ\0", "packed with xz", _PACKED),
    (0, b"\x28\xb5\x2f\xfd", "packed with zstd", _PACKED),
    (0, b"7z\xbc\xaf\x27\x1c", "an archive (7z)", _PACKED),
    (0, b"Rar!\x1a\x07", "an archive (RAR)", _PACKED),
    (257, b"ustar", "an archive (tar)", _PACKED),
    (0, b"II*\0", "a picture in TIFF", _PICTURE),
    (0, b"MM\0*", "a picture in TIFF", _PICTURE),
    (0, b"8BPS", "a Photoshop file", _PICTURE),
    (0, b"\0\0\1\0", "an icon", _PICTURE),
    (0, b"\0\0\0\x0cjP  ", "a picture in JPEG 2000", _PICTURE),
    (0, b"\0\0\0\x0cJXL ", "a picture in JPEG XL", _PICTURE),
    (0, b"\xff\x0a", "a picture in JPEG XL", _PICTURE),
    (8, b"AVI ", "a film", _FILM),
    (0, b"\x1aE\xdf\xa3", "a film", _FILM),
    (0, b"OggS", "a sound or a film", _FILM),
    (0, b"ID3", "a sound", _SOUND),
    (0, b"fLaC", "a sound", _SOUND),
    (0, b"GGUF", "a language model in GGUF", "save the layers with safetensors and open that"),
    (4, b"TFL3", "a TensorFlow Lite model", 'write the arrays with np.savez("net.npz", *model.get_weights())'),
    (0, b"\x7fELF", "a program", "open a table, a picture, a graph or weights"),
)

_BRANDS = {
    "HEIC": (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"),
    "AVIF": (b"avif", b"avis"),
    "Canon raw": (b"crx ",),
}

# Entries of a zip file that tell what it is; those of torch and NumPy have readers.
_ENTRIES: tuple[tuple[bytes, str, str], ...] = (
    (b"xl/work", "an Excel workbook", _CSV),
    (b"word/document", "a Word document", _CSV),
    (b"ppt/pres", "a presentation", _PICTURE),
    (b"opendocument.spreadsheet", "an OpenDocument spreadsheet", _CSV),
    (b"opendocument", "an OpenDocument file", _CSV),
    (b"Index/Document.iwa", "a Numbers or Pages file", _CSV),
    (b"model.weights.h5", "a Keras model", 'write the arrays with np.savez("net.npz", *model.get_weights())'),
)
_OWN_ENTRIES = (b"data.pkl", b".npy")

_OLD_TORCH = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."  # a pickle of the number that torch puts before it
_PICKLE = "a Python pickle, which can run code and is never opened"
_UNPICKLED = "write a table with df.to_csv, weights with torch.save(model.state_dict(), ...), arrays with np.savez"

_HEAD = 65_536  # bytes in which signs are looked for


def refuse_foreign(name: str, raw: bytes) -> None:
    """Does nothing unless the file is of a kind that no reader takes.

    Args:
        name: of the file.
        raw: its bytes.

    Raises:
        BadInput: what the file is, and what to do with it.
    """
    found = foreign_kind(raw)
    if found is not None:
        what, advice = found
        raise BadInput(f"{name} is {what}; {advice}", "file")


def refuse_own(name: str, start: bytes) -> None:
    """Does nothing unless a file that begins like this is one that this program wrote about runs, not data.

    Raises:
        BadInput: what the file is, and how it is opened.
    """
    text = head_text(start)
    if re.search(r'^\s*format\s*=\s*"playground\.lesson"', text, re.MULTILINE):
        raise BadInput(f"{name} is a lesson, not data; open it by itself, as `playground lesson {name}`", "file")
    if '"playground.scene"' in text:
        raise BadInput(f"{name} is a scene, not data; open it by itself, or continue it with --scene", "file")
    if re.match(r'\s*\{[^{}\n]*"step"\s*:\s*\d+[^\n]*"(kind|set)"\s*:', text):
        raise BadInput(f"{name} holds gestures, not data; give it with --gestures", "file")


def foreign_kind(raw: bytes) -> tuple[str, str] | None:
    """What the file is and what to do with it, in words; None: it may be one that a reader takes."""
    head = raw[:_HEAD]
    for place, sign, what, advice in _SIGNS:
        if head.startswith(sign, place):
            return what, advice
    if head[4:8] == b"ftyp":
        kind = next((kind for kind, brands in _BRANDS.items() if head[8:12] in brands), "")
        return (f"a picture in {kind}", _PICTURE) if kind else ("a film", _FILM)
    if head.startswith(b"PK\3\4"):
        return _zipped(raw)
    if head.startswith(_OLD_TORCH):
        return "a torch file of the old form", "write it again with torch.save(model.state_dict(), ...) and open that"
    if head[:1] == b"\x80" and head[1:2] in (b"\2", b"\3", b"\4", b"\5") and raw[-1:] == b".":
        return _PICKLE, _UNPICKLED
    return _written(head, raw[-4096:])


def _zipped(raw: bytes) -> tuple[str, str] | None:
    names = raw[:_HEAD] + raw[-_HEAD:]  # the entries stand before what they hold, and once more at the end
    if any(one in names for one in _OWN_ENTRIES):
        return None
    found = next(((what, advice) for sign, what, advice in _ENTRIES if sign in names), None)
    return found or ("an archive (zip)", _PACKED)


def _written(head: bytes, tail: bytes) -> tuple[str, str] | None:
    """What a text is that has a form of its own, and is none of those that panels open."""
    text = head[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    small = text[:200].lower()
    if small.startswith((b"<!doctype html", b"<html", b"<table")):
        return "a web page, not the file that it shows", "download the file itself"
    if small.startswith(b"<svg") or (small.startswith(b"<?xml") and b"<svg" in text):
        return "a drawing in SVG", _PICTURE
    if re.match(rb"[+-]?[0-9.]+([ \t]+[0-9]+:[0-9.eE+-]+)+\s*(#[^\n]*)?(\n|$)", text):
        return "a file of LIBSVM", "write X.toarray() and y with np.savez and open that"
    if text.startswith(b"{") and (b'"nbformat"' in tail or b'"nbformat"' in text):
        return "a notebook", "write the data in it to a file of their own"
    return None
