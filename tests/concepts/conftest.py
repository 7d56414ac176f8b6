"""Spoilt models are run where their panel changed, and in the long run."""

from __future__ import annotations

from collections.abc import Iterator

import extent
import pytest
import spoiling

from playground import catalog


@pytest.fixture(autouse=True)
def _spoilt_where_it_matters(request: pytest.FixtureRequest) -> Iterator[None]:
    """Skips a spoilt model of a panel that nobody has touched, and keeps nothing from before it or of it."""
    name = getattr(request.node, "originalname", "") or ""
    if not name.startswith("test_a_spoilt_model"):
        yield
        return
    given = request.node.callspec.params
    panel = given.get("panel") or given.get("concept_id")
    panel = panel or request.path.stem.removeprefix("test_").removesuffix("_claims")
    assert panel in catalog.ids(), f"{request.path.name} does not say whose model is spoilt"
    if not extent.whole(request.config, panel):
        pytest.skip("in the long run, and where the panel was touched")
    # What is imported while a part is spoilt would keep that part.
    catalog.load(panel)
    spoiling.fresh(panel)
    yield
    spoiling.fresh(panel)
