"""The arbiter's pages without scripts: pairing, publishing, results, corrections, rulings, undoing a round."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.store.models import Link, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.tournament_pages.settings_form import usual
from tests.clubs.conftest import PASSWORD
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.page import Page
from tests.tournaments.made import entrant


@pytest.fixture
def number(app: Flask, club: str) -> int:
    """The id of a tournament of eight pairs, before its first round."""
    with app.app_context():
        tournament = a_tournament(club)
        db.session.commit()
        return tournament.id


@pytest.fixture
def place(club: str, number: int) -> str:
    """The tournament's URL."""
    return f"/c/{club}/tournaments/{number}"


def kept(app: Flask, number: int) -> Tournament:
    """The tournament, loaded again."""
    with app.app_context():
        return db.session.get_one(Tournament, number)


def played(app: Flask, number: int, times: int = 1, *, open_round: bool = False) -> None:
    """Plays this many complete rounds, and optionally starts one more."""
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        for _round in range(times):
            play_round(tournament)
        if open_round:
            publish_next(tournament)
        db.session.commit()


def send(browser: FlaskClient, address: str, action: str, **typed: str) -> TestResponse:
    """Submits the page's form with this action, as a browser without scripts does."""
    page = Page(browser.get(address).text)
    assert action in {form.get("action") for form in page.all("form")}, page.text
    hidden = {str(each["name"]): unescape(str(each["value"])) for each in page.all("input", type="hidden")}
    return browser.post(action, data=hidden | typed)


def sides(app: Flask, number: int, of: int = -1) -> list[Any]:
    """The sides of a round's tables."""
    return [table["sides"] for table in kept(app, number).document["rounds"][of]["tables"]]


def test_from_the_last_result_to_the_next_round_it_takes_two_taps(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number)
    (tap,) = Page(scorer.get(place).text).all("a", class_="button primary wide")
    page = Page(scorer.get(str(tap["href"])).text)
    (publish, *_again) = [form for form in page.all("form") if str(form["action"]).endswith("/publish")]
    done = send(scorer, str(tap["href"]), str(publish["action"]))
    assert (done.status_code, done.location) == (303, place)
    assert len(kept(app, number).document["rounds"]) == 2
    assert "Round 2 of 9" in Page(scorer.get(place).text).text


