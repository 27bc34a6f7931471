"""Exports of BG Stats: each play becomes a match once; what cannot be one is left out with its reason."""

import io
import json
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import accounts, bg_stats
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import Match, db
from tests.support.page import Page

BURRACO: dict[str, Any] = {"id": 1, "name": "Burraco", "highestWins": True}
PAIRS = (("2055", True, "1"), ("2055", True, "1"), ("1420", False, "2"), ("1420", False, "2"))


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def play(number: int = 1, scores: Any = PAIRS, **other: Any) -> dict[str, Any]:
    """Returns a play; `scores` are points, `winner` and team of each player."""
    players = [
        {"playerRefId": at, "score": score, "winner": won, "team": team}
        for at, (score, won, team) in enumerate(scores, 1)
    ]
    about = {"uuid": uuid(number), "playDate": "2026-03-07 20:15:00", "gameRefId": 1, "locationRefId": 1}
    return {**about, "playerScores": players, **other}


def export(*plays: Any, game: dict[str, Any] = BURRACO) -> bytes:
    people = [{"id": at, "name": name} for at, name in enumerate(("Anna", "Bruno", "Carla", "Dino"), 1)]
    content = {"games": [game], "players": people, "locations": [{"id": 1, "name": "Circolo"}], "plays": plays}
    return json.dumps(content).encode()


def zipped(content: bytes, name: str = "BGStatsExport.json") -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


def look(owner: FlaskClient, club: str, content: bytes) -> Page:
    sent = {"file": (io.BytesIO(content), "BGStatsExport.json")}
    return Page(owner.post(f"/c/{club}/import", data=sent, follow_redirects=True).text)


def matches_of(app: Flask, club: str) -> list[Match]:
    with app.app_context():
        found = accounts.find_club(club)
        assert isinstance(found, Club)
        query = select(Match).join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        return [*db.session.scalars(query.where(ClubSitting.club_id == found.id).order_by(Match.id))]


@pytest.mark.parametrize("packed", [False, True])
def test_plays_are_looked_at_first_and_taken_once(app: Flask, owner: FlaskClient, club: str, packed: bool) -> None:
    content = export(play(1), play(2), play(3, [("7", True, "")]))
    content = zipped(content) if packed else content
    page = look(owner, club, content)
    assert "One play is left out" in page.text
    assert "2026-03-07 Burraco" in page.text
    (action,) = [form["action"] for form in page.all("form") if "/import/" in str(form["action"])]
    owner.post(str(action), data={"nights": "1", "roster": "1"})
    matches = matches_of(app, club)
    assert [(match.game, match.setup["variant"], match.table["totals"]) for match in matches] == [
        ("buraco", "burraco", [2055, 1420])
    ] * 2  # equal plays with ids of their own are two
    assert [side["players"] for side in matches[0].setup["sides"]] == [["Anna", "Bruno"], ["Carla", "Dino"]]
    assert (matches[0].status, matches[0].winner) == ("finished", 0)
    assert f"{matches[0].started_at.astimezone():%Y-%m-%d %H:%M}" == "2026-03-07 20:15"
    corrected = export(play(1, [("2050", *rest) if score == "2055" else (score, *rest) for score, *rest in PAIRS]))
    assert "There is nothing new in this file." in look(owner, club, content).text
    assert "There is nothing new in this file." in look(owner, club, corrected).text


ALONE = (("4", True, ""), ("9", False, ""), ("12", False, ""))


@pytest.mark.parametrize(
    "game, scores, options, totals",
    [
        ({"name": "Azul"}, (("60", True, ""), ("51", False, "")), {"name": "Azul", "best": "high"}, [60, 51]),
        ({"name": "Golf", "highestWins": False}, ALONE, {"name": "Golf", "best": "low"}, [4, 9, 12]),
    ],
)
def test_a_game_that_is_none_of_ours_is_one_of_the_players_own(
    game: dict[str, Any], scores: Any, options: dict[str, Any], totals: list[int]
) -> None:
    found = bg_stats.read(export(play(1, scores), game={"id": 1, **game}))
    assert found is not None
    (document,) = found.documents
    assert (document["game"], document["options"], document["hands"]) == ("own", options, [{"final": totals}])


NAMES = [("Sueca", "sueca"), ("BRISCOLA", "briscola"), ("Skyjo", "card"), ("スカイジョー", "card")]


@pytest.mark.parametrize("name, slug", NAMES)
def test_a_game_is_known_by_its_name(name: str, slug: str) -> None:
    scores = [("61", True, "a"), ("59", False, "b")] * 2 if slug != "card" else [("3", True, ""), ("9", False, "")]
    found = bg_stats.read(export(play(1, scores), game={"id": 1, "name": name}))
    assert found is not None
    assert [document["game"] for document in found.documents] == [slug]


@pytest.mark.parametrize(
    "wrong, why",
    [
        (play(scores=[("10", True, "1"), ("20", True, "1"), *PAIRS[2:]]), "players of a team have different points"),
        (play(scores=[("a lot", True, ""), ("1", False, "")]), "no whole points"),
        (play(scores=[("10", False, ""), ("5", True, "")]), "somebody else won"),
        (play(scores=[]), "no whole points"),
        (play(playerScores=[7]), "no whole points"),
        (play(playDate="yesterday"), "no day"),
        (play(playDate="0001-01-01"), "no day"),
        (play(uuid=None), "no id"),
        (play(gameRefId=[1]), "no game"),
        ("a play", "no id"),
    ],
)
def test_a_play_that_cannot_be_a_match_is_left_out_and_says_why(wrong: Any, why: str) -> None:
    found = bg_stats.read(export(wrong, play(2)))
    assert found is not None
    assert [why in left.problem["message"] for left in found.left_out] == [True]
    assert len(found.documents) == 1


@pytest.mark.parametrize(
    "content, why",
    [
        (zipped(b"{}"), "no export of BG Stats"),
        (zipped(b"{}", "readme.txt"), "no export of BG Stats"),
        (zipped(export(play()))[:-30], "damaged"),
        (zipped(b" " * (bg_stats.BOUNDS.size + 1)), "damaged, or too large"),
        (export(play())[:-3], "damaged"),
        (export(play(), *[7] * bg_stats.MOST_PLAYS), "at most"),
    ],
)
def test_a_file_that_is_no_whole_export_is_refused_with_a_sentence(
    owner: FlaskClient, club: str, content: bytes, why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        bg_stats.read(content)
    assert why in look(owner, club, content).text


def test_lines_of_matches_are_no_export() -> None:
    line = json.dumps({"format": "scorekeeper/1", "about": {"a": '"playerScores"'}})
    assert bg_stats.read(f"{line}\n{line}\n".encode()) is None
