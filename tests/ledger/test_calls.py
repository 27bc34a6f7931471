"""Calls in the ledger: each change is counted, so that open pages see it and none reacts to an older one."""

import pytest
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from tests.support.matches import TRUCO, start, won, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]


def count(match: Match) -> int:
    """The counter that open pages poll."""
    db.session.flush()
    db.session.refresh(match)
    shown = ledger.called(match)
    assert shown is not None
    return shown["number"]


def test_a_call_counts_unless_another_phone_called_meanwhile() -> None:
    match = start(TRUCO)
    db.session.commit()
    with Session(db.engine) as elsewhere:
        assert ledger.call(elsewhere.get_one(Match, match.id), "propose", 0, 0)
        elsewhere.commit()
    assert not ledger.call(match, "propose", 1, 0)
    assert ledger.call(match, "accept", 1, 1)
    assert count(match) == 2


def test_nothing_is_called_in_an_approved_match() -> None:
    match = start(TRUCO, won(0, 12))
    write(ledger.approve, match)
    assert not ledger.call(match, "propose", 0, 0)


def test_pages_of_the_told_sittings_hear_that_there_is_news() -> None:
    matches = [start(TRUCO) for _table in range(3)]
    ledger.call(matches[1], "propose", 0, 0)
    ledger.tell_pages([match.sitting_id for match in matches[:2]])
    assert [count(match) for match in matches] == [1, 2, 0]
