"""Pairs that must not meet: the organiser's page, the pairing's notice, the desk and the paper (TOU-39)."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments import entries, keeping
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.results import results
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import read
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round, publish_next

SYSTEM = {"kind": "danese", "rounds": 3, "first": "entry"}


def address_of(app: Flask, club: str, **fields: Any) -> tuple[int, str]:
    """A tournament's number, and the address of the page of a new one with four pairs."""
    with app.app_context():
        made = a_tournament(club, 4, **{"system": SYSTEM, **fields})
        db.session.commit()
        return made.id, f"/c/{club}/tournaments/{made.id}"


def forbidden(app: Flask, number: int) -> Any:
    with app.app_context():
        return db.session.get_one(Tournament, number).document["system"].get("forbidden")


def test_two_entries_are_kept_apart_and_the_settings_form_keeps_them(app: Flask, club: str, owner: FlaskClient) -> None:
    number, address = address_of(app, club)
    for one, other in (("1", "2"), ("2", "1")):  # the second time by another phone
        assert owner.post(f"{address}/apart", data={"one": one, "other": other}).status_code == 303
    assert forbidden(app, number) == [[1, 2]]
    assert "Pair 2" in owner.get(f"{address}/apart").text
    form = {"name": "Cup", "preset": "buraco/burraco", "scoring": "vp-4", "day": "2026-11-27"}
    form |= {"system": "mixed", "first": "entry", "mitchell_rounds": "1", "then": "danese", "then_rounds": "1"}
    assert owner.post(f"{address}/edit", data={**form, "seen": "1"}).status_code == 303
    assert forbidden(app, number) == [[1, 2]]
    assert owner.post(f"{address}/apart", data={"one": "2", "other": "1", "do": "allow"}).status_code == 303
    assert forbidden(app, number) is None
    with app.app_context():
        log = keeping.lines(db.session.get_one(Tournament, number), 9)
        assert [line.kind for line in log] == ["allow", "agreed", "forbid", "made"]


def test_what_is_no_pair_of_entries_is_refused(app: Flask, club: str, owner: FlaskClient) -> None:
    number, address = address_of(app, club)
    for one, other in (("1", "1"), ("", "2"), ("1", ""), ("1", "9"), ("x", "2")):
        assert owner.post(f"{address}/apart", data={"one": one, "other": other}).status_code == 422
    assert forbidden(app, number) is None


def test_groups_and_brackets_are_not_changed_by_a_pair_once_they_are_drawn(
    app: Flask, club: str, owner: FlaskClient
) -> None:
    number, address = address_of(app, club, system={"kind": "knockout", "forbidden": [[1, 2]]})
    with app.app_context():
        publish_next(db.session.get_one(Tournament, number))
        db.session.commit()
    for data in ({"one": "3", "other": "4"}, {"one": "1", "other": "2", "do": "allow"}):
        assert owner.post(f"{address}/apart", data=data).status_code == 422
    assert "undo all rounds" in owner.get(f"{address}/apart").text
    assert forbidden(app, number) == [[1, 2]]


def test_a_deleted_entry_takes_its_pairs_with_it(app: Flask, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 4, system={**SYSTEM, "forbidden": [[1, 2], [3, 4], [2, 3]]})
        entries.remove(made, [2], ACTOR)
        assert made.document["system"]["forbidden"] == [[3, 4]]


def test_pairing_desk_and_paper_say_who_meets_all_the_same(app: Flask, club: str, owner: FlaskClient) -> None:
    number, address = address_of(app, club, system={**SYSTEM, "forbidden": [[1, 2], [1, 3], [1, 4]]})
    assert "find no pairing without it: 1–2." in owner.get(f"{address}/pair").text
    with app.app_context():
        made = db.session.get_one(Tournament, number)
        play_round(made)
        (block,) = results(read(made.document), Wanted("A4", "en")).blocks
        assert block.notes == ("Table 1: numbers 1–2 were not to meet.",)
    assert "must not meet: 1–2" in owner.get(address).text
