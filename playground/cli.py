"""The command line: what may be typed, and nothing else. Each command's own module loads when it is used.

Exit status: 0 when it ran, 2 for bad input (one line on stderr that names the field or file), 1 for a fault of ours.
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Any, NoReturn

from playground import __version__
from playground.commands.ending import Ended, ended_in_order
from playground.commands.terminal import finish, say, speak_utf8
from playground.engine.errors import BadInput, DeviceLost
from playground.lecture.parent import end_with_parent

# Commands that compute: torch comes first in their process, before Qt, with one thread.
_COMPUTE = frozenset(
    {"run", "render", "figure", "gallery", "verify", "selfcheck", "bench", "check", "challenges", "map", "code"}
)

STORY = "story"  # the pace of a film that tells a run's story

# Commands that open the window, which has its own way to end.
_WINDOWS = frozenset({"show", "open", "lesson"})


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status."""
    speak_utf8()
    try:
        return _main(argv)
    finally:
        finish(sys.stdout)
        finish(sys.stderr)


def _main(argv: Sequence[str] | None) -> int:
    try:
        end_with_parent()
        args = parser().parse_args(_with_command(sys.argv[1:] if argv is None else argv))
        name = args.command or "show"
        if name in _COMPUTE:
            from playground.engine import device

            device.prepare()
        command = import_module(f"playground.commands.{name}").main
        # Not before: nothing has to be taken away yet, and an exception in the midst of loading Qt aborts the process.
        with nullcontext() if name in _WINDOWS else ended_in_order():
            outcome = _carried_out(command, args)
            if outcome.text and not say(outcome.text, sys.stdout):
                raise BadInput("the output cannot be written")
            for line in outcome.notes:
                say(f"playground: {line}", sys.stderr)
            return int(outcome.status)
    except BadInput as error:
        say(f"playground: {' '.join(str(error).split())}", sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone in the middle, as that of a film's progress
        return 0
    except Ended as ended:
        return ended.status
    except KeyboardInterrupt:
        return 130
    except Exception:
        say(traceback.format_exc().rstrip(), sys.stderr)
        say("playground: this is a fault of the program; the lines above say where", sys.stderr)
        return 1


def _carried_out(command: Callable[[argparse.Namespace], Any], args: argparse.Namespace) -> Any:
    """What a command gives; once more, on the processor, where the graphics card fails in it."""
    try:
        return command(args)
    except DeviceLost as lost:
        from playground.engine import device

        device.give_up(str(lost))
        if getattr(args, "gestures", None) == "-":
            raise BadInput(f"{device.warning()}; what came on stdin is gone: give it once more", "gestures") from None
        say(f"playground: {device.warning()}", sys.stderr)
        return command(args)


def entry() -> tuple[str, ...]:
    """What starts this program: the application itself where it is frozen, else the interpreter with the package."""
    return (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "playground")


def _with_command(argv: Sequence[str]) -> Sequence[str]:
    """A file or a link alone, as a double click hands it over, is opened."""
    first = argv[0] if argv else ""
    names_something = not first.startswith("-") and any(mark in first for mark in (".", ":", "/", "\\"))
    return ["open", *argv] if names_something else argv


class _Parser(argparse.ArgumentParser):
    """A parser whose faults are BadInput: one sentence, and no usage block around it."""

    def error(self, message: str) -> NoReturn:
        """Raises instead of leaving the process."""
        where = self.prog.partition(" ")[2]
        raise BadInput(f"{where}: {message}" if where else message)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def whole(raw: str) -> int:
        if re.fullmatch(r"-?\d{1,18}", raw) and low <= int(raw) <= high:
            return int(raw)
        raise argparse.ArgumentTypeError(f"{raw!r} is not a whole number from {low} to {high}")

    return whole


def _change(raw: str) -> tuple[str, str]:
    name, sign, value = raw.partition("=")
    if not sign or not name.strip():
        raise argparse.ArgumentTypeError(f"{raw!r} is not of the form NAME=VALUE")
    return name.strip(), value


def _size(raw: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", raw)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (200 <= size[0] <= 8000 and 150 <= size[1] <= 8000):
        raise argparse.ArgumentTypeError(f"{raw!r} is not WIDTHxHEIGHT from 200x150 to 8000x8000, such as 1280x720")
    return size


def _pace(raw: str) -> float | str:
    if raw == STORY:
        return raw
    if re.fullmatch(r"\d{1,5}(\.\d{1,3})?", raw) and 0.01 <= float(raw) <= 10_000:
        return float(raw)
    raise argparse.ArgumentTypeError(f"{raw!r} is not a number of steps a second from 0.01 to 10000, or {STORY}")


def _holds(raw: str) -> tuple[float, float]:
    found = re.fullmatch(r"(\d{1,2}(?:\.\d{1,2})?),(\d{1,2}(?:\.\d{1,2})?)", raw)
    if found and float(found[1]) <= 60 and float(found[2]) <= 60:
        return float(found[1]), float(found[2])
    raise argparse.ArgumentTypeError(f"{raw!r} is not two numbers of seconds from 0 to 60, such as 1.5,2.5")


def _grid(raw: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})[xX×](\d{1,2})", raw)
    if not match or not (2 <= int(match[1]) <= 64 and 2 <= int(match[2]) <= 64):
        raise argparse.ArgumentTypeError(f"{raw!r} is not COLUMNSxROWS from 2x2 to 64x64, such as 16x12")
    return int(match[1]), int(match[2])


def _names(raw: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in raw.split(",") if name.strip())


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = _Parser(
        prog="playground",
        usage="%(prog)s [-h] [--version] [COMMAND ...]",
        description="A visual playground for machine learning. Without a command the window opens.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"playground {__version__}")
    # The window starts this program once more when it exports.
    top.set_defaults(entry=entry(), parser=parser)
    top.set_defaults(concept=None, preset=None, scene=None, load=[], set=[], seed=None, play=False)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog="playground", parser_class=_Parser)

    def add(name: str, line: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=line, description=line, allow_abbrev=False)

    show = add("show", "Opens the window on one concept.")
    _add_start(show)
    show.add_argument("--play", action="store_true", help="start playing at once")

    opened = add("open", "Opens the window on a scene, a lesson or a link; `playground FILE` does the same.")
    opened.add_argument("source", metavar="FILE|LINK", help="a scene, a lesson, or a playground: link")

    link = add("link", "Prints the link of a scene file, or writes the scene of a link to a file.")
    link.add_argument("source", metavar="FILE|LINK", help="a scene file, or a playground: link")
    link.add_argument("--out", metavar="F.scene.json", help="write the scene instead")

    add("reference", "Prints the reference of commands, keys and files, made from the code, as Markdown.")

    gallery = add("gallery", "Draws the best picture of every panel and door in every theme, from its first preset.")
    gallery.add_argument("--out", metavar="DIR", help="the folder to write to; it is made if it is missing")
    gallery.add_argument("--only", metavar="A,B", type=_names, default=(), help="these panels and doors alone")
    gallery.add_argument(
        "--size", metavar="WxH", type=_size, default=(1280, 720), help="in pixels, 1280x720 by default"
    )
    gallery.add_argument("--readme", action="store_true", help="in a source checkout: remake what the README shows")

    _add_json(add("list", "Lists the panels and their doors by chapter."))

    describe = add("describe", "Describes a concept: parameters, metrics, arrays, gestures, presets, jobs, claims.")
    describe.add_argument("concept", metavar="ID", help="a concept, as `playground list` names it")
    _add_json(describe)

    run = add("run", "Runs a concept without a window and prints its numbers.")
    _add_start(run)
    _add_run(run)

    render = add("render", "Draws a concept's figure, or films its run or a lesson, without a window.")
    _add_start(render, optional=True)
    _add_compare(render)
    _add_run(render)
    _add_picture(render)

    _add_figure(add("figure", "Draws several panels in one figure, in mm and points, for a paper."))

    code = add("code", "Prints the code of a view or method as a script, with the inputs of a step in it.")
    _add_start(code)
    code.add_argument("--steps", metavar="N", type=_whole(0, 10**12), default=0, help="the step at which it is told, 0")
    code.add_argument("--out", metavar="F.py", help="write it to a file instead")
    code.add_argument("--list", action="store_true", help="the codes of the panel, and where there is none and why")

    phase = add("map", "Maps two parameters: every cell of a grid is a run, coloured by a metric or its status.")
    _add_start(phase)
    phase.add_argument("--x", metavar="NAME", required=True, help="the parameter across")
    phase.add_argument("--y", metavar="NAME", required=True, help="the parameter up")
    phase.add_argument("--metric", metavar="M", default="status", help="what colours a cell; status by default")
    phase.add_argument("--steps", metavar="N", type=_whole(0, 100_000), default=100, help="steps of each run")
    phase.add_argument("--grid", metavar="WxH", type=_grid, default=(16, 12), help="cells, 16x12 by default")
    phase.add_argument("--out", metavar="F", required=True, help="a .png or .csv file")
    phase.add_argument("--size", metavar="WxH", type=_size, default=(1280, 720), help="in pixels, 1280x720 by default")
    phase.add_argument("--theme", metavar="T", default="light", help="light, dark or projector")

    _add_sweep(add("sweep", "Computes a study: runs over a grid of settings and seeds, into one file; or reads one."))

    verify = add("verify", "Runs a case file and compares every expected value.")
    verify.add_argument("file", metavar="FILE.json", help="a case file")
    _add_json(verify)

    lesson = add("lesson", "Opens the window on a lesson.")
    lesson.add_argument("file", metavar="FILE", help="a lesson file, or the name of one that ships")

    check = add("check", "Says what is wrong in a lesson or scene file, line by line.")
    check.add_argument("file", metavar="FILE", nargs="?", help="a lesson or a scene")
    check.add_argument("--play", action="store_true", help="play it to its end as well")
    check.add_argument("--schema", action="store_true", help="print the JSON schema of lesson files")
    _add_json(check)

    challenges = add("challenges", "Lists the short tasks of the panels, and which of them are done on this machine.")
    challenges.add_argument("concept", metavar="ID", nargs="?", help="a concept; without it all")
    challenges.add_argument("--play", action="store_true", help="try the solution of each, and what must fail")
    challenges.add_argument("--clear", action="store_true", help="forget what is done")
    _add_json(challenges)

    selfcheck = add(
        "selfcheck", "Versions, devices, three steps of every concept, the engine process, a picture, films."
    )
    _add_json(selfcheck)
    selfcheck.add_argument("--report", action="store_true", help="write it into a file, with the last lines of the log")
    selfcheck.add_argument("--paths", action="store_true", help="leave the user's folders in the report as they are")

    bench = add("bench", "Measures every budget of speed and memory on this machine.")
    bench.add_argument("--panel", metavar="ID", help="only the rows of one panel, in less than half a minute")
    _add_json(bench)
    bench.add_argument("--long", action="store_true", help="also the memory over an hour of play, and every preset")

    new = add("new", "In a source checkout: makes the files of a new concept and its test.")
    new.add_argument("concept", metavar="ID", help="small letters, digits and _")
    return top


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_start(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    many: dict[str, Any] = {"nargs": "?"} if optional else {}
    what = "a concept, as `playground list` names it" + ("; or a lesson to be filmed" if optional else "")
    parser.add_argument("concept", metavar="ID|LESSON" if optional else "ID", help=what, **many)
    parser.add_argument("--preset", metavar="NAME", help="begin at this preset, as `playground describe ID` names it")
    parser.add_argument("--scene", metavar="F", help="continue this scene")
    parser.add_argument(
        "--load",
        metavar="F",
        action="append",
        default=[],
        help="open this data file; several where the panel has places",
    )
    parser.add_argument(
        "--set", metavar="NAME=VALUE", type=_change, action="append", default=[], help="a parameter; may be repeated"
    )
    parser.add_argument("--seed", metavar="N", type=_whole(0, 2**53), default=None, help="of the random numbers")


def _add_figure(figure: argparse.ArgumentParser) -> None:
    figure.add_argument(
        "panels",
        metavar="RECIPE|PANEL",
        nargs="+",
        help="a recipe F.figure.toml, a figure to be made again, or panels: ID[:PRESET][/PLOT][@STEP][,NAME=VALUE...]",
    )
    figure.add_argument("--out", metavar="F", help="where it goes: F.pdf, svg or png")
    figure.add_argument("--recipe", metavar="F.figure.toml", help="write the recipe by which it can be made again")
    figure.add_argument("--width", metavar="MM|NAME", type=_millimetres, help="mm, or a column such as nature-wide")
    figure.add_argument("--height", metavar="MM", type=float, help="of the whole figure")
    figure.add_argument("--columns", metavar="N", type=_whole(1, 26), help="panels in a row")
    figure.add_argument("--gap", metavar="MM", type=float, help="between the panels")
    figure.add_argument("--text", metavar="POINTS", type=float, help="the smallest text, 7 by default")
    figure.add_argument("--letters", metavar="FORM", help='"a", "A", "(a)", "a)" or "" for none')
    figure.add_argument("--theme", metavar="T", help="light, dark or projector")
    figure.add_argument("--legend", metavar="L", help="common: one for marks that agree; each: below every plot")
    figure.add_argument("--badges", action="store_true", help="say of each plot how far it can be trusted")
    figure.add_argument("--dpi", metavar="N", type=_whole(72, 1200), help="pixels an inch of a PNG, 300")
    figure.add_argument("--words", choices=("text", "paths"), help="how an SVG keeps its words, as text by default")
    figure.add_argument("--clear", action="store_true", help="without the ground")


def _millimetres(raw: str) -> float | str:
    try:
        return float(raw)
    except ValueError:
        return raw


def _add_sweep(sweep: argparse.ArgumentParser) -> None:
    sweep.add_argument("source", metavar="ID|FILE.sweep", help="a concept to be run, or the file of a study to be read")
    sweep.add_argument("--preset", metavar="NAME", help="begin at this preset")
    sweep.add_argument(
        "--vary",
        metavar="NAME=VALUES",
        type=_change,
        action="append",
        default=[],
        help="1,2,5 or lin:0:1:11 or log:1e-3:1:20 or * for all of a choice; may be repeated. Values that hold commas "
        "are parted by semicolons",
    )
    sweep.add_argument("--random", metavar="N", type=_whole(1, 10**7), help="draw N settings in place of the grid")
    sweep.add_argument("--settings", metavar="F.csv", help="the settings: a column a parameter, a row a setting")
    sweep.add_argument("--set", metavar="NAME=VALUE", type=_change, action="append", default=[], help="for all runs")
    sweep.add_argument("--load", metavar="F", action="append", default=[], help="open this data file in all runs")
    sweep.add_argument("--seed", metavar="N", type=_whole(0, 2**53), help="the first seed; that of the preset")
    sweep.add_argument("--seeds", metavar="N", type=_whole(1, 10**6), default=1, help="runs of each setting, 1")
    sweep.add_argument("--steps", metavar="N", type=_whole(0, 10**9), help="how many steps each run takes")
    sweep.add_argument("--metric", metavar="M", action="append", default=[], help="what is kept; all that is shown")
    sweep.add_argument("--every", metavar="K", type=_whole(1, 10**9), help="keep the metrics at every K-th step too")
    sweep.add_argument("--out", metavar="F.sweep", help="the file of the study; one that is there is gone on with")
    sweep.add_argument("--workers", metavar="N", type=_whole(1, 1024), help="processes; as many as there are cores")
    sweep.add_argument("--scheduler", metavar="ADDRESS|F.json", help="compute on a Dask cluster: tcp://host:8786")
    sweep.add_argument(
        "--resume", action="store_true", help="compute what FILE.sweep lacks, on --workers or --scheduler"
    )
    sweep.add_argument("--export", metavar="F", help="write the rows of FILE.sweep as .csv, .npz or .parquet")
    sweep.add_argument("--along", action="store_true", help="export the metrics along the way instead")
    sweep.add_argument("--row", metavar="N", type=_whole(0, 10**7), help="print the command that computes a row again")


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--compare",
        metavar="NAME=VALUE",
        type=_change,
        action="append",
        default=[],
        help="set a run beside it that differs in this: a parameter, seed or preset; may be repeated, * for all values",
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--steps", metavar="N", type=_whole(0, 10**12), help="play to step N of the run")
    parser.add_argument("--gestures", metavar="FILE", help="JSON lines, each applied at its step; - reads stdin")
    parser.add_argument("--job", metavar="NAME", action="append", default=[], help="run this job at the end")
    parser.add_argument("--arrays", metavar="A,B|all", type=_names, default=(), help="arrays to print")
    _add_json(parser)
    parser.add_argument("--csv", metavar="F", help="write the recorded metrics of every step")
    parser.add_argument("--npz", metavar="F", help="write the arrays and the recorded metrics")
    parser.add_argument("--weights", metavar="F.safetensors", help="write the weights of the net")
    parser.add_argument("--save", metavar="F", help="write the run as a scene")
    parser.add_argument("--script", metavar="F.py", help="write a plain torch script that prints the same numbers")


def _add_picture(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="F", help="where it goes: F.png, svg or pdf; F.mp4, gif or webp for a film")
    parser.add_argument("--size", metavar="WxH", type=_size, default=(1280, 720), help="in pixels, 1280x720 by default")
    parser.add_argument("--theme", metavar="T", default="light", help="light, dark or projector")
    parser.add_argument("--scale", metavar="PERCENT", type=_whole(85, 200), default=100, help="text size, 85 to 200")
    parser.add_argument("--from", metavar="M", dest="first", type=_whole(0, 10**12), help="a film's first step, 0")
    parser.add_argument("--every", metavar="K", type=_whole(1, 10**9), help="a film shows every K-th step, 1")
    parser.add_argument("--fps", metavar="F", type=_whole(1, 60), help="a film's pictures a second: 30, a GIF's 25")
    parser.add_argument("--pace", metavar="P", type=_pace, help="a film's steps a second, or story")
    parser.add_argument("--hold", metavar="A,B", type=_holds, help="s that a film's first and last picture stay longer")
    parser.add_argument("--words", choices=("text", "paths"), help="how an SVG keeps its words, as text by default")
    parser.add_argument("--clear", action="store_true", help="PNG, SVG and PDF without the ground")
    parser.add_argument(
        "--progress", action="store_true", help="print JSON lines of how far it is; the end of the input cancels"
    )
    parser.add_argument("--sheet", metavar="F.png", help="every panel in every theme on one sheet")
    parser.add_argument(
        "--thumbnails",
        action="store_true",
        help="remake the gallery's pictures in assets/; with ID those of its presets",
    )
