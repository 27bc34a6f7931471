"""Championships: points by place or sums over several evenings, the worst left out, equal ones sharing places."""

import csv
import io
import json
import re
from datetime import date
from fractions import Fraction
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import select

from scorekeeper.clubs import accounts, nights, roster
from scorekeeper.clubs import series as club_series
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.series import (
    USUAL_POINTS,
    Championship,
    Part,
    Placing,
    Scheme,
    Score,
    Standing,
    add_up,
    parts_of,
    read_scheme,
    scheme_of,
)
from scorekeeper.clubs.tournaments import snapshots
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.club_sheets import Ranks
from scorekeeper.paper.page import html_of_standings
from scorekeeper.store.club_models import Club, Series
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.views.clubs import season_papers
from tests.clubs.conftest import the_club
from tests.clubs.evenings import play
from tests.support.page import Page
from tests.tournaments.made import entrant, play_on, tournament

Places = dict[str, int]  # places by name


def came(places: Places, sums: dict[str, int] | None = None) -> list[Placing]:
    return [Placing(name, name.title(), place, (sums or {}).get(name, 0)) for name, place in places.items()]


def totals(parts: list[Places], scheme: Scheme) -> list[tuple[int, str, int]]:
    """Place, name and total of every line."""
    return [(place, line.name, line.total) for place, line in add_up([came(part) for part in parts], scheme)]


@pytest.mark.parametrize(
    "parts, drop, expected",
    [
        ([{"anna": 1, "bruno": 2}, {"anna": 1, "bruno": 2}], 0, [(1, "Anna", 24), (2, "Bruno", 20)]),
        ([{"anna": 1, "bruno": 1, "carla": 3}], 0, [(1, "Anna", 12), (1, "Bruno", 12), (3, "Carla", 8)]),
        ([{"anna": 1, "bruno": 2}, {"anna": 11, "bruno": 2}], 1, [(1, "Anna", 12), (2, "Bruno", 10)]),
        ([{"anna": 1}, {"bruno": 2, "anna": 9}, {"anna": 3}], 1, [(1, "Anna", 20), (2, "Bruno", 10)]),
        ([{"anna": 4}], 5, [(1, "Anna", 7)]),
        ([{"anna": 11}], 0, [(1, "Anna", 0)]),
    ],
    ids=[
        "added up",
        "a place shared",
        "the worst left out",
        "who was missing drops that",
        "one always counts",
        "far behind",
    ],
)
def test_places_give_points(parts: list[Places], drop: int, expected: list[tuple[int, str, int]]) -> None:
    assert totals(parts, Scheme(drop=drop)) == expected


def test_equal_ones_are_parted_by_who_was_better_where_both_were() -> None:
    parts = [{"anna": 3, "bruno": 4}, {"anna": 4}, {"bruno": 3}]  # 8 + 7 each
    assert totals(parts, Scheme()) == [(1, "Anna", 15), (2, "Bruno", 15)]
    assert totals([{"anna": 3}, {"bruno": 3}], Scheme()) == [(1, "Anna", 8), (1, "Bruno", 8)]
    dropped = [{"anna": 5, "bruno": 8}, {"anna": 1, "carla": 1}, {"bruno": 1, "carla": 2}]
    assert totals(dropped, Scheme(drop=2))[:2] == [(1, "Anna", 12), (1, "Bruno", 12)]


def test_what_is_left_out_is_told_of_each_part() -> None:
    ((_place, line),) = add_up([came({"anna": 2}), came({"anna": 1}), came({"anna": 2})], Scheme(drop=1))
    assert [score.counts for score in line.scores if score] == [False, True, True]
    assert (line.total, line.parts) == (22, 3)


def test_sums_are_added_whatever_the_places() -> None:
    parts = [came({"anna": 1, "bruno": 2}, {"anna": 60, "bruno": 50}), came({"bruno": 1}, {"bruno": 70})]
    lines = add_up(parts, Scheme("sums"))
    assert [(line.name, line.total) for _place, line in lines] == [("Bruno", 120), ("Anna", 60)]


def test_who_played_in_two_pairs_counts_with_the_better_place() -> None:
    part = [Placing("anna", "Anna", 5, 0), Placing("anna", "Anna", 2, 0)]
    assert [line.total for _place, line in add_up([part], Scheme())] == [10]


NINE = [12, 10, 8, None, 7, 12, 5, 10, 6]  # evenings of gonews.it, of which the last two count double
TWICE = [1, 1, 1, 1, 1, 1, 1, 2, 2]