def test_a_published_round_has_a_link_that_scores_for_each_table(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    send(scorer, f"{place}/pair", f"{place}/publish")
    with app.app_context():
        tables = rounds.tables_of(db.session.get_one(Tournament, number), 1)
        assert sorted(tables) == [1, 2, 3, 4]
        assert sorted(link.may for link in db.session.query(Link)) == ["score"] * 4 + ["watch"] * 4
    page = Page(scorer.get(place).text)
    for link in [each for each in page.all("a", class_="cell-link") if "/s/" in str(each["href"])]:
        assert scorer.get(str(link["href"])).status_code == 200


def test_who_is_to_sit_elsewhere_is_exchanged_and_the_rule_has_its_say(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number)
    send(scorer, f"{place}/pair", f"{place}/publish")
    first, second = (set(each) for each in sides(app, number, 0)[0:1] + sides(app, number)[0:1])
    one, other = sides(app, number, 0)[0]
    send(scorer, f"{place}/back", f"{place}/back")
    met_other = next(pair for pair in sides(app, number, 0) if one in pair)
    assert first == set(met_other)
    assert second != first
    proposed = json.loads(Page(scorer.get(f"{place}/pair").text).fields["proposal"])
    opponent = next(
        side for table in proposed["tables"] if one in table["sides"] for side in table["sides"] if side != one
    )
    done = send(scorer, f"{place}/pair", f"{place}/pair", one=str(opponent), other=str(other), do="entrants")
    assert done.status_code == 303
    page = Page(scorer.get(f"{place}/pair").text)
    assert "They have met before" in page.text
    assert "TOU-11" in page.text
    send(scorer, f"{place}/pair", f"{place}/publish")
    assert {one, other} in [set(pair) for pair in sides(app, number)]
    assert desk_of(kept(app, number))["proposal"] is None


def test_what_was_exchanged_is_still_there_on_another_phone_and_can_be_dropped(
    app: Flask, scorer: FlaskClient, owner: FlaskClient, place: str
) -> None:
    send(scorer, f"{place}/pair", f"{place}/pair", one="1", other="8", do="entrants")
    assert "Changed by hand" in owner.get(f"{place}/pair").text
    send(owner, f"{place}/pair", f"{place}/pair", one="2", other="3", do="entrants")
    send(owner, f"{place}/pair", f"{place}/pair", one="1", other="4", do="tables")
    proposed = json.loads(Page(scorer.get(f"{place}/pair").text).fields["proposal"])
    assert [table["sides"] for table in proposed["tables"]] == [[7, 1], [2, 4], [5, 6], [8, 3]]
    send(scorer, f"{place}/pair", f"{place}/pair", do="anew")
    assert "Changed by hand" not in owner.get(f"{place}/pair").text


@pytest.mark.parametrize("one, other", [("9", "1"), ("1", "x"), ("", "2"), ("1", "-7")])
def test_who_is_not_in_the_round_is_exchanged_with_nobody(
    scorer: FlaskClient, place: str, one: str, other: str
) -> None:
    refused = send(scorer, f"{place}/pair", f"{place}/pair", one=one, other=other, do="entrants")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


@pytest.mark.parametrize(
    "proposal",
    [
        '{"tables": []}',
        '{"tables": 7, "bye": null}',
        '{"tables": [[]]}',
        '{"tables": [{"table": 1, "sides": [1, 1]}]}',
        '{"tables": [{}]}',
        '{"tables": [{"table": "x", "sides": {"a": 1}}], "bye": [[1]]}',
    ],
)
def test_a_round_that_cannot_be_is_not_published(
    app: Flask, scorer: FlaskClient, number: int, place: str, proposal: str
) -> None:
    assert scorer.post(f"{place}/publish", data={"seen": "0", "proposal": proposal}).status_code == 422
    assert kept(app, number).document["rounds"] == []


@pytest.mark.parametrize("data", [{"proposal": "{}"}, {"seen": "0"}, {"seen": "x", "proposal": "{}"}])
def test_a_form_that_did_not_arrive_whole_does_nothing(scorer: FlaskClient, place: str, data: dict[str, str]) -> None:
    assert scorer.post(f"{place}/publish", data=data).status_code == 400


def test_the_second_of_two_arbiters_sees_what_the_first_did_and_keeps_what_was_typed(
    app: Flask, scorer: FlaskClient, owner: FlaskClient, number: int, place: str
) -> None:
    played(app, number, open_round=True)
    table = f"{place}/rounds/2/tables/1"
    page = Page(owner.get(table).text)
    send(scorer, table, table, **{"points-0": "1500", "points-1": "900", "do": "points"})
    late = owner.post(table, data={**page.fields, "points-0": "700", "points-1": "1,300", "do": "points"})
    assert late.status_code == 409
    assert "Someone else made a change first" in late.text
    assert "Sam" in late.text
    assert "1,500 : 900" in late.text
    again = Page(late.text)
    assert (again.value("points-0"), again.value("points-1")) == ("700", "1,300")
    assert kept(app, number).document["rounds"][1]["tables"][0]["points"] == [1500, 900]
    sent = owner.post(table, data={**again.fields, "do": "points"})
    assert sent.status_code == 303
    assert kept(app, number).document["rounds"][1]["tables"][0]["points"] == [700, 1300]


def test_a_result_of_another_table_makes_no_page_old(app: Flask, scorer: FlaskClient, number: int, place: str) -> None:
    played(app, number, open_round=True)
    table = f"{place}/rounds/2/tables/1"
    page = Page(scorer.get(table).text)
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 2, 3, 500, 400)
        db.session.commit()
    done = scorer.post(table, data={**page.fields, "points-0": "1500", "points-1": "-20", "do": "points"})
    assert done.status_code == 303
    found = [each.get("points") for each in kept(app, number).document["rounds"][1]["tables"]]
    assert found == [[1500, -20], None, [500, 400], None]


