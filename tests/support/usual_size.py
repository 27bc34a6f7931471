"""Papers in the usual size of their type, for tests of what they say.

To find the largest type that fits, a list is laid out three times before it is printed. That changes none of its
texts. `tests/paper` and `test_season_papers` test how papers fit.
"""

import pytest


@pytest.fixture
def in_the_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rankings, lists and floor plans are not laid out to find the size of their type."""
    from scorekeeper.paper import page
    from scorekeeper.paper.tournaments import pages

    monkeypatch.setattr(pages, "sizes_for", lambda rows, posted: ())
    monkeypatch.setattr(pages, "best_size", lambda sizes, pages_at: None)
    monkeypatch.setattr(pages, "_plan_fitted", lambda sheet: (1.0, 20.0))
    monkeypatch.setattr(page, "sizes_for", lambda rows: ())
