"""A club night: defaults, ranking, public page and wall; changing, closing and deleting it."""

import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import select, update

from scorekeeper import ledger
from scorekeeper.clubs import nights, roster
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.nights import Defaults, read_defaults
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import ClubSitting, Night, NightTable, Player
from scorekeeper.store.models import Match, db
from tests.clubs.conftest import the_club
from tests.clubs.evenings import keys
from tests.support.matches import won, write
from tests.support.page import Page

PLAN = {"day": "2026-11-27", "name": "Third round", "place": "Bar Centrale", "tables": "2"}
BURACO = {"preset": "buraco/burraco", "hands": "4", "minutes": "90", "confirm": "result"}


@pytest.fixture
def night(scorer: FlaskClient, club: str) -> str:
    """The URL of a night with two tables, whose matches are four hands of burraco in ninety minutes."""
    return str(scorer.post(f"/c/{club}/nights", data=PLAN | BURACO).location)


def the_night() -> Night:
    return db.session.scalars(select(Night)).one()


def table(scorer: FlaskClient, night: str, number: int) -> str:
    """The URL of a table."""
    links = re.findall(r'href="(/s/[^"/]+)"', scorer.get(night).text)
    return str(links[number - 1])


def start(scorer: FlaskClient, address: str, **typed: str) -> Any:
    """Starts a match with the form's defaults, except for these fields."""
    form = dict(Page(scorer.get(f"{address}/new").text).fields)
    return scorer.post(f"{address}/new", data=form | {"start": "1"} | typed)


@pytest.mark.parametrize(
    "typed, wrong",
    [
        (("chess", "", "", ""), "preset"),
        (("buraco/none", "", "", ""), "preset"),
        (("truco/paulista", "4", "", ""), "hands"),
        (("buraco/burraco", "0", "", ""), "hands"),
        (("", "many", "", ""), "hands"),
        (("", "", "601", ""), "minutes"),
    ],
)
def test_defaults_that_cannot_be_played_are_refused(app: Flask, typed: tuple[str, str, str, str], wrong: str) -> None:
    with app.app_context(), pytest.raises(Refusal) as refused:
        read_defaults(*typed)
    assert refused.value.problems[0]["field"] == wrong


def test_defaults_are_read_as_they_are_typed(app: Flask) -> None:
    with app.app_context():
        assert read_defaults("buraco/burraco", "4", "90", "result") == Defaults("buraco", "burraco", 4, 90, "result")
        assert read_defaults("", "", "", "nonsense") == Defaults()


def test_every_match_of_the_night_begins_with_its_defaults(app: Flask, scorer: FlaskClient, night: str) -> None:
    scorer.post(f"{night}/edit", data=PLAN | BURACO | {"names-1": "Anna, Carla, Bruno, Dino"})
    address = table(scorer, night, 1)
    for _match in range(2):
        assert start(scorer, address).status_code == 303
    with app.app_context():
        for match in db.session.scalars(select(Match)):
            setup = match.setup
            assert (setup["game"], setup["variant"], setup["options"]["hands"]) == ("buraco", "burraco", 4)
            assert set(setup["seats"]) == {"Anna", "Bruno", "Carla", "Dino"}
            assert (setup["about"]["confirm"], setup["about"]["minutes"]) == ("result", "90")
            assert "ends" in setup["about"]


def test_a_table_may_play_something_else(scorer: FlaskClient, night: str) -> None:
    page = scorer.get(f"{table(scorer, night, 2)}/new?game=truco").text
    assert 'name="game" value="truco"' in page


def test_each_table_may_have_its_own_game_from_the_plan_on(app: Flask, scorer: FlaskClient, club: str) -> None:
    plan = PLAN | {"preset": "truco/paulista", "game-1": "tresette/parlett", "game-2": ""}
    night = str(scorer.post(f"/c/{club}/nights", data=plan).location)
    assert "Tresette" in Page(scorer.get(night).text).text_in("ol")
    games = [Page(scorer.get(f"{table(scorer, night, number)}/new").text).value("game") for number in (1, 2)]
    assert games == ["tresette", "truco"]
    before = scorer.get(night).headers["ETag"]
    fields = Page(scorer.get(f"{night}/edit").text).fields
    assert fields["game-1"] == "tresette/parlett"
    scorer.post(f"{night}/edit", data=fields | {"game-1": "", "game-2": "scopa/scopa"})
    games = [Page(scorer.get(f"{table(scorer, night, number)}/new").text).value("game") for number in (1, 2)]
    assert games == ["truco", "scopa"]
    assert scorer.get(night, headers={"If-None-Match": before}).status_code == 200