@pytest.mark.parametrize(
    "typed, outcome",
    [
        ({"do": "points", "points-0": "1 850", "points-1": "1.210"}, {"points": [1850, 1210]}),
        ({"do": "forfeit-1", "reason": "ill"}, {"forfeit": 1}),
        ({"do": "late-2"}, {"late": 2}),
        (
            {"do": "score", "vp-0": "12", "vp-1": "8", "mp-0": "0", "mp-1": "0", "reason": "cards mixed"},
            {"vp": [12, 8], "mp": [0, 0]},
        ),
    ],
)
def test_whatever_can_happen_at_a_table_can_be_entered_and_cleared(
    app: Flask, scorer: FlaskClient, number: int, place: str, typed: dict[str, str], outcome: dict[str, Any]
) -> None:
    played(app, number, 0, open_round=True)
    table = f"{place}/rounds/1/tables/1"
    assert send(scorer, table, table, **typed).status_code == 303
    tournament = kept(app, number).document["rounds"][0]["tables"][0]
    assert tournament == {"table": 1, "sides": [1, 2], **outcome}
    log = Page(scorer.get(f"{place}/log").text).text
    assert typed.get("reason", "") in log
    assert send(scorer, table, table, do="clear").status_code == 303
    assert kept(app, number).document["rounds"][0]["tables"][0] == {"table": 1, "sides": [1, 2]}


@pytest.mark.parametrize(
    "typed",
    [
        {"do": "points", "points-0": "", "points-1": ""},
        {"do": "points", "points-0": "12", "points-1": ""},
        {"do": "points", "points-0": "twelve", "points-1": "1"},
        {"do": "points", "points-0": "9" * 12, "points-1": "1"},
        {"do": "forfeit-7"},
        {"do": "late-"},
        {"do": "score", "vp-0": "21", "vp-1": "8", "mp-0": "0", "mp-1": "0"},
        {"do": "score", "vp-0": "11", "vp-1": "9"},
        {"do": "nonsense"},
    ],
)
def test_what_cannot_have_come_out_is_refused(
    app: Flask, scorer: FlaskClient, number: int, place: str, typed: dict[str, str]
) -> None:
    played(app, number, 0, open_round=True)
    table = f"{place}/rounds/1/tables/1"
    refused = send(scorer, table, table, **({"points-0": "", "points-1": ""} | typed))
    assert refused.status_code == 422
    assert 'class="error"' in refused.text
    assert kept(app, number).document["rounds"][0]["tables"][0] == {"table": 1, "sides": [1, 2]}


def test_a_correction_of_an_earlier_round_says_first_what_it_changes(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 3)
    table = f"{place}/rounds/1/tables/4"
    before = kept(app, number).document
    asked = send(scorer, table, table, **{"do": "points", "points-0": "0", "points-1": "2500"})
    assert asked.status_code == 200
    assert kept(app, number).document == before
    page = Page(asked.text)
    assert "What this changes New result: 0 : 2,500" in page.text
    assert "Rounds 2, 3 were paired with the old result and stay as they are." in page.text
    assert "Pair 7" in page.text_in("table")
    assert "Pair 1" not in page.text_in("table")
    unsaid = scorer.post(table, data=page.fields | {"reason": ""})
    assert unsaid.status_code == 422
    done = scorer.post(table, data=page.fields | {"reason": "written down the wrong way round"})
    assert (done.status_code, done.location) == (303, f"{place}/rounds/1")
    assert kept(app, number).document["rounds"][0]["tables"][3]["points"] == [0, 2500]
    log = Page(scorer.get(f"{place}/log").text).text
    assert "Round 1, table 4: result corrected: 1,400 : 500 → 0 : 2,500" in log
    assert "written down the wrong way round" in log


