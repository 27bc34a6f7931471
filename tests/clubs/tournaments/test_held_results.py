"""Results held back until the organiser reveals them: nobody else sees them, or a ranking that counts them."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments import json_lines, keeping, snapshots
from scorekeeper.clubs.tournaments.holding import hold_back
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.chat_texts import texts_of
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next

SECRET = ("7,777", "7777", "7.777")  # the winner's points in the held round
SYSTEM = {"kind": "danese", "rounds": 2, "first": "entry"}


class Held:
    """A tournament of four pairs whose second and last round is played and held back."""

    def __init__(self, app: Flask, club: str, since: int = 2) -> None:
        self.app = app
        with app.test_request_context():
            made = a_tournament(club, 4, system=SYSTEM)
            made.public = "nonce"
            for number in (1, 2):
                publish_next(made)
                for table in made.document["rounds"][-1]["tables"]:
                    enter(made, number, table["table"], 1000 if number == 1 else 7777, 500)
            hold_back(made, since, ACTOR)
            db.session.commit()
            self.number, self.address = made.id, f"/c/{club}/tournaments/{made.id}"
            self.players = public_address(made).removeprefix("http://localhost")

    def tournament(self) -> Tournament:
        return db.session.get_one(Tournament, self.number)


@pytest.fixture
def held(app: Flask, club: str) -> Held:
    return Held(app, club)


def shows_it(text: str) -> bool:
    return any(secret in text for secret in SECRET) or "Final ranking" in text


def public_pages(held: Held) -> list[str]:
    me = f"{held.players}/me/1"
    return [held.players, f"{held.players}/tables", f"{held.players}/ranking", f"{held.players}/ranking?live=1", me]


def test_players_page_and_wall_show_the_ranking_before_and_reveal_all_with_one_tap(
    held: Held, scorer: FlaskClient, member: FlaskClient
) -> None:
    phone = held.app.test_client()
    walls = [f"{held.address}/wall{kind}" for kind in ("", "?only=results", "?only=ranking")]
    for browser, pages in ((phone, public_pages(held)), (member, walls)):
        for page in pages:
            text = browser.get(page, follow_redirects=True).text
            assert not shows_it(text), page
            assert "from round 2 on follow later" in text
    assert "Ranking after round 1" in phone.get(f"{held.players}/ranking").text
    tag = phone.get(f"{held.players}/ranking").headers["ETag"]
    assert scorer.post(f"{held.address}/hold").status_code == 303
    answer = phone.get(f"{held.players}/ranking", headers={"If-None-Match": tag})
    assert (answer.status_code, shows_it(answer.text)) == (200, True)
    for page in (f"{held.players}/tables", f"{held.players}/me/1"):
        assert shows_it(phone.get(page, follow_redirects=True).text)
    with held.app.app_context():
        assert [line.kind for line in keeping.lines(held.tournament(), 2)] == ["reveal", "hold"]


def test_members_see_no_held_result_and_organisers_see_all(
    held: Held, scorer: FlaskClient, member: FlaskClient
) -> None:
    places = ("", "/rounds/2", "/standings", "/standings?live=1", "/papers/ranking.csv", "/document.json")
    for place in (*places, "/tournament.jsonl"):
        assert not shows_it(member.get(held.address + place).text), place
        assert place == "/tournament.jsonl" or shows_it(scorer.get(held.address + place).text), place
    assert member.get(f"{held.address}/rounds/1").status_code == 200
    assert [member.get(held.address + place).status_code for place in ("/rounds/2", "/tournament.jsonl")] == [403, 403]
    assert len(member.get(f"{held.address}/document.json").json["rounds"]) == 1


def test_texts_winners_and_championships_wait_too(held: Held) -> None:
    with held.app.test_request_context():
        tournament = held.tournament()
        assert not any(shows_it(each.text) for each in texts_of(tournament, "Circolo"))
        assert snapshots.final_lines(tournament) == ()
        keeping.close(tournament, closed=True, actor=ACTOR)
        with pytest.raises(Refusal):
            hold_back(tournament, 1, ACTOR)
        hold_back(tournament, None, ACTOR)  # at the prize-giving, after everything else
        assert len(snapshots.final_lines(tournament)) == 4
        assert any(shows_it(each.text) for each in texts_of(tournament, "Circolo"))


def test_a_round_held_from_the_first_on_leaves_no_ranking(app: Flask, club: str) -> None:
    held = Held(app, club, since=1)
    for page in public_pages(held):
        text = app.test_client().get(page, follow_redirects=True).text
        assert not shows_it(text)
        assert "Ranking after" not in text


def test_what_is_no_round_is_refused_and_a_held_tournament_travels_as_such(held: Held, scorer: FlaskClient) -> None:
    for since in ("0", "x", "-1", "401", "9" * 30):
        assert scorer.post(f"{held.address}/hold", data={"since": since}).status_code == 303
    with held.app.app_context():
        assert held.tournament().desk["hold"] == 2
        line = json.loads(json_lines.write_line(held.tournament()))
        assert json_lines.read_line(1, line).desk["hold"] == 2
        line["desk"]["hold"] = 0
        with pytest.raises(Refusal):
            json_lines.read_line(1, line)