def of_anna(values: list[int | None], scheme: Scheme, weights: Any = ()) -> Any:
    """Returns place, total and dropped scores of a player with these sums; None for a missed part."""
    parts = [[] if value is None else [Placing("anna", "Anna", 1, value)] for value in values]
    ((place, line),) = add_up(parts, scheme, weights)
    return place, line.total, [score.points for score in line.scores if score and not score.counts]


@pytest.mark.parametrize(
    "values, scheme, weights, total, dropped",
    [
        (NINE, Scheme("sums", drop=2), TWICE, 81, [5]),
        ([3, 5], Scheme("sums"), [1.5, 1], 9.5, []),
        ([None, -3, 8], Scheme("sums", drop=1), [1, 1, 1], 8, [-3]),
        ([-3, None, 8], Scheme("sums", drop=2), [1, 1, 1], 8, [-3]),
        ([4, 2, 9], Scheme("sums", drop=1), [1, 2, 1], 13, [4]),
        ([3, None, 9], Scheme("sums", average=True), [1, 1, 2], 7, []),
        ([3, None, 9, 1], Scheme("sums", drop=1, average=True), [1, 1, 2, 1.5], 7, [1.5]),
        ([1, 2], Scheme("sums", average=True), [1, 2], 5 / 3, []),
        ([None, 5], Scheme("sums", drop=9, average=True), [1, 1], 5, []),
    ],
)
def test_parts_have_weights(values: Any, scheme: Scheme, weights: Any, total: float, dropped: Any) -> None:
    """Of equal parts the earliest is dropped; an average knows no missed parts."""
    assert of_anna(values, scheme, weights) == (1, total, dropped)


def test_who_has_played_too_few_parts_is_below_and_unranked_whatever_is_dropped() -> None:
    parts = [came({"anna": 2, "bruno": 1}), came({"anna": 3, "carla": 1}), came({"carla": 2})]
    lines = add_up(parts, Scheme(average=True, least=2, drop=1))
    assert [(place, line.name, line.total) for place, line in lines] == [
        (1, "Carla", 12), (2, "Anna", 10), (0, "Bruno", 12),
    ]  # fmt: skip
    assert {place for place, _line in add_up(parts, Scheme(least=2))} == {1, 2, 3}


def test_weights_are_kept_and_chosen_in_the_form(app: Flask, scorer: FlaskClient, club: str, season: int) -> None:
    address = f"/c/{club}/series/{season}"
    form = {"name": "Coppa", "who": "players", "count": "places", "points": "12 10 8", "drop": "0", "tournament": ["1"]}
    chosen = {"tournament-1-weight": "1.5", "ranking": "average", "least": "5"}
    assert scorer.post(f"{address}/edit", data=form | chosen).status_code == 303
    assert scorer.post(f"{address}/edit", data=form | {"ranking": "average", "least": "5"}).status_code == 303
    with app.app_context():
        series = db.session.get_one(Series, season)
        assert club_series.weights_of(series) == {("tournament", 1): 1.5}
        assert scheme_of(series.scheme)[-2:] == (True, 5)
    page = scorer.get(address).text
    assert "Ranked from 5 parts on." in page
    assert "–</td>" in page
    assert "× 1.5" in page