def test_slips_of_many_tables_are_typed_on_one_page(app: Flask, scorer: FlaskClient, number: int, place: str) -> None:
    played(app, number, 0, open_round=True)
    page = f"{place}/rounds/1/typed"
    fields = {"points-1-0": "1000", "points-1-1": "900", "points-3-0": "10", "points-3-1": "20"}
    assert send(scorer, page, page, **fields).status_code == 303
    found = [table.get("points") for table in kept(app, number).document["rounds"][0]["tables"]]
    assert found == [[1000, 900], None, [10, 20], None]
    wrong = send(scorer, page, page, **{"points-2-0": "5", "points-2-1": "6", "points-4-0": "x", "points-4-1": "1"})
    assert wrong.status_code == 422
    assert Page(wrong.text).value("points-2-0") == "5"
    assert [table.get("points") for table in kept(app, number).document["rounds"][0]["tables"]] == found


def test_all_that_is_wrong_on_the_slips_is_said_beside_its_field_at_once(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 0, open_round=True)
    page = f"{place}/rounds/1/typed"
    wrong = Page(send(scorer, page, page, **{"points-2-0": "5", "points-4-0": "x", "points-4-1": "1"}).text)
    assert [each["name"] for each in wrong.all("input", aria_invalid="true")] == ["points-2-1", "points-4-0"]
    assert [each["id"] for each in wrong.all("p", class_="error")] == ["points-2-1-error", "points-4-0-error"]
    assert [each["name"] for each in wrong.all("input") if "autofocus" in each] == ["points-2-1"]


def test_slips_are_a_tap_away_until_the_first_result(app: Flask, scorer: FlaskClient, number: int, place: str) -> None:
    slips = f"{place}/papers/slips.pdf?round=1"
    played(app, number, 0, open_round=True)
    assert Page(scorer.get(place).text).all("a", href=slips)
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 1, 1, 2500, 0)
        db.session.commit()
    page = Page(scorer.get(place).text)
    assert not page.all("a", href=slips)
    assert re.search(r"2,500 : 0 20 : 0 VP \d Pair \d on paper", page.text)  # the phone's match is unchanged


@pytest.mark.parametrize(
    "points, vp",
    [
        ((1500, 1000), "1,500 : 1,000 12 : 8 VP"),
        ((500, 500), "500 : 500 10 : 10 VP"),
        ((0, 2500), "0 : 2,500 0 : 20 VP"),
    ],
)
def test_victory_points_stand_beside_the_points_they_come_from(
    app: Flask, scorer: FlaskClient, number: int, place: str, points: tuple[int, int], vp: str
) -> None:
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        publish_next(tournament)
        enter(tournament, 1, 1, *points)
        db.session.commit()
    for address in (place, f"{place}/rounds/1"):
        text = Page(scorer.get(address).text).text
        assert vp in text
        assert text.count("VP") == 1  # a table still playing has none


def test_victory_points_that_the_arbiter_set_are_said_once(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 0, open_round=True)
    fields = {"do": "score", "vp-0": "12", "vp-1": "8", "mp-0": "0", "mp-1": "0"}
    send(scorer, f"{place}/rounds/1/tables/1", f"{place}/rounds/1/tables/1", **fields)
    assert Page(scorer.get(place).text).text.count("VP") == 1


def test_where_games_count_no_table_has_victory_points(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, game="scopa", variant="scopone", scoring={"kind": "match"})
        publish_next(tournament)
        enter(tournament, 1, 1, 21, 14)
        db.session.commit()
        place = f"/c/{club}/tournaments/{tournament.id}"
    page = Page(scorer.get(place).text)
    assert "21 : 14" in page.text
    assert "VP" not in page.text


