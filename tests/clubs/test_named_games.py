"""Named games of a club: listed to start matches from, and counted separately."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import club_cards, exporting, home_pages, named_games, results, statistics, tables
from scorekeeper.clubs.standings import Period, period_of_query, standings
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.rounds import match_head
from scorekeeper.games.card.library import card_named
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.setup import begin
from scorekeeper.i18n import speaking
from scorekeeper.store.club_models import Club, ClubGame, Result
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.card_pages.packing import packed
from scorekeeper.web.tournament_pages.settings_form import usual
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play
from tests.support.matches import write
from tests.support.page import Page

ROOK = {"game": "own", "options.name": "Rook", "options.step": "5"}


def play_own(club: Club, name: str, points: list[int]) -> None:
    sides = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
    head = {"format": "scorekeeper/1", "game": "own", "sides": sides, "options": {"hands": 1, "name": name}}
    match = ledger.start_match(tables.open_table(club), head, actor="", key=f"{name} {points}")
    write(ledger.record, match, {"points": points})


def wins(club: Club, period: Period) -> dict[str, tuple[int, int]]:
    return {line.name: (line.won, line.played) for line in standings(club, period)}


def test_two_own_games_of_different_names_are_not_mixed(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Bruno")
        for name, points in (("Rook", [5, 0]), ("rook ", [7, 2]), ("Bocce", [0, 9]), ("Another game", [1, 0])):
            play_own(club, name, points)
        titles = named_games.titles(club)
        keys = {title: key for key, title in titles.items()}
        assert sorted(keys) == ["Bocce", "Rook"]
        asked = {title: period_of_query({"game": key}, titles) for title, key in keys.items()}
        assert wins(club, asked["Rook"]) == {"Anna": (2, 2), "Bruno": (0, 2)}
        assert wins(club, asked["Bocce"]) == {"Anna": (0, 1), "Bruno": (1, 1)}
        assert wins(club, period_of_query({"game": "own"}, titles)) == {"Anna": (1, 1), "Bruno": (0, 1)}
        assert wins(club, period_of_query({}, titles)) == {"Anna": (3, 4), "Bruno": (1, 4)}
        assert len(statistics.search_matches(club, asked["Rook"]).matches) == 2
        assert len(list(exporting.match_lines(club, asked["Bocce"]))) == 1
        assert "Bocce" in "".join(exporting.result_rows(club, Period(named=tuple(titles))))
        rated = db.session.scalars(select(Result.rating).where(Result.game == keys["Bocce"], Result.seat == 0))
        assert all(rating < results.START.shown + 1 for rating in rated)


def test_a_game_on_a_card_of_the_club_s_own_has_its_settings(any_app: Flask) -> None:
    card = card_named("6-nimmt")
    with any_app.app_context():
        club = a_club("Anna", "Bruno")
        sides = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
        options = {"card": card, "target": 5}
        head = {"format": "scorekeeper/1", "game": "card", "sides": sides, "options": options}
        match = ledger.start_match(tables.open_table(club), head, actor="", key="")
        write(ledger.record, match, {"heads": [7, 0]})
        (game,) = db.session.scalars(select(ClubGame))
        assert (game.name, game.options["target"]) == ("6 nimmt!", 5)
        asked = period_of_query({"game": game.key}, named_games.titles(club))
        assert wins(club, asked) == {"Anna": (0, 1), "Bruno": (1, 1)}


def test_games_on_cards_have_their_names_in_the_readers_language(any_app: Flask) -> None:
    village = {**card_named("skyjo"), "name": {"en": "Village", "it": "Paese"}}
    with any_app.app_context():
        club = a_club()
        club_cards.keep(club, village)
        sides = [{"players": ["Anna"]}, {"players": ["Bruno"]}, {"players": ["Carla"]}]
        for variant in ("hearts", "schwimmen"):
            setup = begin({"format": "scorekeeper/1", "game": "card", "variant": variant, "sides": sides})
            named_games.keys_of(db.session, club.id, [setup])
        with speaking("it"):
            assert set(named_games.titles(club).values()) == {"Cuori", "Paese", "Trentuno"}
            assert named_games.start_choices(club)[0]["title"] == named_games.preset_choices(club)[0][1] == "Paese"
        assert "card" not in named_games.all_titles(club)  # under which nothing is counted
        assert period_of_query({"game": "card"}).game is None


def test_what_moved_the_leaders_of_the_club_may_be_a_named_game(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Bruno")
        play_own(club, "Rook", [5, 0])
        day = db.session.scalars(select(Result.played_at).limit(1)).one().date()
        play(club, "Bruno", "Anna", day=day.isoformat())
        db.session.flush()
        leaders, _players = home_pages.leaders(club, Period())
        assert {(leader.line.name, leader.line.played, leader.moved) for leader in leaders} == {
            ("Anna", 2, None),
            ("Bruno", 2, None),
        }


def test_a_result_that_is_undone_leaves_its_games_standings(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Bruno")
        play_own(club, "Rook", [5, 0])
        (match,) = statistics.search_matches(club, Period()).matches
        write(ledger.undo, match)
        titles = named_games.titles(club)
        assert wins(club, period_of_query({"game": next(iter(titles))}, titles)) == {}


def test_an_agreement_is_kept_started_from_and_taken_off(club: str, scorer: FlaskClient, member: FlaskClient) -> None:
    assert f'action="/c/{club}/games"' in scorer.get(scorer.post("/new/share", data=ROOK).location).text
    assert scorer.post(f"/c/{club}/games", data=ROOK).status_code == 303
    assert scorer.post(f"/c/{club}/games", data={**ROOK, "options.step": "10"}).status_code == 303  # replaced it
    page = scorer.get(f"/c/{club}").text
    assert page.count("Rook") >= 1
    number = page.partition('name="kept" value="')[2].partition('"')[0]
    opened = scorer.post(f"/c/{club}/tables", data={"kept": number}).location
    form = Page(scorer.get(opened).text)
    assert (form.fields["options.name"], form.fields["options.step"]) == ("Rook", "10")
    assert "options.name=Rook" in scorer.get(opened.partition("?")[0]).text
    assert "Rook" in member.get(f"/c/{club}").text
    assert f'action="/c/{club}/games/{number}/drop"' not in member.get(f"/c/{club}").text
    assert scorer.post(f"/c/{club}/games/{number}/drop").status_code == 303
    assert "Rook" not in Page(scorer.get(f"/c/{club}").text).text.partition("<main")[2]
    assert scorer.post(f"/c/{club}/games/{number}/drop").status_code == 303  # repeated: no second log line
    assert scorer.post(f"/c/{club}/games/999/drop").status_code == 404
    log = scorer.get(f"/c/{club}/log").text
    assert "Game added: Rook" in log
    assert log.count("Game removed: Rook") == 1


def test_a_member_may_keep_nothing(club: str, member: FlaskClient) -> None:
    assert f'action="/c/{club}/games"' not in member.get(member.post("/new/share", data=ROOK).location).text
    assert member.post(f"/c/{club}/games", data=ROOK).status_code == 403


@pytest.mark.parametrize(
    "sent, text",
    [
        ({"game": "own"}, "Give the game a name"),
        ({"game": "truco"}, "Give the game a name"),
        ({**ROOK, "options.step": "2000"}, "This value cannot be chosen"),
    ],
)
def test_what_the_list_does_not_take(club: str, scorer: FlaskClient, sent: dict[str, str], text: str) -> None:
    scorer.post(f"/c/{club}/games", data=sent)
    page = scorer.get(f"/c/{club}").text
    assert text in page
    assert 'name="kept"' not in page


def test_the_list_is_bounded(app: Flask, club: str) -> None:
    def agreed(name: str) -> Any:
        sides = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
        return begin({"format": "scorekeeper/1", "game": "own", "sides": sides, "options": {"name": name}})

    with app.app_context():
        club_row = the_club(club)
        for number in range(named_games.MOST_LISTED):
            named_games.save_game(club_row, agreed(f"Game {number}"))
        named_games.save_game(club_row, agreed("Game 3"))
        with pytest.raises(Refusal):
            named_games.save_game(club_row, agreed("One more"))
        assert len(db.session.scalars(select(ClubGame).where(ClubGame.listed)).all()) == named_games.MOST_LISTED


def test_the_clubs_card_is_played_at_a_table_a_night_and_a_tournament(
    app: Flask, club: str, scorer: FlaskClient
) -> None:
    card = {**card_named("skyjo"), "name": "Sky"}
    with app.app_context():
        sitting = tables.open_table(db.session.scalars(select(Club)).one())
        sides = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
        options = {"card": card, "target": 5}
        head = {"format": "scorekeeper/1", "game": "card", "variant": "own", "options": options, "sides": sides}
        match = ledger.start_match(sitting, head, actor="", key="once")
        write(ledger.record, match, {"closed": 0, "cards": [3, 7]})
        db.session.commit()
    assert scorer.post(f"/c/{club}/cards/", data={"card": packed(card)}).status_code == 303
    number = scorer.get(f"/c/{club}").text.partition('name="kept" value="')[2].partition('"')[0]
    opened = scorer.post(f"/c/{club}/tables", data={"kept": number}).location
    assert Page(scorer.get(opened).text).fields["options.target"] == "100"
    assert f"kept={number}" in scorer.get(opened.partition("?")[0]).text  # offered at each of the club's tables
    night = {"day": "2026-11-29", "tables": "1", "preset": f"card/kept-{number}"}
    page = scorer.post(f"/c/{club}/nights", data=night).location
    assert f'<option value="card/kept-{number}" selected' in scorer.get(f"{page}/edit").text
    table = scorer.get(page).text.partition('href="/s/')[2].partition('"')[0]
    assert "Sky" in Page(scorer.get(f"/s/{table}/new").text).text
    wrong = scorer.post(f"/c/{club}/nights", data={**night, "preset": "card/kept-999"})
    assert (wrong.status_code, "Unknown game" in wrong.text) == (422, True)
    cup = usual() | {"name": "Cup", "day": "2026-11-29", "preset": f"card/kept-{number}", "scoring": "match-1"}
    page = scorer.post(f"/c/{club}/tournaments/new", data=cup | {"system": "knockout"}).location
    assert "Sky" in scorer.get(page).text
    with app.app_context():
        tournament = db.session.scalars(select(Tournament)).one()
        assert tournament.document["scoring"]["wins"] == "least"  # as on the card
        assert (tournament.document["game"], tournament.document["variant"]) == ("card", "own")
        assert players_of_a_side(tournament) == 1
        entrants = [{"id": at, "name": name, "players": [name]} for at, name in ((1, "Anna"), (2, "Bruno"))]
        tournament.document = {**tournament.document, "entrants": entrants}
        at_table: Any = match_head(tournament, 1, {"table": 1, "sides": [1, 2]})
        assert begin(at_table)["options"]["card"]["name"] == "Sky"
    form = Page(scorer.get(f"{page}/edit").text).fields
    assert '<option value="card/own" selected>Sky</option>' in scorer.get(f"{page}/edit").text
    assert scorer.post(f"{page}/edit", data={**form, "preset": "card/own", "name": "Cup 2"}).status_code == 303
    with app.app_context():
        assert desk_of(db.session.scalars(select(Tournament)).one())["options"]["card"]["name"] == "Sky"
    many = {**card, "name": "Many", "sides": [3, 6], "examples": []}
    assert scorer.post(f"/c/{club}/cards/", data={"card": packed(many)}).status_code == 303
    with app.app_context():
        other = db.session.scalars(select(ClubGame.id).where(ClubGame.name == "Many")).one()
    refused = scorer.post(f"/c/{club}/tournaments/new", data=cup | {"preset": f"card/kept-{other}"})
    assert (refused.status_code, "tournaments have two sides at a table" in refused.text) == (422, True)
