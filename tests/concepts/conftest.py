"""Spoilt models are run where their panel changed, and in the long run."""

from __future__ import annotations

import extent
import pytest

from playground import catalog


@pytest.fixture(autouse=True)
def _spoilt_where_it_matters(request: pytest.FixtureRequest) -> None:
    """Skips a spoilt model of a panel that nobody has touched; each of them costs a run of a claim."""
    name = getattr(request.node, "originalname", "") or ""
    if not name.startswith("test_a_spoilt_model"):
        return
    given = request.node.callspec.params
    panel = given.get("panel") or given.get("concept_id")
    panel = panel or request.module.__name__.removeprefix("test_").removesuffix("_claims")
    if not extent.whole(request.config, panel):
        pytest.skip("in the long run, and where the panel was touched")
    # What is imported while a part is spoilt would keep that part.
    catalog.load(panel)