def test_who_has_no_partner_is_told_before_the_round_is_published(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, [entrant(1), entrant(2, name="Zoe", players=["Zoe"]), entrant(3), entrant(4)])
        db.session.commit()
        number = tournament.id
    place = f"/c/{club}/tournaments/{number}"
    page = Page(scorer.get(f"{place}/pair").text)
    assert "2 Zoe has no partner yet." in page.text
    assert page.all("a", href=f"{place}/entries/2")
    assert Page(scorer.get(f"{place}/entries").text).text.count("no partner yet") == 1


def test_who_plays_alone_for_a_pair_is_seen_among_the_entries(app: Flask, scorer: FlaskClient, club: str) -> None:
    alone = [entrant(number, name=name, players=[name]) for number, name in enumerate(("Zoe", "Ugo"), 1)]
    with app.app_context():
        nobody_is_complete, one_is = a_tournament(club, alone), a_tournament(club, [*alone, entrant(3)])
        db.session.commit()
        first, second = (f"/c/{club}/tournaments/{each.id}/entries" for each in (nobody_is_complete, one_is))
    assert Page(scorer.get(first).text).text.count("one player") == 2
    text = Page(scorer.get(second).text).text
    assert (text.count("one player"), text.count("no partner yet")) == (0, 2)  # shown once