@pytest.mark.parametrize(
    "typed, field",
    [
        (("places", "players", "", "0"), "points"),
        (("places", "players", "8 10", "0"), "points"),
        (("places", "players", "ten", "0"), "points"),
        (("places", "players", "0 0", "0"), "points"),
        (("places", "players", "1 " * 101, "0"), "points"),
        (("places", "players", "10001", "0"), "points"),
        (("places", "players", "10", "-1"), "drop"),
        (("places", "players", "10", "51"), "drop"),
        (("luck", "players", "10", "0"), "count"),
        (("places", "everybody", "10", "0"), "count"),
    ],
)
def test_a_scheme_that_cannot_be_is_refused_with_its_field(typed: tuple[str, str, str, str], field: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_scheme(*typed)
    assert refusal.value.problems[0]["field"] == field


@pytest.mark.parametrize(
    "typed, scheme",
    [
        (("places", "players", "10, 8; 6", "2"), Scheme("places", "players", (10, 8, 6), 2)),
        (("sums", "pairs", "", ""), Scheme("sums", "pairs", USUAL_POINTS, 0)),
    ],
)
def test_a_scheme_is_read_as_typed(typed: tuple[str, str, str, str], scheme: Scheme) -> None:
    stored = json.loads(json.dumps(read_scheme(*typed)._asdict()))
    assert scheme_of(stored) == scheme


PAIRS = [entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"]), entrant(2, players=["Carla", "Dino"])]
OTHERS = [entrant(1, players=["Carla", "Elsa"]), entrant(2, name="The Dogs", players=["BRUNO", "Anna"])]
SYSTEM = {"kind": "danese", "rounds": 1, "first": "entry"}


def held(club: Club, day: str, entrants: list[dict[str, Any]], *, over: bool = True) -> Tournament:
    """A tournament of one round, won by the first pair with 110 : 0 (12 : 8)."""
    document = tournament(entrants, system=SYSTEM)
    return make(club, play_on(document) if over else document, day=day, desk={}, actor="")


@pytest.fixture
def season(app: Flask, club: str) -> int:
    """The id of a series with two finished tournaments, a future one, and a night won by Anna and Bruno."""
    with app.app_context():
        club_row = the_club(club)
        roster.add_player(club_row, "Anna")
        night = nights.plan_night(club_row, "Friday", "", "2026-03-03")
        nights.add_tables(club_row, night, 1)
        match = play(club_row, "Anna", "Bruno", "Carla", "Dino", winner=0)
        match.sitting_id = nights.tables_of(night)[0][1].id
        parts = [
            held(club_row, "2026-03-01", PAIRS),
            held(club_row, "2026-03-02", OTHERS),
            held(club_row, "2026-03-04", PAIRS, over=False),
        ]
        series = club_series.make(club_row, "Season 2026", Scheme())
        club_series.set_parts(series, [part.id for part in parts], [night.id])
        db.session.commit()
        return series.id


def test_a_player_collects_points_with_different_partners(app: Flask, season: int) -> None:
    with app.app_context():
        series = db.session.get_one(Series, season)
        parts = parts_of(series, Scheme())
        assert [(part.kind, part.day.day, bool(part.placings)) for part in parts] == [
            ("tournament", 1, True),
            ("tournament", 2, True),
            ("night", 3, True),
            ("tournament", 4, False),
        ]
        lines = add_up([part.placings for part in parts if part.placings], Scheme())
        told: dict[str, Any] = {line.name: (place, line.total) for place, line in lines}
        assert told["Anna"] == (1, 12 + 10 + 12)
        assert told["Carla"] == (3, 10 + 12 + 8)
        assert sum(line.name.casefold() == "bruno" for _place, line in lines) == 1


def test_a_pair_is_the_same_whatever_it_is_called(app: Flask, season: int) -> None:
    scheme = Scheme("sums", "pairs")
    with app.app_context():
        parts = parts_of(db.session.get_one(Series, season), scheme)[:2]
        lines = add_up([part.placings for part in parts], scheme)
        assert [(line.name, line.total) for _place, line in lines if line.parts == 2] == [("The Dogs", 20)]


def test_a_championship_is_made_chosen_and_followed(app: Flask, scorer: FlaskClient, club: str, season: int) -> None:
    form = {"name": "Coppa", "who": "pairs", "count": "places", "points": " ".join(map(str, USUAL_POINTS)), "drop": "1"}
    response = scorer.post(f"/c/{club}/series", data=form)
    edit = Page(scorer.get(response.location).text)
    assert len(edit.all("input", name="tournament")) == 3
    address = response.location.removesuffix("/edit")
    saved = scorer.post(response.location, data=form | {"tournament": ["1", "2", "99"], "night": ["1"]})
    assert saved.location == address
    page = scorer.get(address)
    assert "Anna – Bruno" in page.text
    assert "The worst result is dropped (in brackets)." in page.text
    assert scorer.get(address, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    assert "Coppa" in scorer.get(f"/c/{club}/series").text


@pytest.mark.parametrize("wrong", [{"name": ""}, {"points": "x"}, {"drop": "x"}])
def test_what_is_typed_wrong_makes_none(app: Flask, scorer: FlaskClient, club: str, wrong: dict[str, str]) -> None:
    form = {"name": "Coppa", "who": "pairs", "count": "places", "points": "3 2 1", "drop": "1"}
    refused = scorer.post(f"/c/{club}/series", data=form | wrong)
    assert refused.status_code == 422
    assert f'id="f-{next(iter(wrong))}-error"' in refused.text
    with app.app_context():
        assert db.session.scalars(select(Series)).all() == []


def test_anybody_with_the_address_may_follow_until_it_is_ended(
    app: Flask, scorer: FlaskClient, client: FlaskClient, club: str, season: int
) -> None:
    address = f"/c/{club}/series/{season}"
    scorer.post(f"{address}/public", data={"public": "1"})
    fields = Page(scorer.get(address).text).all("input", type="text")
    (shown,) = (str(field["value"]) for field in fields if "readonly" in field)
    assert "Season 2026" in client.get(shown).text
    assert client.get(shown[:-1] + "x").status_code == 404
    scorer.post(f"{address}/public", data={"public": "0"})
    assert client.get(shown).status_code == 404
    assert client.get("/r/99-x").status_code == 404


def test_a_tournament_is_read_once_for_all_who_ask(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str, season: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/c/{club}/series/{season}"
    before = Page(scorer.get(address).text).text
    monkeypatch.setattr(snapshots, "read", None)  # reading the document again fails the test
    assert "Anna" in member.get(address).text
    assert Page(scorer.get(address).text).text == before


def test_a_deleted_championship_leaves_its_parts(app: Flask, owner: FlaskClient, club: str, season: int) -> None:
    assert owner.post(f"/c/{club}/series/{season}/delete").status_code == 303
    with app.app_context():
        assert db.session.scalars(select(Series)).all() == []
        assert len(db.session.scalars(select(Tournament)).all()) == 3


def test_a_deleted_night_is_no_part_any_more(app: Flask, owner: FlaskClient, club: str, season: int) -> None:
    assert owner.post(f"/c/{club}/nights/1/delete").status_code == 303
    assert owner.get(f"/c/{club}/series/{season}").status_code == 200


def test_another_club_s_tournaments_are_no_parts(app: Flask, season: int) -> None:
    with app.app_context():
        other = club_series.make(accounts.create_club("Altro"), "Mine", Scheme())
        club_series.set_parts(other, [1, 2], [1])
        assert parts_of(other, Scheme()) == []


def test_the_standings_are_printed(member: FlaskClient, club: str, season: int) -> None:
    paper = member.get(f"/c/{club}/series/{season}/standings.pdf")
    (page,) = PdfReader(io.BytesIO(paper.data)).pages
    assert "after 3 evenings" in page.extract_text()


def test_weighted_columns_add_up_to_the_totals_on_the_screen_and_on_paper(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        club_row = the_club(club)
        evenings = {"2026-03-01": PAIRS, "2026-03-08": OTHERS, "2026-03-15": PAIRS[::-1]}
        parts = [held(club_row, day, entrants) for day, entrants in evenings.items()]
        series = club_series.make(club_row, "Season", Scheme(points=(11, 7, 4), drop=1))
        weights = {("tournament", part.id): weight for part, weight in zip(parts, (1, 1.5, 2), strict=True)}
        club_series.set_parts(series, [part.id for part in parts], [], weights)
        db.session.commit()
        address = f"/c/{club}/series/{series.id}"
    table = scorer.get(address).text.partition("<tbody>")[2].partition("</tbody>")[0]
    shown = [re.sub(r"<[^>]*>", " ", row).split() for row in table.split("</tr>")[:-1]]
    (paper,) = PdfReader(io.BytesIO(scorer.get(f"{address}/standings.pdf").data)).pages
    printed = [line.split() for line in paper.extract_text().splitlines()]
    assert shown[0] == ["1", "Carla", "38.5", "(7)", "16.5", "22"]
    assert len(shown) == 5
    for row in shown:
        _place, _name, total, *columns = row
        assert float(total) == sum(float(column) for column in columns if not column.startswith("("))
        assert row in printed


def test_the_standings_are_a_table_in_which_dropped_results_are_texts(
    app: Flask, member: FlaskClient, club: str, season: int
) -> None:
    with app.app_context():
        series = db.session.get_one(Series, season)
        club_series.change(series, series.name, Scheme(drop=1))
        db.session.commit()
    table = member.get(f"/c/{club}/series/{season}/standings.csv", headers={"Accept-Language": "pt-BR"})
    heading, first, *_rest = csv.reader(io.StringIO(table.text.removeprefix("\ufeff")), delimiter=";")
    assert heading[1:3] == ["Jogador", "Total"]
    assert [cell for cell in first[3:] if cell.startswith("(")] == ["(10)"]
    assert f'/series/{season}/standings.csv"' in member.get(f"/c/{club}/series/{season}").text


@pytest.mark.parametrize("paper, wide, tables", [("A4", False, 1), ("A5", True, 1), ("A5", True, 2)])
def test_every_part_has_a_column_on_paper(
    app: Flask, club: str, paper: str, wide: bool, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_papers, "BAND", -(-9 // tables))
    days = [date(2026, 3, day) for day in range(1, 10)]
    parts = [Part("night", day.day, "", day, []) for day in days]
    line = Standing("Anna", Fraction(9), (Score(1, 1, counts=True),) * 9)
    added = Championship(Scheme(), parts, parts, [Placed(1, line)])
    with app.test_request_context(f"/?paper={paper}"):
        visit = Mock(club=accounts.find_club(club))
        sheet = season_papers._sheet(visit, "Season", added)
        assert (sheet.title, sheet.season) == ("Season", "Championship · after 9 evenings")
    listed = [Ranks("", sheet.headings, sheet.rows), *sheet.more]
    assert (sheet.wide, len(listed)) == (wide, tables)
    assert [each.text for table in listed for each in table.headings[3:]] == [f"3/{day}/26" for day in range(1, 10)]


@pytest.mark.parametrize(
    "names, short",
    [
        (["Torneo sociale di Burraco", "Torneo sociale di Scopa", "Finale"], ["… Burraco", "… Scopa", "Finale"]),
        (["Torneo sociale di Burraco", "Torneo sociale", ""], ["… di Burraco", "Torneo sociale", ""]),
        (["Torneo di Natale", "Torneo di Natale"], ["Torneo di Natale"] * 2),
        (["Coppa uno", "Coppa due"], ["Coppa uno", "Coppa due"]),
    ],
)
def test_parts_whose_names_begin_alike_are_told_apart_by_what_follows(names: list[str], short: list[str]) -> None:
    parts = [Part("night", at, name, date(2026, 3, 1), []) for at, name in enumerate(names)]
    assert club_series.short_names(parts) == short


def test_a_printed_championship_says_which_part_is_in_which_column(app: Flask, club: str) -> None:
    days = (date(2026, 3, 1), date(2026, 3, 1), date(2026, 3, 8))
    names = ("Torneo sociale di Burraco", "Torneo sociale di Scopa", "")
    parts = [Part("night", at, name, day, []) for at, (name, day) in enumerate(zip(names, days, strict=True))]
    parts[1:] = [part._replace(weight=1.5) for part in parts[1:]]
    line = Standing("Anna", Fraction(9), (Score(1, 1, counts=True),) * 3)
    with app.test_request_context("/?paper=A5"):
        visit = Mock(club=accounts.find_club(club))
        sheet = season_papers._sheet(visit, "Season", Championship(Scheme(), parts, parts, [Placed(1, line)]))
    first, second, third = (heading.text.replace("\N{NO-BREAK SPACE}", " ") for heading in sheet.headings[3:])
    assert (first, second, third) == ("3/1/26 (1)", "3/1/26 (2) × 1.5", "3/8/26 × 1.5")
    assert f"{names[0]} · 3/1/26" in sheet.parts
    assert sheet.parts.endswith(f"{names[1]} ×\N{NO-BREAK SPACE}1.5")
    assert "Of equals the one placed better more often is first" in sheet.note
    assert sheet.parts in html_of_standings(sheet)


def test_a_seat_collects_for_who_sat_there_in_most_rounds_but_a_pair_stays_who_began(app: Flask, club: str) -> None:
    changes = [{"round": 2, "out": "Dino", "in": "Elio"}]
    pairs = [PAIRS[0], entrant(2, players=["Carla", "Dino"], substitutes=changes)]
    document = play_on(tournament(pairs, system={"kind": "danese", "rounds": 3, "rematch": True}), 3)
    with app.app_context():
        club_row = the_club(club)
        part = make(club_row, document, day="2026-03-01", desk={}, actor="")
        series = club_series.make(club_row, "Season", Scheme())
        club_series.set_parts(series, [part.id], [])
        (players,), (couples,) = (parts_of(series, Scheme(who=who)) for who in ("players", "pairs"))
    assert sorted(placing.name for placing in players.placings) == ["Anna", "Bruno", "Carla", "Elio"]
    assert frozenset({"carla", "dino"}) in {placing.key for placing in couples.placings}
