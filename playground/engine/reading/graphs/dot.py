"""DOT, the language of Graphviz: nodes, chains of edges, and groups of either; attributes but the label are dropped."""

from __future__ import annotations

import re
from typing import NoReturn

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.graph_file import GraphFile, Member, assembled

_SKIPPED = re.compile(
    r'("(?:[^"\\]|\\.)*(?:"|\\?\Z))|//[^\n]*|/\*.*?(?:\*/|\Z)|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE
)
_TOKEN = re.compile(
    r'\s*(?:"((?:[^"\\]|\\.)*)"|(->|--|[{}\[\];,=:])|(-?(?:\.\d+|\d+(?:\.\d*)?)|[^\W\d]\w*)|(<))', re.DOTALL
)
_MOST_LINKS = 2_000_000
_Token = tuple[str, bool]  # a word, and whether it is a sign of the language


def read_dot(name: str, text: str) -> list[GraphFile]:
    """The graphs of a DOT file.

    Raises:
        BadInput: its brackets or its words do not fit.
    """
    tokens = _tokens(name, _SKIPPED.sub(lambda found: found[1] or " ", text))
    found, at = [], 0
    while at < len(tokens):
        reader = _Reader(name, tokens, at)
        found.append(reader.graph())
        at = reader.at
    return found


def _tokens(name: str, text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at, text = 0, text.strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            rest = " ".join(text[at : at + 40].split())
            raise BadInput(f"{name} is not a DOT file: {rest[:30]!r} is no word of it", "file")
        at = match.end()
        if match[4]:  # a label in HTML, in brackets that may nest
            depth, begin = 1, at
            while depth and at < len(text):
                depth += {"<": 1, ">": -1}.get(text[at], 0)
                at += 1
            tokens.append((re.sub(r"<[^<>]*>", " ", text[begin : at - 1]).strip(), False))
        elif match[1] is not None:
            tokens.append((match[1].replace('\\"', '"'), False))
        else:
            tokens.append((match[2] or match[3], bool(match[2])))
    return tokens


class _Reader:
    """Reads one graph from the tokens; groups are kept on a stack, so that they may be nested however deep."""

    def __init__(self, name: str, tokens: list[_Token], at: int) -> None:
        self.name, self.tokens, self.at = name, tokens, at
        self.labels: dict[str, str] = {}
        self.nodes: dict[str, bool] = {}  # whether it says more than its label
        self.links: list[tuple[str, str]] = []
        self.more = False

    def graph(self) -> GraphFile:
        """The graph that begins here; afterwards `at` stands behind it."""
        word = self._word().lower()
        if word == "strict":
            word = self._word().lower()
        if word not in ("graph", "digraph"):
            self._fault(f"{word[:20]!r} is neither graph nor digraph")
        if not self._is("{"):
            self._word()
        self._take("{")
        self._statements()
        nodes = [Member((node,), self.labels.get(node, ""), None, more) for node, more in self.nodes.items()]
        edges = [Member(link, "", None, self.more) for link in self.links]
        return assembled(self.name, nodes, edges, word == "digraph")

    def _statements(self) -> None:
        """All statements to the closing bracket. For each open group: its nodes, and what was joined to it."""
        groups: list[tuple[dict[str, None], list[str]]] = [({}, [])]
        before: list[str] = []  # the left end of the edge that goes on here
        while groups:
            if self._is("}"):
                self.at += 1
                inside, left = groups.pop()
                if groups:
                    groups[-1][0].update(inside)
                    before = self._joined(left, list(inside))
                    self.more = bool(self._attributes()) or self.more
                continue
            if self._is(";") or self._is(","):
                self.at += 1
                before = []
                continue
            if self._is("{") or self._keyword() == "subgraph":
                if not self._is("{"):
                    self.at += 1
                    if not self._is("{"):
                        self._word()
                self._take("{")
                groups.append(({}, before))
                before = []
                continue
            before = self._statement(before, groups[-1][0])

    def _statement(self, before: list[str], inside: dict[str, None]) -> list[str]:
        """A node with its attributes or as the next end of an edge, or a setting; the left end of an edge after it."""
        keyword = self._keyword()
        word = self._word()
        if self._is("="):
            self.at += 1
            self._word()
            return []
        if keyword in ("node", "edge", "graph") and self._is("["):
            self._attributes()
            return []
        self.nodes.setdefault(word, False)
        inside[word] = None
        while self._is(":"):  # a port
            self.at += 1
            self._word()
        chained = bool(before)
        left = self._joined(before, [word])
        if self._is("["):
            found = self._attributes()
            if chained:
                self.more = self.more or bool(found)
            else:
                label = found.pop("label", "")
                self.labels[word] = re.sub(r"\\[nlr]", " ", label).strip() if "\\N" not in label else ""
                self.nodes[word] = self.nodes[word] or bool(found)
        return left

    def _joined(self, before: list[str], ends: list[str]) -> list[str]:
        """Edges from all left ends to these; what an arrow behind them begins with, or nothing."""
        if len(self.links) + len(before) * len(ends) > _MOST_LINKS:
            raise BadInput(f"{self.name} joins groups by more than {_MOST_LINKS:,} edges", "file")
        self.links += [(a, b) for a in before for b in ends]
        if self._is("->") or self._is("--"):
            self.at += 1
            return ends
        return []

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._is("["):
            self.at += 1
            while not self._is("]"):
                key, value = self._word(), "true"
                if self._is("="):
                    self.at += 1
                    value = self._word()
                found[key.lower()] = value
                while self._is(";") or self._is(","):
                    self.at += 1
            self.at += 1
        return found

    def _is(self, sign: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] == (sign, True)

    def _keyword(self) -> str:
        word, sign = self.tokens[self.at] if self.at < len(self.tokens) else ("", True)
        return "" if sign else word.lower()

    def _take(self, sign: str) -> None:
        if not self._is(sign):
            self._fault(f"{sign} is missing")
        self.at += 1

    def _word(self) -> str:
        if self.at >= len(self.tokens):
            self._fault("it ends too early")
        word, sign = self.tokens[self.at]
        if sign:
            self._fault(f"{word} stands where a name is expected")
        self.at += 1
        return word

    def _fault(self, reason: str) -> NoReturn:
        raise BadInput(f"{self.name} is not a DOT file: {reason}", "file")
