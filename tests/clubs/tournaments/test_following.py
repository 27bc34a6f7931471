"""The players' page and the wall: contents, permissions, and when they are sent again."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs.tournaments import entries, snapshots
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.web.public_address import public_address
from tests.clubs.tournaments.evening import ACTOR, BURRACO, a_tournament, enter, play_round, publish_next
from tests.support.page import Page
from tests.tournaments.made import CUP, MATCH, Document, entrant, first_wins, play_on, tournament

PEOPLE = [
    entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"], club="Lecce"),
    entrant(2, name="Carla – Dino", players=["Carla", "Dino"], club="Bari"),
    entrant(3, name="Élodie – Fausto", players=["Élodie", "Fausto"]),
    entrant(4, name="Gina – Hugo", players=["Gina", "Hugo"]),
]


@pytest.fixture
def number(app: Flask, club: str) -> int:
    """The id of a tournament in its second round, in which one table has a result."""
    with app.app_context():
        made = a_tournament(club, PEOPLE, {"numbers": {"1": ["12345", "12346"]}, "fee": "15 €", "paid": [1]})
        play_round(made)
        publish_next(made)
        enter(made, 2, 1, 400, 2000)
        db.session.commit()
        return made.id


@pytest.fixture
def page(club: str, number: int) -> str:
    """The URL of the tournament in the club."""
    return f"/c/{club}/tournaments/{number}"


@pytest.fixture
def address(scorer: FlaskClient, page: str) -> str:
    """The public URL, turned on."""
    scorer.post(f"{page}/public", data={"public": "1"})
    return address_on(scorer, page)


def address_on(scorer: FlaskClient, page: str) -> str:
    (found,) = re.findall(r'value="http://localhost(/t/[^"]+)"', scorer.get(page).text)
    return str(found)


def test_anybody_with_the_address_follows_until_it_is_ended(
    client: FlaskClient, scorer: FlaskClient, page: str, address: str
) -> None:
    assert "wall/code.svg" not in scorer.get(page).text  # this address opens it for nobody else
    for path in (address, f"{address}/tables", f"{address}/ranking"):
        assert "Autumn cup" in client.get(path).text
        assert client.get(f"{path}?lang=it").status_code == 200
    scorer.post(f"{page}/public", data={"public": "0"})
    assert client.get(address).status_code == 404
    scorer.post(f"{page}/public", data={"public": "1"})
    assert client.get(address).status_code == 404
    assert client.get(address_on(scorer, page)).status_code == 200


def test_nothing_stands_there_that_is_not_public(client: FlaskClient, address: str) -> None:
    client.get(f"{address}/me/1")
    for path in (address, f"{address}?q=anna", f"{address}/tables", f"{address}/ranking?live=1"):
        text = client.get(path).text
        assert not [secret for secret in ("12345", "15 €", "/s/", "/c/") if secret in text], path


@pytest.mark.parametrize(
    "looked_for, shown",
    [
        ("anna", ["Anna"]),
        ("elodie", ["Élodie"]),
        ("o", ["Bruno", "Dino", "Élodie", "Hugo"]),
        ("xyz", []),
        ("", ["Anna", "Carla", "Élodie", "Gina"]),
    ],
)
def test_names_are_listed_or_found_without_their_accents(
    client: FlaskClient, address: str, looked_for: str, shown: list[str]
) -> None:
    found = Page(client.get(address, query_string={"q": looked_for}).text)
    assert ("No player with this name" in found.text) == (looked_for == "xyz")
    assert [name for name in shown if name not in found.text_in("a")] == []
    assert len([link for link in found.all("a") if "/me/" in str(link["href"])]) == len(shown)


def test_a_phone_remembers_whose_it_is_and_nobody_elses_does(app: Flask, client: FlaskClient, address: str) -> None:
    assert client.get(f"{address}/me/2").location == address
    text = Page(client.get(address).text).text
    assert "Carla – Dino Bari" in text
    assert "against " in text
    assert "My results" in text
    assert "My results" not in app.test_client().get(address).text
    client.get(f"{address}/me/0")
    assert "My results" not in client.get(address).text


def test_only_who_has_entered_can_be_remembered(client: FlaskClient, address: str) -> None:
    client.get(f"{address}/me/99")
    assert "Find your table" in client.get(address).text


def test_the_own_page_has_table_results_and_place(client: FlaskClient, address: str) -> None:
    client.get(f"{address}/me/1")
    text = Page(client.get(address).text).text
    assert "Round 2 of 9" in text
    assert re.search(r"Table \d", text)
    assert "Ranking after round 1" in text
    assert re.search(r"Round 1 · Table 1 .*1,100\s:\s500", text)


def test_a_round_under_way_counts_in_the_ranking_only_where_that_is_asked_for(
    client: FlaskClient, address: str
) -> None:
    assert "Ranking after round 1" in client.get(f"{address}/ranking").text
    assert "Ranking during round 2" in client.get(f"{address}/ranking?live=1").text


@pytest.mark.parametrize(
    "asked, told", [("1", "Round 1 of 9"), ("2", "Round 2 of 9"), ("99", "Round 2"), ("x", "Round 2")]
)
def test_the_tables_of_each_round_are_there(client: FlaskClient, address: str, asked: str, told: str) -> None:
    assert told in Page(client.get(f"{address}/tables?round={asked}").text).text


def test_what_is_known_is_not_sent_again(app: Flask, client: FlaskClient, address: str, number: int) -> None:
    first = client.get(f"{address}/tables")
    headers = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"{address}/tables", headers=headers).status_code == 304
    assert client.get(f"{address}/tables?lang=it", headers=headers).status_code == 200
    client.get(f"{address}/tables?lang=en")
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 2, 2, 3000, 100)
        db.session.commit()
    news = client.get(f"{address}/tables", headers=headers)
    assert news.status_code == 200
    assert "3,000" in news.text


def test_who_the_reader_is_counts_among_what_is_known(client: FlaskClient, address: str) -> None:
    headers = {"If-None-Match": client.get(address).headers["ETag"]}
    client.get(f"{address}/me/1")
    assert client.get(address, headers=headers).status_code == 200


def test_a_version_is_worked_out_once_for_all_who_ask(
    client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(f"{address}/ranking")
    monkeypatch.setattr(snapshots, "Snapshot", None)  # computing it again fails the test
    assert client.get(f"{address}/ranking?live=1").status_code == 200
    assert client.get(f"{address}/tables?lang=sw").status_code == 200


def test_a_clock_that_is_started_is_news(client: FlaskClient, scorer: FlaskClient, page: str, address: str) -> None:
    headers = {"If-None-Match": client.get(address).headers["ETag"]}
    scorer.post(f"{page}/clock", data={"do": "start", "minutes": "45"})
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    assert Page(response.text).all("div", class_="clock")
    scorer.post(f"{page}/clock", data={"do": "pause"})
    assert "Paused" in client.get(address).text


def test_before_the_first_round_the_pages_say_so(
    app: Flask, client: FlaskClient, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        made = a_tournament(club, [entrant(7)])
        db.session.commit()
        page = f"/c/{club}/tournaments/{made.id}"
    scorer.post(f"{page}/public", data={"public": "1"})
    address = address_on(scorer, page)
    for path in ("", "/tables", "/ranking", "?q=anna", "/me/7", ""):
        assert client.get(address + path).status_code in (200, 303), path
    assert "not published yet" in client.get(address).text
    assert "Pair 7" in scorer.get(f"{page}/wall").text


def test_the_wall_shows_results_and_ranking_while_a_round_is_played(member: FlaskClient, page: str) -> None:
    shown = Page(member.get(f"{page}/wall").text)
    assert [each.get("data-slide") for each in shown.all("section")] == ["results-1", "ranking-1"]
    assert "playing" in shown.text
    assert "VP" not in shown.text_in("h2")


def test_the_wall_shows_who_sits_where_until_the_round_has_begun(
    app: Flask, member: FlaskClient, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        made = a_tournament(club, 64)
        publish_next(made)
        db.session.commit()
        page = f"/c/{club}/tournaments/{made.id}"

    def kinds() -> list[str]:
        return [str(each["data-slide"]) for each in Page(member.get(f"{page}/wall").text).all("section")]

    by_name = [f"{kind}-{at}" for kind in ("names", "surnames") for at in (1, 2, 3, 4)]
    assert kinds() == by_name + [f"seating-{at}" for at in (1, 2, 3)]
    scorer.post(f"{page}/clock", data={"do": "start", "minutes": "45"})
    assert kinds() == [f"results-{at}" for at in (1, 2, 3)]
    scorer.post(f"{page}/public", data={"public": "1"})
    assert kinds()[-1] == "code-1"


def test_the_wall_lists_players_by_surname_with_the_line_in_which_they_sit(
    app: Flask, member: FlaskClient, club: str
) -> None:
    pairs = [entrant(1, players=["Vito Marra", "Anna De Luca"]), entrant(2, players=["Niccolò D'Amico", "Zoe Abate"])]
    with app.app_context():
        made = a_tournament(club, pairs, system={"kind": "mitchell", "rounds": 1, "first": "entry"})
        publish_next(made)
        db.session.commit()
        wall = Page(member.get(f"/c/{club}/tournaments/{made.id}/wall?only=surnames").text)
    assert wall.texts_in("li").endswith(
        "Ranking Abate Zoe 1 E–W D'Amico Niccolò 1 E–W De Luca Anna 1 N–S Marra Vito 1 N–S"
    )


@pytest.mark.parametrize("asked, seen", [("page=1", 1), ("page=-1", 1), ("page=2", 0), ("page=x", 0), ("", 0)])
def test_without_scripts_the_wall_turns_by_its_addresses(member: FlaskClient, page: str, asked: str, seen: int) -> None:
    shown = Page(member.get(f"{page}/wall?{asked}").text)
    assert ["hidden" not in each for each in shown.all("section")] == [seen == 0, seen == 1]
    (refresh,) = shown.all("meta", http_equiv="refresh")
    assert f"page={seen + 1}" in str(refresh["content"])
    assert not Page(member.get(f"{page}/wall?still=1").text).all("meta", http_equiv="refresh")


@pytest.mark.parametrize("only", ["names", "seating", "results", "ranking", "other"])
def test_the_wall_keeps_to_what_it_is_asked_for(member: FlaskClient, page: str, only: str) -> None:
    shown = {
        str(each["data-slide"]).split("-")[0]
        for each in Page(member.get(f"{page}/wall?only={only}").text).all("section")
    }
    assert shown == ({only} if only != "other" else {"results", "ranking"})


@pytest.mark.parametrize("theme, chosen", [("dark", "dark"), ("light", "light"), ("x", "dark"), ("", "dark")])
def test_the_wall_is_dark_unless_light_is_asked_for(member: FlaskClient, page: str, theme: str, chosen: str) -> None:
    (html,) = Page(member.get(f"{page}/wall?theme={theme}").text).all("html")
    assert html.get("data-theme") == chosen


@pytest.mark.parametrize("many, words", [(6, "withdrawn from round 2"), (30, "withdrawn")])
def test_the_ranking_marks_with_sign_and_words_who_came_late_or_withdrew(
    app: Flask, client: FlaskClient, member: FlaskClient, scorer: FlaskClient, club: str, many: int, words: str
) -> None:
    with app.app_context():
        made = a_tournament(club, [entrant(number, name=f"Pair {number}") for number in range(1, many + 1)])
        play_round(made)
        entries.enter(made, [read_newcomer(["Gina", "Ugo"])], ACTOR)
        entries.withdraw(made, [1, 2], ACTOR)
        play_round(made)
        db.session.commit()
        page = f"/c/{club}/tournaments/{made.id}"
    scorer.post(f"{page}/public", data={"public": "1"})
    address = address_on(scorer, page)
    client.get(f"{address}/me/1")
    wall = Page(member.get(f"{page}/wall?only=ranking").text)
    if many > 12:  # two columns: signs, explained at the foot
        assert f"entered late {words}" in wall.texts_in("footer")
    else:
        assert f"Pair 1 {words}" in wall.text
    assert "Pair 1 withdrawn from round 2" in Page(client.get(f"{address}/ranking").text).text
    assert "Gina – Ugo from round 2" in Page(client.get(f"{address}/ranking").text).text
    assert "Pair 1 withdrawn from round 2" in Page(client.get(address).text).text


def test_the_wall_says_which_tables_call_the_arbiter(app: Flask, member: FlaskClient, page: str) -> None:
    headers = {"If-None-Match": member.get(f"{page}/wall").headers["ETag"]}
    assert member.get(f"{page}/wall", headers=headers).status_code == 304
    with app.app_context():
        of_round = select(TournamentTable).where(TournamentTable.round == 2, TournamentTable.number == 2)
        db.session.scalars(of_round).one().called_at = now()
        db.session.commit()
    assert "The arbiter is called to table 2" in member.get(f"{page}/wall", headers=headers).text


def test_the_walls_code_is_there_while_the_address_is(member: FlaskClient, scorer: FlaskClient, page: str) -> None:
    assert member.get(f"{page}/wall/code.svg").status_code == 404
    scorer.post(f"{page}/public", data={"public": "1"})
    assert member.get(f"{page}/wall/code.svg").mimetype == "image/svg+xml"


SYSTEMS: dict[str, Document] = {
    "knockout": {"system": CUP, "scoring": MATCH},
    "groups": {"system": {"kind": "groups", "size": 4, "qualify": 2, "then": CUP}, "scoring": MATCH},
    "mitchell": {"system": {"kind": "mitchell", "rounds": 4}},
    "round robin": {"system": {"kind": "round_robin"}, "scoring": {"kind": "match", "best_of": 3}},
    "singles": {"system": {"kind": "danese", "rounds": 4, "singles": True}},
}


def results(tables: list[Document]) -> None:
    """Results in which the first side wins; the last table is still playing."""
    for table in tables[:-1]:
        table["points"] = [1500, 100 * table["table"]]


def legs(tables: list[Document]) -> None:
    """The same for matches of three legs."""
    every_leg(tables[:-1])


def every_leg(tables: list[Document]) -> None:
    """Results in which the first side wins every match."""
    for table in tables:
        table["legs"] = [2, 0]


@pytest.mark.parametrize("system, rounds", [*((each, 3) for each in SYSTEMS), ("knockout", 1)])
def test_every_system_is_followed(
    app: Flask, client: FlaskClient, member: FlaskClient, club: str, system: str, rounds: int
) -> None:
    of_three = system == "round robin"
    document = play_on(
        tournament(9, **{**BURRACO, **SYSTEMS[system]}), rounds - 1, every_leg if of_three else first_wins
    )
    with app.test_request_context():
        made = a_tournament(club, 9, **SYSTEMS[system])
        made.document, made.public = play_on(document, 1, legs if of_three else results), "followed"
        db.session.commit()
        page, address = f"/c/{club}/tournaments/{made.id}", public_address(made).removeprefix("http://localhost")
    for path in ("", "?only=names", "?only=seating", "?only=results", "?only=ranking"):
        assert Page(member.get(f"{page}/wall{path}").text).all("section", aria_labelledby="slide-code-1"), path
    client.get(f"{address}/me/9")
    for path in ("", "/tables", "/ranking", "/ranking?live=1"):
        assert "Autumn cup" in Page(client.get(address + path).text).text_in("h1"), path
    assert "My results" in client.get(address).text
