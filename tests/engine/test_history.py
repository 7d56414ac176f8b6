"""The history of a long run goes to the client by increments, and arrives whole."""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

import pytest

import playground.engine.run.series as series_module
from playground.engine.run.history import Sender, join
from playground.engine.run.series import Series


class Info(NamedTuple):
    status: str
    loss: float
    seen: int


def grow(series: Series, n: int) -> None:
    start = max(series.last, 0)
    series.extend([Info("running", (k * 7919 % 1013) / 7.0, k) for k in range(start + 1, start + n + 1)], {"loss": 5.0})


def whole(record: dict[str, Any]) -> dict[str, Any]:
    history = record["state"]["series"]
    return {**history, "table": base64.b64encode(bytes(history["table"])).decode()}


def test_increments_join_to_the_whole_through_pairings_and_another_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "LIMIT", 256)
    series, sender, client = Series(), Sender(), None
    sizes = []
    for n in (1, 40, 41, 100, 90, 7, 1, 300, 800, 3):
        grow(series, n)
        sender.pack(series)  # thrown away: the host may hold a record back
        record: dict[str, Any] = {"state": {"series": sender.pack(series)}}
        sender.confirm(record)
        sizes.append(len(record["state"]["series"]["rows"]) // 40)
        join(client, record)
        client = record
        assert whole(client) == series.dump()
    assert series.stride == 8
    assert sizes[1:4] == [41, 42, 101]  # one more than came: the last entry may have grown
    assert sizes[4:7] == [137, 4, 2]  # paired, so all of them; then the last bucket, which grew, and what came
    other = series.upto(500)
    record = {"state": {"series": sender.pack(other)}}
    sender.confirm(record)
    join(client, record)
    assert whole(record) == other.dump()
    restored, expected = Series.undump(record["state"]["series"]).get("loss", 10**6), other.get("loss", 10**6)
    assert restored is not None
    assert expected is not None
    assert restored[1].tolist() == expected[1].tolist()


def test_a_record_without_a_state_is_left_as_it_is() -> None:
    record: dict[str, Any] = {"step": 3}
    join(None, record)
    assert record == {"step": 3}


def test_after_a_record_without_a_state_the_whole_history_travels_again() -> None:
    series, sender = Series(), Sender()
    grow(series, 20)
    first: dict[str, Any] = {"state": {"series": sender.pack(series)}}
    sender.confirm(first)
    join(None, first)
    bare: dict[str, Any] = {"step": 0}
    sender.confirm(bare)
    join(first, bare)
    grow(series, 5)
    last: dict[str, Any] = {"state": {"series": sender.pack(series)}}
    sender.confirm(last)
    join(bare, last)
    assert whole(last) == series.dump()
