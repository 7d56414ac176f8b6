"""The manual page `playground(1)`, made from the command line's own parser, so that it cannot drift."""

from __future__ import annotations

import argparse
import datetime
import re

from playground import cli

FILES = """
.SH FILES
.TP
.I *.mlscene, *.scene.json
A scene: one run, as data.
.TP
.I *.mllesson, *.lesson.toml
A lesson: a text file of beats.
.TP
.I *.sweep
A study: many runs with their settings and results, an SQLite database.
.TP
.I ~/.local/state/ml-playground
Settings, autosaved sessions, the log and reports.
.SH ENVIRONMENT
.TP
.B PLAYGROUND_DEVICE
.I cpu
lets no graphics card compute.
.SH EXIT STATUS
0 it ran; 1 a fault of the program, or a check that does not hold; 2 bad input, with one line that names it.
"""


def page(version: str, date: datetime.date) -> str:
    """The page in the man macros of roff."""
    top = cli.parser()
    parts = [
        f'.TH PLAYGROUND 1 "{date.isoformat()}" "playground {version}" "User commands"',
        ".SH NAME\nplayground \\- live panels that show how machine learning works",
        ".SH SYNOPSIS\n.B playground\n.RI [ FILE | LINK ]\n.br\n.B playground\n.I COMMAND\n.RI [ OPTIONS ]",
        f".SH DESCRIPTION\n{_plain(top.description or '')}",
        ".SH COMMANDS",
        *(_command(name, parser) for name, parser in commands(top).items()),
        FILES.strip(),
    ]
    return "\n".join(parts) + "\n"


def commands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Every command with its parser."""
    found = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices)


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    usage = re.sub(r"^usage: playground \S+ ?(\[-h\] ?)?", "", " ".join(parser.format_usage().split()))
    lines = [f".SS playground {_plain(name)} {_plain(usage)}", _plain(parser.description or "")]
    for action in parser._actions:
        if action.help and not isinstance(action, argparse._HelpAction):
            shown = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            value = f" {action.metavar}" if action.option_strings and action.metavar else ""
            lines.append(f".TP\n.B {_plain(shown + value)}\n{_plain(action.help)}")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """A text in roff: nothing in it is a macro, and a hyphen of an option stays one."""
    text = text.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return f"\\&{text}" if text.startswith((".", "'")) else text
