"""The installed PySide6 keeps the reference count of None; a release that does not ends the process in mid-lecture."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_calls_that_return_none_keep_its_reference_count() -> None:
    item = QObject()
    before = sys.getrefcount(None)
    for _ in range(300):
        item.setObjectName("name")
    assert abs(sys.getrefcount(None) - before) < 100
