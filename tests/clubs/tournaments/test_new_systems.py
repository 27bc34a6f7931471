"""Documents of the federations' systems are imported, shown, paired and printed."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import importing
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments import api
from tests.clubs.conftest import the_club
from tests.clubs.test_night_papers import opened
from tests.clubs.tournaments.evening import ACTOR, BURRACO, play_round
from tests.support.fuzzing import in_turn, shared_out
from tests.tournaments.made import play_on, tournament
from tests.tournaments.test_flights import in_flights
from tests.tournaments.test_mixed import DANESE, MITCHELL, mixed
from tests.tournaments.test_stages import SYSTEM as STAGES

pytestmark = pytest.mark.usefixtures("in_the_usual_size")

PAGES = ("", "/edit", "/log", "/entries", "/entries/1", "/standings", "/rounds/1", "/pair", "/papers", "/wall", "/door")
PAPERS = ("draw", "standings", "slips", "results", "grid", "prize-list", "certificate")  # one of each kind, in turn
KINDS: dict[str, Any] = {
    "modified": ({"system": {"kind": "danese", "rounds": 5, "rematch": "previous"}}, 2),
    "mixed": ({"system": mixed(MITCHELL, DANESE)}, 1),
    "flights": ({"system": in_flights(carry=False)}, 2),
    "stages": ({"system": STAGES}, 4),
    "lowest": ({"game": "scala40", "variant": None, "scoring": {"kind": "match"}}, 1),
}

SAID = {
    "modified": "Danese, modified",
    "mixed": "Mitchell, then Danese",
    "flights": "Mixed system",
    "stages": "Groups twice, then knock-out",
    "lowest": "fewest points win",
}


@pytest.mark.parametrize("turn, kind", shared_out(enumerate(KINDS), 0, 2))
def test_it_is_imported_shown_paired_and_printed(
    app: Flask, scorer: FlaskClient, club: str, turn: int, kind: str
) -> None:
    fields, played = KINDS[kind]
    document = play_on(tournament(12, **{**BURRACO, **fields}), played)
    with app.app_context():
        of = the_club(club)
        importing.import_matches(of, [json.dumps(document).encode()], actor="Olga")
        db.session.commit()
        made = db.session.scalars(select(Tournament).where(Tournament.club_id == of.id)).one()
        play_round(made)
        seated = rounds.publish(made, made.version, api.pair(made.document), actor=ACTOR)
        db.session.commit()
        assert len(seated) == len(made.document["rounds"][-1]["tables"]) > 0
        address = f"/c/{club}/tournaments/{made.id}"
    for page in shared_out(PAGES, turn // 2 % 2, 2):
        answer = scorer.get(address + page)
        assert answer.status_code == 200, page
        assert "<h1" in answer.text or page == "/wall"
    assert SAID[kind] in scorer.get(address).text
    for paper in in_turn(PAPERS, 2 * turn):
        assert opened(scorer, f"{address}/papers/{paper}.pdf").pages, paper  # certificates for everybody are a job