def test_whoever_was_planned_and_has_no_seat_in_the_game_is_named(scorer: FlaskClient, night: str) -> None:
    scorer.post(f"{night}/edit", data=PLAN | BURACO | {"names-1": "Anna, Bruno, Carla, Dino, Elsa"})
    page = scorer.get(f"{table(scorer, night, 1)}/new").text
    assert "No seat in this game for: Elsa" in page


def test_hands_of_the_night_are_left_out_where_a_tables_game_has_none(scorer: FlaskClient, night: str) -> None:
    fields = Page(scorer.get(f"{night}/edit").text).fields
    assert scorer.post(f"{night}/edit", data=fields | {"game-2": "truco/paulista"}).status_code == 303
    assert start(scorer, table(scorer, night, 2)).status_code == 303


@pytest.mark.parametrize("unknown", ["chess", "buraco/none"])
def test_a_stored_game_that_this_version_does_not_have_is_as_if_the_table_had_none(
    app: Flask, scorer: FlaskClient, night: str, unknown: str
) -> None:
    with app.app_context():
        db.session.execute(update(NightTable).values(preset=unknown))
        db.session.commit()
    assert [scorer.get(f"{night}{page}").status_code for page in ("", "/board", "/edit")] == [200] * 3
    assert Page(scorer.get(f"{table(scorer, night, 1)}/new").text).value("game") == "buraco"


@pytest.mark.parametrize("wrong", [{"game-1": "chess"}, {"game-3": "scopa/scopa"}])
def test_a_game_that_there_is_not_or_for_no_table_is_refused(
    app: Flask, scorer: FlaskClient, club: str, wrong: dict[str, str]
) -> None:
    refused = scorer.post(f"/c/{club}/nights", data=PLAN | wrong)
    assert refused.status_code == 422
    assert f'id="f-{next(iter(wrong))}-error"' in refused.text
    with app.app_context():
        assert db.session.scalars(select(Night)).all() == []


def test_a_night_is_planned_for_today_unless_another_day_is_chosen(scorer: FlaskClient, club: str) -> None:
    assert Page(scorer.get(f"/c/{club}/nights").text).value("day") == datetime.now().astimezone().date().isoformat()


def test_no_match_begins_at_a_closed_night(app: Flask, scorer: FlaskClient, night: str) -> None:
    address = table(scorer, night, 1)
    first = start(scorer, address)
    scorer.post(f"{night}/closed", data={"closed": "1"})
    assert "closed" in scorer.get(night).text
    refused = start(scorer, address)
    assert refused.status_code == 422
    assert "This night is closed" in refused.text
    scorer.post(f"{first.location}/rematch")
    with app.app_context():
        assert len(db.session.scalars(select(Match)).all()) == 1
    scorer.post(f"{night}/closed", data={"closed": "0"})
    assert start(scorer, address).status_code == 303


def play(app: Flask, table: int, *names: str, winner: int) -> None:
    """A finished match of Truco at a table of the only night."""
    with app.app_context():
        sides = [{"name": "Us", "players": list(names[:2])}, {"name": "Them", "players": list(names[2:])}]
        head = {"format": "scorekeeper/1", "game": "truco", "sides": sides}
        sitting = nights.tables_of(the_night())[table - 1][1]
        match = ledger.start_match(sitting, head, actor="", key=next(keys))
        for _hand in range(2):
            write(ledger.record, match, won(winner, 6))
        db.session.commit()


@pytest.fixture
def played(app: Flask, night: str) -> str:
    """Three matches at two tables: Anna and Bruno won two together."""
    play(app, 1, "Anna", "Bruno", "Carla", "Dino", winner=0)
    play(app, 1, "Anna", "Bruno", "Elsa", "Fay", winner=0)
    play(app, 2, "Carla", "Dino", "Elsa", "Fay", winner=0)
    return night


def test_the_ranking_counts_every_match_of_people_and_pairs(app: Flask, played: str) -> None:
    with app.app_context():
        found = ranking(the_night())
        assert [(player.place, player.line.name, player.line.won) for player in found.players] == [
            (1, "Anna", 2), (1, "Bruno", 2), (3, "Carla", 1), (3, "Dino", 1), (5, "Elsa", 0), (5, "Fay", 0),
        ]  # fmt: skip
        assert [(pair.place, pair.line.name) for pair in found.pairs] == [
            (1, "Anna – Bruno"), (2, "Carla – Dino"), (3, "Elsa – Fay"),
        ]  # fmt: skip
        assert found.game == "truco"
        assert ranking(the_night(), approved=True).is_empty