def test_who_enters_singly_is_not_marked_as_one_player(app: Flask, scorer: FlaskClient, club: str) -> None:
    players = [entrant(number, players=[f"Anna {number}"]) for number in range(1, 5)]
    with app.app_context():
        tournament = a_tournament(
            club, players, system={"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
        )
        db.session.commit()
        address = f"/c/{club}/tournaments/{tournament.id}/entries"
    assert "one player" not in Page(scorer.get(address).text).text


@pytest.mark.parametrize(
    "system, named",
    [({"kind": "mitchell", "rounds": 3, "first": "entry"}, 4), ({"kind": "danese", "rounds": 3, "first": "entry"}, 0)],
)
def test_the_proposal_names_mitchells_lines(
    app: Flask, scorer: FlaskClient, club: str, system: dict[str, Any], named: int
) -> None:
    with app.app_context():
        tournament = a_tournament(club, system=system)
        db.session.commit()
        place = f"/c/{club}/tournaments/{tournament.id}"
    page = Page(scorer.get(f"{place}/pair").text)
    assert (page.text.count("North–South"), page.text.count("East–West")) == (named, named)
    send(scorer, f"{place}/pair", f"{place}/publish")
    assert Page(scorer.get(f"{place}/seat").text).text.count("East–West") == named


def test_a_ruling_counts_and_can_be_taken_away(app: Flask, scorer: FlaskClient, number: int, place: str) -> None:
    played(app, number)
    page = f"{place}/rulings"
    ruling = {"entrant": "3", "round": "1", "vp": "−1", "mp": "", "reason": "second warning"}
    assert send(scorer, page, page, **ruling).status_code == 303
    assert kept(app, number).document["rulings"] == [{"round": 1, "entrant": 3, "vp": -1, "reason": "second warning"}]
    assert "second warning" in scorer.get(f"{place}/standings").text
    assert send(scorer, page, page, **(ruling | {"reason": ""})).status_code == 422
    assert send(scorer, page, page, **(ruling | {"vp": ""})).status_code == 422
    assert send(scorer, page, f"{page}/drop").status_code == 303
    assert kept(app, number).document["rulings"] == []


def test_a_penalty_of_the_code_is_one_tap_and_read_in_every_language(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number)
    page = f"{place}/rulings"
    assert "Second warning" not in scorer.get(page).text
    early = send(scorer, page, page, entrant="3", round="1", penalty="second-warning")
    assert (early.status_code, "There is no first warning for this entry yet" in early.text) == (422, True)
    for code in ("warning", "second-warning"):
        assert send(scorer, page, page, entrant="3", round="1", penalty=code).status_code == 303
    refused = send(scorer, page, page, round="1", penalty="warning")
    assert (refused.status_code, Page(refused.text).value("entrant")) == (422, "")
    assert "Choose who the ruling is for" in refused.text
    given = [(each.get("vp"), each.get("mp")) for each in kept(app, number).document["rulings"]]
    assert given == [(0, None), (-1, -105)]
    text = scorer.get(f"{page}?lang=it").text
    assert "(1 ammonizione)" in text
    assert "Seconda ammonizione" in scorer.get(f"{place}/standings?lang=it").text
    assert "Seconda ammonizione" in scorer.get(f"{place}/log?lang=it").text


def test_penalties_need_victory_points(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, game="truco", variant="paulista", scoring={"kind": "match"})
        db.session.commit()
        page = scorer.get(f"/c/{club}/tournaments/{made.id}/rulings").text
    assert 'name="penalty"' not in page
    assert 'name="tp"' in page


def test_one_round_back_is_asked_first_and_says_what_goes(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 2)
    links = [each["href"] for each in Page(scorer.get(f"{place}/seat").text).all("a")]
    assert f"{place}/back" in links  # to pair by the rules again
    page = Page(scorer.get(f"{place}/back").text).text
    assert "Undo round 2" in page
    assert "Its 4 tables are deleted. These 4 results are deleted:" in page
    assert send(scorer, f"{place}/back", f"{place}/back", reason="wrong points").status_code == 303
    assert len(kept(app, number).document["rounds"]) == 1
    assert "Round 2 undone. Tables: 4, with results: 4" in scorer.get(f"{place}/log").text
    assert "Pair round 2" in scorer.get(place).text


def test_a_published_round_is_seated_anew_where_nothing_has_come_out(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 0, open_round=True)
    seat = f"{place}/seat"
    assert send(scorer, seat, f"{place}/pair", one="2", other="4", do="entrants").status_code == 303
    assert send(scorer, seat, f"{place}/publish").status_code == 303
    assert sides(app, number) == [[1, 4], [3, 2], [5, 6], [7, 8]]
    table = f"{place}/rounds/1/tables/1"
    send(scorer, table, table, **{"do": "points", "points-0": "10", "points-1": "5"})
    send(scorer, seat, f"{place}/pair", one="1", other="3", do="entrants")
    refused = send(scorer, seat, f"{place}/publish")
    assert refused.status_code == 422
    assert "Table 1 has a result" in refused.text


def test_standings_are_of_whole_rounds_or_live_and_say_how_equal_ones_were_parted(
    app: Flask, scorer: FlaskClient, member: FlaskClient, number: int, place: str
) -> None:
    assert member.get(f"{place}/standings").status_code == 200
    played(app, number, 1, open_round=True)
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 2, 1, 2500, 0)
        db.session.commit()
    whole, live = (Page(member.get(f"{place}/standings{asked}").text) for asked in ("", "?live=1"))
    assert "Ranking after round 1" in whole.text
    assert "Ranking during round 2" in live.text
    assert whole.text_in("table") != live.text_in("table")
    assert ("R1" in whole.text, "R2" in whole.text, "R2" in live.text) == (True, False, True)
    assert "Victory points" in whole.text
    assert member.get(f"{place}/standings?round=2").status_code == 200
    assert member.get(f"{place}/standings?round=99999").status_code == 200


def test_a_closed_tournament_offers_nothing_to_change_until_it_is_opened(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 1)
    scorer.post(f"{place}/closed", data={"closed": "1"})
    page = scorer.get(place).text
    assert "Pair round 2" not in page
    refused = send(scorer, f"{place}/pair", f"{place}/publish")
    assert refused.status_code == 422
    scorer.post(f"{place}/closed", data={"closed": "0"})
    assert "Pair round 2" in scorer.get(place).text


