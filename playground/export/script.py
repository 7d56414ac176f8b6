"""A run as one plain script for torch that prints the same final numbers, without this program."""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from textwrap import indent
from types import CodeType, FrameType
from typing import Any

from torch import Tensor

from playground import __version__
from playground.engine import device as devices
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.engine.run.session import Session
from playground.engine.run.source import MADE
from playground.export.bundle import Bundle, bundle
from playground.export.shots import rewound
from playground.export.sources import Called, Key

_PLAIN = 200  # numbers of a tensor that stand in the script as they are; more are packed
_SHORT = 300  # lines

Place = tuple[str, int, str]  # of a function: file, line, name


def write_script(path: str | Path, session: Session) -> None:
    """Writes the script of a run that has taken a step.

    Raises:
        BadInput: the run has no numbers of a last step, or the file cannot be written.
    """
    write_bytes(path, script(session).encode())


def script(session: Session) -> str:
    """The script of a run: its parameters, seed and acts as values, and the definitions that it reaches.

    Raises:
        BadInput: the run stands at its start or right after an act, where no step has told numbers; or it needs
            more of the program than its own functions.
    """
    if session.info is None:
        raise BadInput("script: a script prints the numbers of a run's last step; take a step first", "script")
    called = _trace(session)
    # A function whose result is kept from an earlier run is not seen by the trace: then nothing is left out.
    choices: list[Called] = [lambda code: _place(code) in called, lambda code: True]
    # Data that come from files of this program stand in the script as values, as the user's own do.
    makes = (True, False) if session.run.base.source == MADE else (False,)
    reason = "it needs more than its own functions"
    for chosen, made in ((chosen, made) for chosen in choices for made in makes):
        try:
            text = _bundle(session, chosen, made)
        except LookupError as error:
            reason = str(error)
            continue
        if _output_of(text) == _lines(session):
            return text
    raise BadInput(f"script: this run cannot be told without the program: {reason}", "script")


def _lines(session: Session) -> str:
    """What a script must print."""
    values = recorded(session.info)
    return "".join(f"{name} {_number(values[name])}\n" for name in _comment_lines(session))


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, Tensor) else value


def _output_of(text: str) -> str:
    """What a script prints, by running it; empty if it fails."""
    out = io.StringIO()
    with devices.preparation(), redirect_stdout(out):
        try:
            exec(compile(text, "script", "exec"), {"__name__": "__main__"})  # as it is run by hand
        except Exception:
            return ""
    return out.getvalue()


def _bundle(session: Session, called: Called, made: bool) -> str:
    """The script with the data made again, or as values."""
    model, base = session.concept.model, session.run.base
    roots: dict[str, Any] = {"Ctx": Ctx, "init": model.init, "step": model.step}
    if made:
        roots["make_data"] = model.make_data
    if any("kind" in entry for entry in session.log):
        roots |= {"apply": model.apply, "Gesture": Gesture}
    kinds = {} if made else {kind.__qualname__: kind for kind in _kinds(base.data)}
    found = bundle([*roots.values(), *kinds.values()], called)
    names = {name: found.names[_key(root)] for name, root in (roots | kinds).items()}
    data = "" if made else f"data = {_literal(base.data, names)}\n"
    return _text(session, found, names, data)


def _key(root: Any) -> Key:
    return root.__module__, root.__qualname__


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno, code.co_name


def _trace(session: Session) -> set[Place]:
    """The functions that the run calls, seen by running it once more."""
    with _tracing() as called:
        rewound(session).seek(session.step)
    return called


