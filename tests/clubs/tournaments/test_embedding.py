"""The ranking in a frame on other sites: off until the organiser allows it; without cookies, forms and scripts."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments.holding import hold_back
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.public_address import public_address
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round, publish_next
from tests.support.page import Page


class Cup:
    """A tournament of four pairs in its second round, with a players' page."""

    def __init__(self, app: Flask, club: str) -> None:
        with app.test_request_context():
            made = a_tournament(club, 4, name="<Autumn> cup")
            made.public = "nonce"
            play_round(made)
            publish_next(made)
            db.session.commit()
            self.number, self.desk = made.id, f"/c/{club}/tournaments/{made.id}"
            self.players = public_address(made).removeprefix("http://localhost")
        self.frame = f"{self.players}/embed"


@pytest.fixture
def cup(app: Flask, club: str) -> Cup:
    return Cup(app, club)


def test_the_organiser_allows_it_and_forbids_it_again(
    cup: Cup, client: FlaskClient, scorer: FlaskClient, member: FlaskClient
) -> None:
    assert client.get(cup.frame).status_code == 404
    assert member.post(f"{cup.desk}/embed", data={"embed": "1"}).status_code == 403
    assert "<textarea" not in scorer.get(cup.desk).text
    scorer.post(f"{cup.desk}/embed", data={"embed": "1"})
    scorer.post(f"{cup.desk}/embed", data={"embed": "1"})  # a double tap
    (code,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", scorer.get(cup.desk).text)
    assert html.unescape(code).startswith(f'<iframe src="http://localhost{cup.frame}" title="Ranking"')
    assert client.get(cup.frame).status_code == 200
    assert scorer.get(f"{cup.desk}/log").text.count("Ranking allowed on other sites") == 1
    scorer.post(f"{cup.desk}/embed", data={"embed": "0"})
    assert client.get(cup.frame).status_code == 404


def test_the_frame_has_the_ranking_and_nothing_that_could_be_misused(
    cup: Cup, client: FlaskClient, scorer: FlaskClient
) -> None:
    scorer.post(f"{cup.desk}/embed", data={"embed": "1"})
    answer = client.get(cup.frame)
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["frame-ancestors"] == "*"
    assert (policy["default-src"], policy["form-action"]) == ("'none'", "'none'")
    assert "script-src" not in policy
    page = Page(answer.text)
    assert len(page.all("tr")) == 5
    assert page.all("form") == page.all("script") == page.all("iframe") == []
    assert [link["target"] for link in page.all("a")] == ["_blank"]
    for reader in (client, scorer):  # also one who is known here
        assert "Set-Cookie" not in reader.get(cup.frame).headers
    assert "frame-ancestors 'none'" in client.get(cup.players).headers["Content-Security-Policy"]
    same = client.get(cup.frame, headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert same.headers["Content-Security-Policy"] == answer.headers["Content-Security-Policy"]


def test_held_results_are_not_in_the_frame_and_no_frame_is_without_a_players_page(
    app: Flask, cup: Cup, client: FlaskClient, scorer: FlaskClient
) -> None:
    scorer.post(f"{cup.desk}/embed", data={"embed": "1"})
    with app.app_context():
        hold_back(db.session.get_one(Tournament, cup.number), 1, ACTOR)
        db.session.commit()
    page = Page(client.get(cup.frame).text)
    assert "The results from round 1 on follow later." in page.text
    assert page.all("table") == []
    scorer.post(f"{cup.desk}/public", data={"public": "0"})
    assert client.get(cup.frame).status_code == 404
    assert scorer.get(cup.desk).text.count("iframe") == 0