def test_of_several_who_play_alone_the_first_to_go_out_is_last(
    app: Flask, scorer: FlaskClient, member: FlaskClient, night: str
) -> None:
    with app.app_context():
        sides = [{"name": name, "players": [name]} for name in ("Anna", "Bruno", "Carla", "Dino")]
        head = {"format": "scorekeeper/1", "game": "scala40", "variant": "101", "sides": sides}
        match = ledger.start_match(nights.tables_of(the_night())[0][1], head, actor="", key="alone")
        for counts in ([0, 99, 10, 20], [0, 2, 80, 10], [0, None, 14, 10], [0, None, None, 61]):
            write(ledger.record, match, {"closed": 0, "counts": counts})
        db.session.commit()
        found = ranking(the_night())
    assert [(placed.place, placed.line.name) for placed in found.players] == [
        (1, "Anna"), (2, "Dino"), (3, "Carla"), (4, "Bruno"),
    ]  # fmt: skip
    page = member.get(night).text
    assert "then the places in each match" in page
    assert "0 : 306" not in page  # the others' points say nothing where each plays alone


def test_a_finished_match_without_names_is_told_to_have_no_place(app: Flask, scorer: FlaskClient, club: str) -> None:
    night = str(scorer.post(f"/c/{club}/nights", data={"day": "2026-11-27", "tables": "1"}).location)
    with app.app_context():
        (table,) = nights.tables_of(db.session.query(Night).one())
        sides = [{"name": "Us", "players": ["Us 1", "Us 2"]}, {"name": "Them", "players": ["Them 1", "Them 2"]}]
        head = {"format": "scorekeeper/1", "game": "truco", "sides": sides}
        match = ledger.start_match(table[1], head, actor="", key="unnamed")
        for _hand in range(2):
            write(ledger.record, match, won(0, 6))
        db.session.commit()
    page = scorer.get(night).text
    assert "Matches of players without names are not ranked." in page
    assert "No finished matches yet." not in page


def test_the_page_shows_all_matches_of_a_table_and_the_ranking(member: FlaskClient, played: str) -> None:
    page = member.get(played).text
    assert page.count('class="night-match"') == 3
    assert "Anna – Bruno" in page
    assert "Anna – Bruno" in member.get(f"{played}/board").text


def test_somebody_at_two_tables_is_told(app: Flask, scorer: FlaskClient, night: str) -> None:
    scorer.post(f"{night}/edit", data=PLAN | {"names-1": "Anna, Carla", "names-2": "Dino, anna"})
    assert "Anna sits at more than one table: 1, 2." in scorer.get(night).text
    scorer.post(f"{night}/edit", data=PLAN | {"names-1": "Anna, Carla", "names-2": "Dino, Elsa"})
    assert "more than one table" not in scorer.get(night).text


def test_a_mistake_in_the_form_keeps_what_was_typed(app: Flask, scorer: FlaskClient, night: str) -> None:
    refused = scorer.post(f"{night}/edit", data=PLAN | {"place": "Elsewhere", "names-1": "Anna, Anna"})
    assert refused.status_code == 422
    assert "Someone is listed twice at this table" in refused.text
    assert 'value="Elsewhere"' in refused.text
    with app.app_context():
        assert the_night().place == "Bar Centrale"


def test_the_tables_move_with_the_night(app: Flask, scorer: FlaskClient, night: str) -> None:
    scorer.post(f"{night}/edit", data=PLAN | {"place": "Elsewhere", "day": "2026-11-28"})
    with app.app_context():
        assert {sitting.place for _number, sitting in nights.tables_of(the_night())} == {"Elsewhere"}
        assert the_night().day.isoformat() == "2026-11-28"