def test_what_was_agreed_can_be_changed(app: Flask, scorer: FlaskClient, number: int, place: str) -> None:
    page = scorer.get(f"{place}/edit").text
    assert 'value="vp-4" selected' in page
    form = usual() | Page(page).fields
    done = scorer.post(f"{place}/edit", data=form | {"name": "Winter cup", "rounds": "3", "place": "Sala"})
    assert done.status_code == 303
    tournament = kept(app, number)
    assert (tournament.document["name"], tournament.document["system"]["rounds"], tournament.place) == (
        "Winter cup",
        3,
        "Sala",
    )
    assert len(tournament.document["entrants"]) == 8
    assert scorer.post(f"{place}/edit", data=form | {"name": "Spring cup"}).status_code == 409


def test_members_see_tables_and_standings(app: Flask, member: FlaskClient, number: int, place: str) -> None:
    played(app, number, 2)
    for path in ("", "/standings", "/rounds/1"):
        page = Page(member.get(place + path).text)
        assert "Pair 1" in page.text
    assert "Result of table" not in Page(member.get(place).text).text_in("table")


def test_what_is_not_there_is_not_there(scorer: FlaskClient, place: str, club: str) -> None:
    for path in (f"{place}/rounds/1", f"{place}/rounds/1/tables/1", f"/c/{club}/tournaments/999999"):
        assert scorer.get(path).status_code == 404


def test_a_tournament_without_entrants_has_its_pages_all_the_same(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        number = a_tournament(club, []).id
        db.session.commit()
    place = f"/c/{club}/tournaments/{number}"
    for path in ("", "/pair", "/seat", "/back", "/rulings", "/log", "/edit", "/standings"):
        assert scorer.get(place + path).status_code == 200
    assert "Enter who plays" in scorer.get(place).text


def test_the_page_is_not_made_again_where_nothing_has_changed(
    app: Flask, scorer: FlaskClient, number: int, place: str
) -> None:
    played(app, number, 1, open_round=True)
    tag = scorer.get(place).headers["ETag"]
    assert scorer.get(place, headers={"If-None-Match": tag}).status_code == 304
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 2, 1, 2500, 0)
        db.session.commit()
    assert scorer.get(place, headers={"If-None-Match": tag}).status_code == 200


def test_a_page_that_was_kept_does_not_come_back_with_the_forms_of_an_earlier_session(
    app: Flask, scorer: FlaskClient, place: str
) -> None:
    """Their CSRF tokens would be refused, although the page's contents are unchanged."""
    app.config["WTF_CSRF_ENABLED"] = True
    headers = {"If-None-Match": scorer.get(place).headers["ETag"]}
    assert scorer.get(place, headers=headers).status_code == 304
    app.config["WTF_CSRF_ENABLED"] = False
    scorer.post("/login", data={"login": "sam", "password": PASSWORD})
    app.config["WTF_CSRF_ENABLED"] = True
    assert scorer.get(place, headers=headers).status_code == 200


def test_single_players_sit_two_and_two(app: Flask, scorer: FlaskClient, club: str) -> None:
    players = [entrant(number, players=[f"Anna {number}"]) for number in range(1, 10)]
    system = {"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
    with app.app_context():
        number = a_tournament(club, players, system=system).id
        db.session.commit()
    place = f"/c/{club}/tournaments/{number}"
    assert send(scorer, f"{place}/pair", f"{place}/pair", one="9", other="1", do="entrants").status_code == 303
    assert send(scorer, f"{place}/pair", f"{place}/publish").status_code == 303
    assert kept(app, number).document["rounds"][0]["bye"] == [1]
    with app.app_context():
        _table, sitting = rounds.tables_of(db.session.get_one(Tournament, number), 1)[1]
        assert [len(side["players"]) for side in sitting.matches[0].setup["sides"]] == [2, 2]
    table = f"{place}/rounds/1/tables/1"
    assert send(scorer, table, table, do="forfeit-9").status_code == 303