@contextmanager
def _tracing() -> Iterator[set[Place]]:
    """The functions that are called while this lasts; what is remembered from before is computed anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("playground.concepts.", "playground.engine.")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and not isinstance(value, type):
                    value.cache_clear()
    called: set[Place] = set()
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code not in seen:
            seen.add(frame.f_code)
            called.add(_place(frame.f_code))

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


# ---- data as values


def _kinds(part: Any) -> dict[type, None]:
    """The kinds of named tuples in a tree."""
    found: dict[type, None] = {}
    if isinstance(part, tuple):
        if hasattr(part, "_fields"):
            found[type(part)] = None
        for inner in part:
            found |= _kinds(inner)
    return found


def _literal(part: Any, names: Mapping[str, str]) -> str:
    """A tree as Python writes it."""
    if isinstance(part, Tensor):
        return _tensor(part.detach().cpu().contiguous())
    if hasattr(part, "_fields"):
        inner = (f"{name}={_literal(value, names)}" for name, value in zip(part._fields, part, strict=True))
        fields = indent(",\n".join(inner), "    ")
        return f"{names[type(part).__qualname__]}(\n{fields},\n)"
    if isinstance(part, tuple):
        return f"({', '.join(_literal(value, names) for value in part)}{',' if len(part) == 1 else ''})"
    return f"float({str(part)!r})" if isinstance(part, float) and part - part != 0 else repr(part)


def _tensor(values: Tensor) -> str:
    if values.numel() <= _PLAIN and bool(values.isfinite().all()):
        return f"torch.tensor({values.tolist()!r}, dtype={values.dtype}).reshape({tuple(values.shape)})"
    packed = base64.b64encode(values.numpy().tobytes()).decode()
    return f'packed("{packed}", {values.dtype}, {tuple(values.shape)})'


_PACKED = '''def packed(text, dtype, shape):
    """Numbers that were packed as base64."""
    return torch.frombuffer(bytearray(base64.b64decode(text)), dtype=dtype).reshape(shape)
'''

# ---- the text


def _text(session: Session, found: Bundle, names: Mapping[str, str], data: str) -> str:
    imports = {*found.imports, "import torch", "from types import SimpleNamespace"}
    if "packed(" in data:
        imports.add("import base64")
    base = session.run.base
    values = base.params.model_dump().items()
    # In place of the run's own loop: each of the acts at its step, before the step is taken.
    names = {"make_data": "", "apply": "", "Gesture": "", **names}
    ctx = f'{names["Ctx"]}(torch.device("cpu"), {session.dtype}, seed, '
    begin = [
        "torch.set_num_threads(1)  # sums over several threads round differently",
        f"seed = {base.seed}",
        f"params = SimpleNamespace({', '.join(f'{name}={value!r}' for name, value in values)})",
        f"acts = {_acts(session.log)}",
        "",
        data.rstrip() or f'data = {names["make_data"]}(params, {ctx}"data"))',
        f'state = {names["init"]}(params, data, {ctx}"init"))',
        f'ctx = {ctx}"step")',
    ]
    loop = [
        f"for number in range({session.step}):",
        *(_ACTING.format(ctx=ctx, **names).splitlines() if session.log else []),
        f"    state, info = {names['step']}(params, data, state, ctx.at(number))",
        "",
        f"for name in {_comment_lines(session)!r}:",
        "    value = info",
        "    for part in name.split('.'):",
        "        value = getattr(value, part)",
        "    print(name, value.item() if isinstance(value, torch.Tensor) else value)",
    ]
    code = [found.text, _PACKED if "packed(" in data else "", "\n".join(begin), "\n".join(loop)]
    body = "\n\n\n".join(part.rstrip() for part in code if part) + "\n"
    head = ["from __future__ import annotations", "", *sorted(imports, key=_by_kind), "", ""]
    return "\n".join([_header(session, body), *head, body])


_ACTING = """\
    for index, act in enumerate(acts):
        if act[0] == number and act[1] is None:
            params = SimpleNamespace(**{{**vars(params), **act[2]}})
        elif act[0] == number:
            data, state = {apply}(params, data, state, {Gesture}(act[1], act[2]), {ctx}"gesture", index))"""


def _by_kind(line: str) -> tuple[bool, str]:
    """Whole modules first, then names of them."""
    return line.startswith("from "), line


def _acts(log: list[dict[str, Any]]) -> str:
    """The log as (step, kind or None, values), one a line."""
    lines = [
        f"({entry['step']}, {entry.get('kind')!r}, "
        f"{entry.get('set', {name: value for name, value in entry.items() if name not in ('step', 'kind')})!r}),"
        for entry in log
    ]
    return "[\n" + indent("\n".join(lines), "    ") + "\n]" if lines else "[]"


def _comment_lines(session: Session) -> list[str]:
    """The metrics among what the last step told."""
    return [name for name in recorded(session.info) if session.concept.declaration.metric(name)]


def _header(session: Session, body: str) -> str:
    lines, numpy = body.count("\n"), " and numpy" if "np." in body else ""
    parts = [
        f'"""{session.concept.declaration.card.title}: seed {session.run.base.seed}, {session.step} steps.',
        "",
        "Prints the numbers that the last step tells.",
        f"Needs torch 2.6 or newer{numpy}, and nothing of the playground ({__version__}) that wrote it.",
        "What this run does not reach was left out: other parameters may need more.",
    ]
    if lines > _SHORT:
        parts.append(f"It is long, {lines} lines, since this run needs that many.")
    return "\n".join([*parts, '"""', ""])
