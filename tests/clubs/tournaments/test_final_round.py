"""The final and the match for third place are named wherever their tables are; no entries after the last round."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, exporting, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments.table_states import table_states
from scorekeeper.paper.tournaments.pages import pages_of
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.tournaments.at_tables import HAND, PLAYED, do, match_at, play
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.paper.tournament_papers import wanted
from tests.tournaments.made import CUP


def at_the_final(app: Flask, club: str, *, published: bool = True) -> str:
    """The address of a cup of four whose semi-finals are played."""
    with app.app_context():
        made = a_tournament(club, 4, system=CUP)
        play_round(made)
        if published:
            publish_next(made)
            db.session.commit()
        return f"/c/{club}/tournaments/{made.id}"


@pytest.mark.parametrize("page", ["", "/rounds/2", "/rounds/2/typed", "/pair"])
def test_pages_tell_the_final_from_the_match_for_third_place(
    app: Flask, scorer: FlaskClient, club: str, page: str
) -> None:
    there = at_the_final(app, club, published=page != "/pair")
    text = scorer.get(there + page).text
    text = text[text.index("<main") :]
    final, third = (re.search(rf"(>|· ){name}<", text) for name in ("Final", "Third place"))
    assert final is not None
    assert third is not None
    assert final.start() < third.start()
    assert "Third place" not in scorer.get(f"{there}/rounds/1").text


def test_after_the_final_the_desk_leads_to_the_ranking(app: Flask, scorer: FlaskClient, club: str) -> None:
    text = scorer.get(at_the_final(app, club)).text
    assert "Final ranking" in text
    assert "Pair round 3" not in text


def test_slips_tell_the_final_from_the_match_for_third_place(app: Flask, club: str, scorer: FlaskClient) -> None:
    there = at_the_final(app, club)
    document = scorer.get(f"{there}/document.json").json
    ((html, _copies),) = pages_of("slips", document, wanted(round=2, per_page=2))
    assert re.findall(r">(Final|Third place)", html) == ["Final", "Third place"]


def test_after_the_last_round_nobody_is_entered(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 4, system={"kind": "danese", "rounds": 2})
        play_round(made)
        there = f"/c/{club}/tournaments/{made.id}/entries"
        assert 'id="enter"' in scorer.get(there).text
        publish_next(made)
        db.session.commit()
    text = scorer.get(there).text
    assert 'id="enter"' not in text
    assert "No round is left" in text


def test_one_tap_settles_a_call_and_what_the_phones_say(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 4)
        publish_next(made)
        play(match_at(made, 1))
        enter(made, 1, 1, 2450, 1315)
        db.session.commit()
        number = made.id
    there = f"/c/{club}/tournaments/{number}"
    assert "Keep entered result" in scorer.get(there).text
    phones = '{"points": [2400, -240]}'
    assert scorer.post(f"{there}/rounds/1/tables/1/come", data={"phones": phones}).status_code == 303
    assert "Keep entered result" not in scorer.get(there).text
    with app.app_context():
        made = db.session.get_one(Tournament, number)
        assert PLAYED == {"points": [2400, -240]}
        assert table_states(made, 1)[1].state == "settled"
        there_too = accounts.create_club("There")
        lines = exporting.lines(db.session.get_one(Club, made.club_id), Period())
        importing.import_matches(there_too, [line.encode() for line in lines], actor="")
        copy = db.session.scalars(select(Tournament).where(Tournament.club_id == there_too.id)).one()
        assert table_states(copy, 1)[1].state == "settled"
        one, other = HAND["sides"]
        corrected = {**HAND, "sides": [{**one, "melds": 400}, other]}
        do(ledger.correct, match_at(made, 1), 4, corrected)  # now the phones have another result
        assert table_states(made, 1)[1].state == "differs"
