"""Tokens of a club: what a program may do with one, and what it may not."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from scorekeeper.clubs import accounts, nights, roster, series, tokens
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.holding import hold_back
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from scorekeeper.store.token_models import ClubToken
from tests.clubs.conftest import the_club
from tests.clubs.evenings import play
from tests.clubs.tournaments.evening import a_tournament, play_round, publish_next
from tests.conftest import MakeApp

Headers = dict[str, str]
LISTS = ("players", "nights", "tournaments", "championships", "standings")
OF_CLUB = ("nights/1", "tournaments/1", "championships/1")
READS = ("club", *LISTS, *OF_CLUB)


def club_of(slug: str) -> Club:
    """The club with this slug."""
    return the_club(slug)


def bearer(app: Flask, club: str, *scopes: str) -> Headers:
    """The header with a new token of these scopes, by default of all."""
    with app.app_context():
        secret = tokens.make(club_of(club), "Website", scopes or [*tokens.SCOPES]).secret
        db.session.commit()
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def evening(app: Flask, club: str) -> str:
    """A club with a night, a match and a tournament of four pairs, whose first round is played."""
    with app.app_context():
        row = club_of(club)
        nights.add_tables(row, nights.plan_night(row, "Friday", "Bar", "2026-11-27"), 1)
        for name in ("Anna", "Bruno", "Carla", "Dino"):
            roster.add_player(row, name)
        play(row, "Anna", "Bruno", "Carla", "Dino")
        play_round(a_tournament(row, 4))
        season = series.make(row, "Season", series.Scheme())
        series.set_parts(season, [1], [1])
        db.session.commit()
    return club


def error(answer: TestResponse) -> tuple[int, Any]:
    """The status and the field of a refusal."""
    return answer.status_code, answer.get_json()["error"]["field"]


def test_an_owner_makes_a_token_that_is_shown_once_and_revokes_it(
    app: Flask, evening: str, owner: FlaskClient, client: FlaskClient
) -> None:
    sent = {"name": "Website", "scopes": ["read", "results"]}
    made = owner.post(f"/c/{evening}/tokens", data=sent)
    (secret,) = re.findall(r'value="(skt_[^"]+)"', made.text)
    headers = {"Authorization": f"Bearer {secret}"}
    assert made.status_code == 201
    assert client.get("/api/club", headers=headers).get_json()["scopes"] == ["read", "results"]
    shown = [owner.get(f"/c/{evening}/{page}").text for page in ("tokens", "log", "security", "matches.jsonl")]
    assert [page for page in shown if secret in page] == []
    assert "Last used" in shown[0]
    assert "Token for a program made: Website" in shown[2]
    with app.app_context():
        assert secret not in repr(db.session.execute(select(ClubToken.__table__)).all())
    owner.post(f"/c/{evening}/tokens/1/revoke")
    assert client.get("/api/club", headers=headers).status_code == 401
    assert "Token for a program revoked: Website" in owner.get(f"/c/{evening}/log").text


@pytest.mark.parametrize("data", [{"name": "", "scopes": "read"}, {"name": "x"}, {"name": "x", "scopes": "owner"}])
def test_a_token_needs_a_name_and_known_scopes(owner: FlaskClient, club: str, data: dict[str, str]) -> None:
    assert owner.post(f"/c/{club}/tokens", data=data).status_code == 422


def test_a_club_has_few_tokens(app: Flask, club: str, owner: FlaskClient) -> None:
    for _each in range(tokens.MOST):
        bearer(app, club)
    full = owner.post(f"/c/{club}/tokens", data={"name": "One more", "scopes": "read"})
    assert full.status_code == 422
    assert "revoke one first" in full.text


def test_a_token_allows_only_its_scopes_in_its_own_club(app: Flask, evening: str, client: FlaskClient) -> None:
    with app.app_context():
        other = accounts.create_club("Elsewhere").slug
        db.session.commit()
    reads, enters, elsewhere = bearer(app, evening, "read"), bearer(app, evening, "entries"), bearer(app, other)
    statuses = {
        path: [client.get(f"/api/{path}", headers=headers).status_code for headers in (reads, enters, elsewhere, {})]
        for path in READS
    }
    assert statuses == {path: [200, 403, 404 if path in OF_CLUB else 200, 401] for path in READS}
    for path, headers in (
        ("tournaments/1/results", enters),
        ("nights/1/results", enters),
        ("tournaments/1/entries", reads),
        ("nights/1/seats", reads),
    ):
        statuses_of = [client.post(f"/api/{path}", json={}, headers=each).status_code for each in (headers, {})]
        assert statuses_of == [403, 401], path
    refused = client.get("/api/club", headers={"Authorization": "Bearer skt_guess"})
    assert refused.headers["WWW-Authenticate"].lower() == "bearer"


def test_a_token_opens_no_page_and_a_log_in_no_api(app: Flask, evening: str, owner: FlaskClient) -> None:
    headers = bearer(app, evening)
    assert owner.get("/api/club").status_code == 401
    assert app.test_client().get(f"/c/{evening}", headers=headers).location.startswith("/login")
    assert app.test_client().post(f"/c/{evening}/players", data={"name": "Zoe"}, headers=headers).status_code == 303
    assert "Zoe" not in owner.get(f"/c/{evening}/players").text


def test_a_program_reads_the_club(app: Flask, evening: str, client: FlaskClient) -> None:
    headers = bearer(app, evening, "read")
    answers = {path: client.get(f"/api/{path}", headers=headers).get_json() for path in READS}
    assert [line["name"] for line in answers["standings"]["standings"] if line["place"] == 1] == ["Anna", "Bruno"]
    assert [player["name"] for player in answers["players"]["players"]] == ["Anna", "Bruno", "Carla", "Dino"]
    assert answers["nights/1"]["tables"] == [{"table": 1, "planned": [], "matches": []}]
    assert [answers[name]["next"] for name in LISTS] == [None] * len(LISTS)
    season = answers["championships/1"]
    assert [(part["kind"], part["over"]) for part in season["parts"]] == [("tournament", False), ("night", False)]
    cup = answers["tournaments/1"]
    assert (cup["rounds"], cup["complete"], len(cup["standings"]["standings"])) == (1, 1, 4)
    assert cup["document"]["format"] == "scorekeeper-tournament/1"
    with app.app_context():
        hold_back(keeping.tournaments(club_of(evening))[0], 1, "Sam")
        db.session.commit()
    for headers_of, rounds in ((headers, 0), (bearer(app, evening, "read", "results"), 1)):
        cup = client.get("/api/tournaments/1", headers=headers_of).get_json()
        assert (cup["rounds"], len(cup["document"]["rounds"]), bool(cup["standings"])) == (rounds, rounds, bool(rounds))


def test_a_program_enters_results_and_may_repeat_itself(app: Flask, evening: str, client: FlaskClient) -> None:
    headers = bearer(app, evening)
    with app.app_context():
        publish_next(cup := keeping.tournaments(club_of(evening))[0])
        db.session.commit()
        version = cup.version
    body = {"round": 2, "seen": version, "tables": [{"table": 1, "points": [1500, 900]}]}
    first, again = (client.post("/api/tournaments/1/results", json=body, headers=headers) for _each in range(2))
    assert first.get_json() == {"version": version + 1, "entered": [1]}
    assert again.get_json() == {"version": version + 1, "entered": []}
    stale = client.post(
        "/api/tournaments/1/results", json=body | {"tables": [{"table": 1, "points": [900, 1500]}]}, headers=headers
    )
    assert stale.status_code == 409
    assert stale.get_json()["changes"] == ["Round 2, table 1: result entered"]
    with app.app_context():
        assert keeping.changes_since(keeping.tournaments(club_of(evening))[0], version)[0].actor == "Website"


@pytest.mark.parametrize(
    "change, wrong",
    [
        ({"seen": None}, (422, "seen")),
        ({"tables": {}}, (422, "tables")),
        ({"tables": []}, (422, "tables")),
        ({"tables": [7]}, (422, "tables.0")),
        ({"tables": [{"table": 1, "points": [1, 2]}] * 2}, (422, "tables.1.table")),
        ({"tables": [{"table": 1}]}, (422, "tables.0")),
        ({"tables": [{"table": 1, "point": [1, 2]}]}, (422, "tables.0.point")),
        ({"tables": [{"table": 1, "points": "x"}]}, (422, "tables.0.points")),
        ({"tables": [{"table": 1, "points": [1501, 900]}]}, (422, "reason")),
        ({"tables": [{"table": 1, "points": [1501, 900]}], "reason": "misread"}, (422, "sure")),
    ],
)
def test_a_wrong_result_is_named(
    app: Flask, evening: str, client: FlaskClient, change: dict[str, Any], wrong: tuple[int, str]
) -> None:
    body = {"round": 1, "seen": 9, "tables": [{"table": 1, "points": [1500, 900]}], **change}
    assert error(client.post("/api/tournaments/1/results", json=body, headers=bearer(app, evening))) == wrong


def test_a_program_adds_entries_all_or_none(app: Flask, club: str, client: FlaskClient) -> None:
    with app.app_context():
        a_tournament(club, 4)
        db.session.commit()
    headers = bearer(app, club, "entries")

    def send(*entries: Any) -> TestResponse:
        return client.post("/api/tournaments/1/entries", json={"entries": [*entries]}, headers=headers)

    new = {"players": ["Zoe", "Ugo"], "club": "Lecce"}
    assert error(send(new, {"players": ["Ada"], "age": 7})) == (422, "entries.1.age")
    assert error(send(new, {"players": [7]})) == (422, "entries.1.players.0")
    assert len(send(new, {"name": "Ours", "players": ["Ada", "Eva"]}).get_json()["entered"]) == 2
    assert send(new).status_code == 422  # entered already
    with app.app_context():
        assert [each["name"] for each in keeping.tournaments(club_of(club))[0].document["entrants"]][4:] == [
            "Zoe – Ugo",
            "Ours",
        ]


@pytest.mark.parametrize("secret", ["skt_guess", "x" * 8_000, "", "ä", "skt_ a b", "%00", "null"])
def test_what_is_no_token_opens_nothing(app: Flask, evening: str, client: FlaskClient, secret: str) -> None:
    answer = client.get("/api/club", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.headers["WWW-Authenticate"].lower()) == (401, "bearer")


def test_no_token_stands_in_a_log(
    make_app: MakeApp, evening: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a right nor a wrong one, and not if a request fails."""
    app = make_app(LOG="json", TESTING=False)
    sent = [bearer(app, evening), {"Authorization": "Bearer skt_wrong"}]
    caplog.set_level(logging.DEBUG)
    client = app.test_client()
    assert [client.get("/api/nights/1", headers=headers).status_code for headers in sent] == [200, 401]
    monkeypatch.setattr("scorekeeper.web.views.clubs.api.night_json", lambda *_rows: 1 / 0)
    assert client.get("/api/nights/1", headers=sent[0]).status_code == 500
    logged = caplog.text + repr([record.__dict__ for record in caplog.records])
    assert "ZeroDivisionError" in logged
    assert [headers for headers in sent if headers["Authorization"].split()[1] in logged] == []


def test_requests_by_a_token_are_limited(make_app: MakeApp, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(RATELIMIT_ENABLED=True)
    headers, client = bearer(app, club), app.test_client()
    statuses = [client.get("/api/club", headers=headers).status_code for _each in range(121)]
    assert (statuses.count(200), statuses[-1]) == (120, 429)


def test_the_last_use_is_noted_now_and_then(app: Flask, club: str, client: FlaskClient) -> None:
    headers = bearer(app, club)

    def used() -> Any:
        with app.app_context():
            return db.session.scalar(select(ClubToken.used_at))

    client.get("/api/club", headers=headers)
    first = used()
    client.get("/api/club", headers=headers)
    assert used() == first
    with app.app_context():
        db.session.execute(update(ClubToken).values(used_at=now() - timedelta(hours=1)))
        db.session.commit()
    client.get("/api/club", headers=headers)
    assert now() - used() < timedelta(minutes=1)
