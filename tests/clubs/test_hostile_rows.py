"""Invalid values stored by earlier versions (too deep, NaN, lone surrogates) break neither exports nor erasing."""

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import ledger
from scorekeeper.clubs import erasing, exporting
from scorekeeper.clubs.standings import Period
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Match, db
from tests.clubs.evenings import a_club, play

pytestmark = pytest.mark.sqlite  # PostgreSQL refuses some of these values

DEEP = '{"a":' * 950 + '"Anna"' + "}" * 950
HOSTILE = {
    "too deep": DEEP,
    "lists too deep": "[" * 900 + '"Anna"' + "]" * 900,
    "no number": '{"a": NaN, "b": -Infinity}',
    "half a character": '{"a": "\\ud800", "\\udfff": "Anna"}',
    "a NUL": '{"a": "\\u0000Anna"}',
}


def told(match: Match, entry: str) -> None:
    """A log line as early versions stored it, without checks."""
    change = ledger.decline(match, "record", 1, {}, actor="Anna", key=f"k{len(entry)}")
    assert change is not None
    db.session.commit()
    after = f'{{"declined": {{"kind": "record", "entry": {entry}}}}}'
    db.session.execute(
        text("UPDATE change SET after = :after WHERE match_id = :match AND number = :number"),
        {"after": after, "match": match.id, "number": change.number},
    )
    db.session.commit()
    db.session.expire_all()


def lines_of(club: Club) -> list[Any]:
    return [json.loads(line, parse_constant=pytest.fail) for line in exporting.match_lines(club, Period())]


@pytest.mark.parametrize("what", HOSTILE)
def test_every_match_goes_out_in_plain_ascii_json(app: Flask, what: str) -> None:
    with app.app_context():
        club = a_club("Anna", "Bruno", "Carla", "Dino")
        told(play(club, "Anna", "Bruno", "Carla", "Dino"), HOSTILE[what])
        (document,) = lines_of(club)
        assert [line["kind"] for line in document["log"]][-1] == "decline"
        assert all(line.isascii() for line in exporting.match_lines(club, Period()))
        assert ledger.log_lines(ledger.changes(db.session.query(Match).one()))


@pytest.mark.parametrize("what", HOSTILE)
def test_a_person_is_erased_whatever_was_sent(app: Flask, what: str) -> None:
    with app.app_context():
        club = a_club("Anna", "Bruno", "Carla", "Dino")
        told(play(club, "Anna", "Bruno", "Carla", "Dino"), HOSTILE[what])
        done = erasing.erase_person(club, erasing.find_person(club, "Anna"))
        db.session.commit()
        assert done.matches == 1
        rows = db.session.execute(text("SELECT after, actor FROM change")).all()
        assert "Anna" not in repr(rows)