def test_anybody_with_the_address_reads_the_night_until_it_ends(
    scorer: FlaskClient, client: FlaskClient, played: str
) -> None:
    scorer.post(f"{played}/public", data={"public": "1"})
    (address,) = re.findall(r'value="http://localhost(/n/[^"]+)"', scorer.get(played).text)
    page = client.get(address)
    assert "Anna – Bruno" in page.text
    assert "/s/" not in page.text
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert client.get(address, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    assert client.get(address[:-1] + "x").status_code == 404
    scorer.post(f"{played}/public", data={"public": "0"})
    assert client.get(address).status_code == 404


def test_a_deleted_night_leaves_what_was_played(app: Flask, owner: FlaskClient, club: str, played: str) -> None:
    match = re.findall(r'href="(/s/[^"]+/m/1)"', owner.get(played).text)[0]
    page = owner.get(f"{played}/delete").text
    assert "3 matches stay" in page
    assert owner.post(f"{played}/delete").status_code == 303
    assert owner.get(played).status_code == 404
    assert owner.get(match).status_code == 200


def test_a_deleted_night_takes_tables_without_matches_with_it(
    app: Flask, owner: FlaskClient, scorer: FlaskClient, night: str
) -> None:
    address = table(scorer, night, 1)
    assert scorer.post(f"{night}/delete").status_code == 403
    assert owner.post(f"{night}/delete").status_code == 303
    assert scorer.get(address).status_code == 404
    with app.app_context():
        assert db.session.scalars(select(ClubSitting)).all() == []


def test_the_nights_papers_begin_with_its_ranking_and_carry_its_day(
    app: Flask, member: FlaskClient, played: str
) -> None:
    with app.app_context():
        for match in nights.matches_of(the_night()):
            match.started_at = datetime(2026, 11, 28, 1, tzinfo=UTC)  # past midnight
        db.session.commit()
    answer = member.get(f"{played}/sheets.pdf?paper=A5")
    first, second = (" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.data)).pages[:2])
    assert "Ranking" in first
    assert "For the club" in first  # a line for signatures
    assert "1 Anna 2 2 2" in first
    assert "Anna – Bruno" in first
    for told in ("Bocce e Carte", "Third round", "Table 1", "Bar Centrale", "November 27, 2026"):
        assert told in second, told
    assert "2026-11-27 Third round.pdf" in answer.headers["Content-Disposition"]


def test_a_table_that_nobody_named_is_called_in_each_readers_language(
    app: Flask, scorer: FlaskClient, night: str
) -> None:
    italian = {"Accept-Language": "it"}
    address = table(scorer, night, 1)
    assert "Table 1" in scorer.get(night).text
    for page in (night, address):
        assert "Tavolo 1" in scorer.get(page, headers=italian).text
    fields = dict(Page(scorer.get(address, headers=italian).text).fields)
    scorer.post(address, data=fields | {"name": "Tavolo 1", "place": "Cortile"}, headers=italian)
    with app.app_context():
        names = [(sitting.name, sitting.place) for _number, sitting in nights.tables_of(the_night())]
    assert names == [("▦1", "Cortile"), ("▦2", "Bar Centrale")]
    scorer.post(address, data=fields | {"name": "Window", "place": ""})
    assert "Window" in scorer.get(night, headers=italian).text


def test_names_typed_at_a_night_are_those_of_the_roster_or_offered(
    app: Flask, scorer: FlaskClient, club: str, night: str
) -> None:
    with app.app_context():
        here = the_club(club)
        vito = roster.add_player(here, "Vito Marra", "0145").id
        anna = roster.add_player(here, "Anna De Luca").id
        db.session.commit()
    scorer.post(f"{night}/edit", data={**PLAN, "names-1": "MARRA Vito, A. De Luca, Carla, Dino"})
    here_at = table(scorer, night, 1)
    match = start(scorer, here_at, **{"seats.2": "Elsa"}).location
    text = Page(scorer.get(night).text).text
    assert "Vito Marra" in text
    assert "MARRA" not in text
    assert "A. De Luca Is it Anna De Luca?" in text
    page = Page(scorer.get(f"{match}/table").text)
    assert [button["value"] for button in page.all("button", name="name")] == ["Anna De Luca"]
    tap = {"name": "A. De Luca", "player": str(anna)}
    assert scorer.post(f"{night}/who", data=tap).status_code == 303
    assert "Is it" not in scorer.get(night).text
    assert scorer.post(f"{match}/seats/2", data={"name": "marra vito"}).status_code == 409  # sits already
    with app.app_context():
        seats = [each.setup["seats"] for each in db.session.scalars(select(Match))]
        assert seats == [["Vito Marra", "Anna De Luca", "Elsa", "Dino"]]
        assert db.session.get_one(Player, vito).name == "Vito Marra"
