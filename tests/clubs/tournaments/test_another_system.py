"""A system is one class: declared here, it is offered by the form, checked, played, printed and exported."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament as Row
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes.entries import enter, read_newcomer
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import ROUNDS, Flag, Whole
from scorekeeper.tournaments.pairing import Draft, first_order, next_number, numbered
from scorekeeper.tournaments.system import System, all_variants
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.tournament_pages.settings_form import usual
from tests.clubs.tournaments.evening import play_round
from tests.support.page import Page
from tests.tournaments.made import refused, tournament

STYLES = Path(__file__).parents[3] / "static" / "css" / "tournaments.css"


@dataclass(frozen=True)
class Ladder(System):
    """Neighbours in the first order meet; after each round the order moves on by some places."""

    places: int = 1
    backwards: bool = False

    kind = "ladder"
    title = "Ladder"
    blurb = "Neighbours on a ladder meet."
    options = (
        ROUNDS,
        Whole("places", "Places to move", "TOU-99", usual="3", high=9, default=1),
        Flag("backwards", "Move down", "TOU-99", more=True),
    )

    def is_over(self, tournament: Tournament) -> bool:
        """True if all rounds are played."""
        return len(tournament.rounds) >= self.rounds

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the neighbours of the order as it has moved on; the last of an odd number has the bye."""
        present = self.members(tournament)
        order = [entrant for entrant in first_order(tournament) if entrant in present]
        moved = self.places * (next_number(tournament) - 1) * (-1 if self.backwards else 1) % len(order)
        order = order[moved:] + order[:moved]
        pairs = zip(order[0::2], order[1::2], strict=False)
        return Draft(numbered([((one,), (other,)) for one, other in pairs]), tuple(order[len(order) // 2 * 2 :]), [])


AGREED = {"kind": "ladder", "rounds": 2}


@pytest.fixture(autouse=True)
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the system to the others."""
    monkeypatch.setitem(SYSTEMS, Ladder.kind, Ladder)


def test_the_form_offers_it_and_the_evening_is_played_and_printed(app: Flask, scorer: FlaskClient, club: str) -> None:
    form = Page(scorer.get(f"/c/{club}/tournaments/new").text)
    assert all(text in form.text for text in ("Ladder: Neighbours on a ladder meet.", "Places to move", "Move down"))
    assert form.fields["places"] == "3"
    agreed = usual() | {"name": "Autumn cup", "day": "2026-11-27", "system": "ladder", "rounds": "2", "backwards": "1"}
    address = scorer.post(f"/c/{club}/tournaments/new", data=agreed).location
    assert scorer.post(f"{address}/edit", data=Page(scorer.get(f"{address}/edit").text).fields).status_code == 303
    with app.app_context():
        (row,) = db.session.scalars(select(Row))
        assert row.document["system"] == {
            "kind": "ladder",
            "first": "lots",
            "rounds": 2,
            "places": 3,
            "backwards": True,
        }
        row.document = enter(
            row.document, [read_newcomer([name]) for name in ("Anna", "Bruno", "Carla", "Dino", "Elsa")]
        )
        play_round(row)
        play_round(row)
        document = row.document
    assert api.pair(document)["tables"] is None
    assert "Ladder" in scorer.get(address).text
    assert "Final ranking" in scorer.get(f"{address}/standings").text
    for paper in ("standings", "grid", "draw"):
        assert scorer.get(f"{address}/papers/{paper}.pdf").mimetype == "application/pdf"


def test_its_settings_are_checked_and_so_are_rounds_paired_by_hand() -> None:
    assert refused(tournament(4, system={"kind": "ladder", "rounds": 1, "places": 10, "step": 1})) == [
        ("system.step", None),
        ("system.places", "TOU-99"),
    ]
    tables = [{"table": 1, "sides": [1, 2], "points": [100, 0]}, {"table": 2, "sides": [3, 4], "points": [100, 0]}]
    twice = tournament(
        4, {"tables": tables}, {"tables": tables}, system={"kind": "ladder", "rounds": 2, "first": "entry"}
    )
    assert {difference["kind"] for difference in api.check(twice)["differs"]} == {"rematch"}


def test_every_choice_of_the_form_has_its_number_in_the_style_sheet() -> None:
    numbers = set(re.findall(r'\[data-system="(\d+)"\]', STYLES.read_text("utf-8")))
    assert len(all_variants()) <= len(numbers)
