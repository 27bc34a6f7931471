"""The match page over HTTP: with plain forms, with a script's requests, and with watch links."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.pages.entry_form import posted_form, ways
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import usual_sides
from tests.support.fuzzing import shared_out
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, points
from tests.support.page import Page

pytestmark = pytest.mark.shares

JSON = {"Accept": "application/json"}
SINGLES = [{"name": name, "players": [name]} for name in ("Asha", "Baraka", "Chiku", "Dalila", "Emanueli")]
MCLEOD = {**TRESETTE, "variant": "mcleod"}
PAULISTA = {**TRUCO, "variant": "paulista"}
FIVE = {"format": "scorekeeper/1", "game": "albastini", "sides": SINGLES}
THREE_TEAMS = {"format": "scorekeeper/1", "game": "buraco", "variant": "three-teams",
               "sides": [{"name": name} for name in ("One", "Two", "Three")]}  # fmt: skip
ITALIAN = {**BURACO, "variant": "burraco"}
EVERY_KIND = [TRESETTE, MCLEOD, TRUCO, PAULISTA, ALBASTINI, FIVE, BURACO, THREE_TEAMS, ITALIAN]


class Table:
    """A match, a browser that scores it, and the addresses for watching and scoring."""

    def __init__(self, client: FlaskClient, head: dict[str, Any]) -> None:
        self.client = client
        sitting = ledger.open_sitting("Friday")
        self.match = ledger.start_match(sitting, head, actor="", key="start")
        self.score = f"/s/{links.token(links.make_link(sitting, 'score', 'Anna’s phone'))}/m/1"
        self.watch = f"/s/{links.token(links.make_link(sitting, 'watch'))}/m/1"
        db.session.commit()
        self.keys = 0

    def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> TestResponse:
        """Sends a form with the current version, and a new key unless one is passed."""
        self.keys += 1
        usual = {"key": f"key-{self.keys}", "seen": str(self.state()["version"])}
        answer = self.client.post(self.score + path, data=usual | (fields or {}), headers=headers)
        db.session.expire_all()  # here requests share the test's database session
        return answer

    def send(self, path: str, fields: dict[str, Any] | None = None) -> TestResponse:
        """Sends the same as a script does."""
        return self.post(path, fields, **JSON)

    def state(self) -> dict[str, Any]:
        return self.client.get(f"{self.score}/state.json").get_json()

    def totals(self) -> list[int]:
        return [side["total"] for side in self.state()["sides"]]

    def page(self, path: str = "") -> str:
        response = self.client.get(self.score + path)
        assert response.status_code == 200
        return response.text


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def tresette(client: FlaskClient, in_app: None) -> Table:
    return Table(client, TRESETTE)


@pytest.fixture
def truco(client: FlaskClient, in_app: None) -> Table:
    return Table(client, TRUCO)


CARDS = {"way": "cards", "aces.0": "3", "figures.0": "12", "last_trick": "0"}
QUICK = {"way": "quick", "points.0": "7"}


def test_a_hand_is_recorded_by_a_plain_form_and_shown_on_the_page(tresette: Table) -> None:
    answer = tresette.post("/hands", CARDS)
    assert answer.status_code == 303
    assert answer.location == tresette.score
    page = tresette.page()
    assert tresette.totals() == [8, 3]
    assert "Hand 1 recorded" in page
    assert "aces 3–1 · figures 12–8 · last trick ●" in page


def test_a_script_gets_the_new_state(tresette: Table) -> None:
    answer = tresette.send("/hands", QUICK)
    assert answer.status_code == 200
    assert answer.json["said"] == "Hand 1 recorded"
    assert [hand["points"] for hand in answer.json["state"]["hands"]] == [[7, 4]]


def test_a_refused_hand_keeps_what_was_typed_and_says_what_is_wrong_at_the_field(tresette: Table) -> None:
    answer = tresette.post("/hands", {"way": "cards", "aces.0": "3", "figures.0": "12", "figures.1": "7"})
    assert answer.status_code == 422
    assert 'name="figures.1" value="7"' in answer.text
    assert "These add up to 19 instead of 20" in answer.text
    assert tresette.totals() == [0, 0]


def test_a_refused_hand_gives_a_script_every_problem_with_field_and_rule(tresette: Table) -> None:
    answer = tresette.send("/hands", {"way": "cards", "aces.0": "3"})
    assert answer.status_code == 422
    assert [(each["field"], each["rule"]) for each in answer.json["problems"]] == [
        ("figures", "TRE-2"),
        ("last_trick", "TRE-3"),
    ]
    assert answer.json["problems"][0]["text"] == "Fill this in"


def test_who_had_not_seen_the_newest_hand_is_told_and_keeps_the_entry(tresette: Table) -> None:
    seen = str(tresette.state()["version"])
    tresette.send("/hands", QUICK)
    late = tresette.post("/hands", {**CARDS, "seen": seen})
    assert late.status_code == 409
    assert "Anna’s phone: Hand 1 recorded" in late.text
    assert 'name="aces.0" value="3"' in late.text
    script = tresette.send("/hands", {**CARDS, "seen": seen})
    assert script.status_code == 409
    assert script.json["changes"] == ["Anna’s phone: Hand 1 recorded"]
    assert script.json["state"]["hand"] == 2
    assert tresette.totals() == [7, 4]


@pytest.mark.parametrize("seen", ["", "now", "-3", "99999999999999999999"])
def test_a_seen_that_makes_no_sense_is_named_to_scripts_and_stale_on_a_page(tresette: Table, seen: str) -> None:
    refused = tresette.send("/hands", {**QUICK, "seen": seen})
    assert (refused.status_code, refused.json["error"]["field"]) == (422, "seen")
    assert tresette.post("/hands", {**QUICK, "seen": seen}).status_code == 409


def test_a_preview_scores_and_keeps_nothing(tresette: Table) -> None:
    answer = tresette.send("/preview", CARDS)
    assert answer.json["points"] == [8, 3]
    assert {"rule": "TRE-4", "side": 0}.items() <= answer.json["lines"][3].items()
    assert tresette.totals() == [0, 0]
    assert "Record 8 – 3" in tresette.post("/preview", CARDS).text


def test_a_preview_of_a_half_filled_form_is_no_failure(tresette: Table) -> None:
    answer = tresette.send("/preview", {"way": "cards", "aces.0": "3"})
    assert answer.status_code == 200
    assert {problem["field"] for problem in answer.json["problems"]} == {"figures", "last_trick"}


def test_a_hand_is_corrected_and_all_after_it_follows(tresette: Table) -> None:
    tresette.send("/hands", QUICK)
    tresette.send("/hands", QUICK)
    form = tresette.page("/hands/1")
    assert re.search(r'name="points.0" value="7"', form)
    assert re.search(r'data-now data-drawn="now"><b>Hand 1 · \w+ dealt</b>', form)
    tresette.post("/hands/1", {"way": "quick", "points.0": "2"})
    assert tresette.totals() == [9, 13]
    assert tresette.state()["hands"][0]["corrected"]


CHOSEN = re.compile(r'<input type="radio" name="([^"]+)"[^>]* checked')


@pytest.mark.usefixtures("in_app")
def test_only_the_way_that_is_shown_has_chosen_keys(client: FlaskClient) -> None:
    """Of keys by one name in several ways a browser would keep only the last one."""
    twice = {}
    for slug, documents in DOCUMENTS.items():
        document, _totals = documents.going_on
        table = Table(client, {name: value for name, value in document.items() if name != "hands"})
        entry = document["hands"][0]
        ledger.record(table.match, entry, ledger.Write("", "hand", table.match.version))
        chosen = CHOSEN.findall(table.page("/hands/1"))
        twice[slug] = {name for name in chosen if chosen.count(name) > 1}
    assert {slug: names for slug, names in twice.items() if names} == {}


def test_a_correction_that_changes_who_has_won_says_so(tresette: Table) -> None:
    for _hand in range(2):
        tresette.send("/hands", {"way": "quick", "points.0": "11", "tricks.0": "9"})
    answer = tresette.send("/hands/2", {"way": "quick", "points.0": "9"})
    assert answer.json["said"] == "Hand 2 corrected. Bruno deals now. This changes the result: the match goes on."
    assert answer.json["winner_changed"]
    again = tresette.send("/hands/2", {"way": "quick", "points.0": "10"})
    assert again.json["said"] == "Hand 2 corrected. This changes the result: it now goes to Us."
    assert tresette.state()["winner"] == 0


def test_the_status_line_counts_neither_struck_hands_nor_deals_that_all_passed(
    client: FlaskClient, in_app: None
) -> None:
    table = Table(client, {**TRESETTE, "game": "belote", "options": {"hands": 3}})
    deal = {"way": "deal", "taker": "0", "points.0": "100", "points.1": "62"}
    for fields in (deal, {"way": "passed", "passed": "on"}, deal):
        assert table.post("/hands", fields).status_code == 303
    assert "Hand 3 of 3" in table.page()
    assert table.post("/hands/1/strike").status_code == 303
    assert "Hand 2 of 3" in table.page()


def test_a_correction_that_would_end_the_match_too_early_offers_to_strike_the_rest(truco: Table) -> None:
    for _hand in range(2):
        truco.send("/hands", {"way": "quick", "winner,stake": "0,1"})
    twelve = {"way": "quick", "winner,stake": "1,12"}
    answer = truco.post("/hands/1", twelve)
    assert answer.status_code == 422
    assert re.search(r'<label class="check" data-strike-rest><input', answer.text)
    assert truco.send("/hands/1", {**twelve, "strike_rest": "on"}).status_code == 200
    assert [hand["struck"] for hand in truco.state()["hands"]] == [False, True]


def test_hands_are_struck_and_annotated(tresette: Table) -> None:
    tresette.send("/hands", QUICK)
    tresette.post("/hands/1/note", {"note": "Dino misdealt"})
    assert "Dino misdealt" in tresette.page()
    assert not tresette.state()["hands"][0]["corrected"]
    assert tresette.post("/hands/1/strike").status_code == 303
    assert tresette.totals() == [0, 0]
    assert tresette.send("/hands/1/strike").status_code == 422


MARKS = ("data-note-mark", "data-corrected-mark")


def marks_of(page: str) -> list[str]:
    """Returns which of these the collapsed row of the only hand shows."""
    row = page.split('<li class="hand')[1].split("</summary>")[0]
    return [mark for mark in MARKS if re.search(rf"{mark}>", row)]


def test_a_note_and_a_correction_leave_a_mark_on_the_closed_row(tresette: Table) -> None:
    tresette.send("/hands", QUICK)
    assert marks_of(tresette.page()) == []
    tresette.post("/hands/1/note", {"note": "Dino misdealt"})
    assert marks_of(tresette.page()) == ["data-note-mark"]
    tresette.post("/hands/1", {"way": "quick", "points.0": "6"})
    assert marks_of(tresette.page()) == list(MARKS)
    assert "Save the note only" in tresette.page("/hands/1")


def test_a_claim_that_fails_says_before_it_is_recorded_that_it_loses_the_match(tresette: Table) -> None:
    tresette.send("/hands", {"way": "quick", "points.0": "10"})
    claim = {"way": "claim", "claim.side": "0", "claim.aces": "1", "claim.figures": "2"}
    preview = tresette.send("/preview", claim).json
    assert (preview["ends"], preview["won_by"], preview["winner"]) == (True, "claim_failed", 1)
    assert "Record {points}: the match goes to {name}" in tresette.page()
    tresette.send("/hands", claim)
    assert [(side["leads"], side["won"]) for side in tresette.state()["sides"]] == [(False, False), (False, True)]


def test_a_decima_asks_whose_it_was_and_nothing_else(tresette: Table) -> None:
    answer = tresette.send("/hands", {"way": "decima", "asks": "decima"})
    assert [(each["field"], each["text"]) for each in answer.json["problems"]] == [("decima", "Who had the ten cards?")]
    assert 'data-question="Who had the ten cards?"' in tresette.page("?way=decima")


def test_a_sheet_opens_beside_the_match(tresette: Table) -> None:
    sheet = next(link for link in Page(tresette.page()).all("a") if str(link["href"]).endswith("/sheet"))
    assert (sheet["target"], sheet["rel"]) == ("_blank", "noopener")


def test_undo_and_redo(tresette: Table) -> None:
    tresette.send("/hands", QUICK)
    tresette.post("/undo")
    assert tresette.totals() == [0, 0]
    tresette.post("/redo")
    assert tresette.totals() == [7, 4]
    assert tresette.send("/redo").status_code == 422
    assert "There is nothing to redo" in tresette.client.get(tresette.post("/redo").location).text


def test_an_open_match_is_stopped_with_its_result(client: FlaskClient, in_app: None) -> None:
    table = Table(client, ALBASTINI)
    table.send("/hands", {"way": "points", "points.0": "70"})
    table.post("/finish")
    assert table.state()["status"] == "finished"
    assert "The match goes to Us" in table.page()
    assert "The players stopped; the highest total wins: 1 – 0" in table.page()


def test_an_open_match_asks_whether_its_score_stands(client: FlaskClient, in_app: None) -> None:
    table = Table(client, ALBASTINI)
    table.send("/hands", {"way": "points", "points.0": "70"})
    assert "End now: leader wins" in table.page()
    table.post("/finish", {"stands": "0"})
    assert table.state()["status"] == "stopped"


def test_a_match_with_a_target_is_ended_without_a_winner(tresette: Table) -> None:
    tresette.send("/hands", QUICK)
    tresette.post("/finish")
    assert tresette.state()["status"] == "stopped"
    assert "Ended without a winner" in tresette.page()


def test_a_rematch_passes_the_deal_on(tresette: Table) -> None:
    answer = tresette.post("/rematch")
    assert answer.status_code == 303
    assert answer.location.endswith("/m/2")
    assert "Carla deals" in tresette.client.get(answer.location).text


def test_a_form_for_every_way_and_field_of_every_game(client: FlaskClient, in_app: None) -> None:
    """Everything can be entered on the page, with or without a script, and every problem has a place."""
    for head in EVERY_KIND:
        setup = play.begin(head)
        page = Table(client, head).page()
        names = {part for name in re.findall(r' name="([^"]+)"', page) for part in name.split(",")}
        for way in ways(setup):
            assert f'<fieldset class="way" data-way="{way.slug}"' in page
            for path in paths_of(way.fields):
                if "failed_melds" in path and not setup["options"]["first_meld"]:
                    continue  # a document may have them where no minimum is agreed, though they change nothing there
                assert any(re.match(path, name) for name in names), (head["game"], way.slug, path)


def paths_of(fields: dict[str, Any]) -> Iterator[str]:
    """Yields patterns of the names of all fields' controls; instead of a group, of the fields inside it."""
    for name, field in fields.items():
        if "fields" in field:
            yield from (rf"{name}(\.\d+)?\.{inner}" for inner in paths_of(field["fields"]))
        else:
            yield rf"{name}(\.|$)"


def test_the_ways_of_every_game_have_a_page(client: FlaskClient, in_app: None) -> None:
    for head in EVERY_KIND:
        table = Table(client, head)
        for way in ways(play.begin(head)):
            page = table.page(f"?way={way.slug}")
            assert re.search(rf'<fieldset class="way" data-way="{way.slug}">', page)
            assert len(re.findall(r'<fieldset class="way" data-way="\w+">', page)) == 1


def test_every_problem_of_a_junk_form_is_shown_somewhere(client: FlaskClient, in_app: None) -> None:
    for head in EVERY_KIND:
        table = Table(client, head)
        for way in ways(play.begin(head)):
            page = table.page(f"?way={way.slug}")
            fieldset = page.split(f'data-way="{way.slug}">')[1].split("</fieldset>")[0]
            names = re.findall(r' name="([^"]+)"', fieldset)
            junk = {name: ",".join("x?" for _ in name.split(",")) for name in names} | {
                "way": way.slug,
                "note": "n" * 300,
            }
            problems = table.send("/hands", junk).json["problems"]
            shown = table.post("/hands", junk).text
            for each in problems:
                assert each["text"].replace("'", "&#39;") in shown, (head["game"], way.slug, each)


@pytest.mark.parametrize("turn, game", list(enumerate(GAMES)))
def test_numbers_out_of_all_proportion_are_refused_and_no_failure(
    client: FlaskClient, in_app: None, turn: int, game: Any
) -> None:
    options = game.required_options(game.presets[0]["slug"])
    table = Table(
        client, {"format": "scorekeeper/1", "game": game.slug, "sides": usual_sides(game.slug), "options": options}
    )
    for way in ways(table.match.setup):
        page = table.page(f"?way={way.slug}").split(f' data-way="{way.slug}"')[1].split("</fieldset>")[0]
        for text in shared_out(("999999999", "-5", "9" * 4301, "１２", "\0"), turn % 2, 2):
            typed = dict.fromkeys(re.findall(r' name="([^"]+)"', page), text) | {"way": way.slug}
            entry = posted_form(table.match.setup, typed.items()).entry
            is_good = not play.problems(table.match.setup, play.first_table(table.match.setup), entry)
            assert not is_good or text in ("-5", "１２")
            assert table.send("/hands", typed).status_code == (400 if text == "\0" else 200 if is_good else 422)


@pytest.mark.parametrize("path", ["/m/9", "/m/1/hands/9", "/m/1/state"])
def test_what_is_not_there_is_not_found(tresette: Table, path: str) -> None:
    assert tresette.client.get(tresette.score.removesuffix("/m/1") + path).status_code == 404
    assert tresette.client.get("/s/1-forged" + path).status_code == 404


def test_correcting_a_hand_that_is_not_there_is_refused(tresette: Table) -> None:
    assert tresette.send("/hands/9", QUICK).status_code == 422
    assert tresette.send("/hands/9/strike").status_code == 422
    for hand in ("9", "0", "-1", "9" * 30, "x"):
        assert tresette.send("/preview", {**QUICK, "hand": hand}).status_code == 200


def test_the_state_is_asked_for_again_without_being_sent_again(tresette: Table) -> None:
    first = tresette.client.get(f"{tresette.score}/state.json")
    again = tresette.client.get(f"{tresette.score}/state.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    tresette.send("/hands", QUICK)
    changed = tresette.client.get(
        f"{tresette.score}/state.json?since=1", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert changed.status_code == 200
    assert len(changed.json["hands"]) == 1


def test_the_page_of_a_long_match_is_light(client: FlaskClient, in_app: None) -> None:
    """At most 14 KB of compressed HTML, also after many hands."""
    table = Table(client, {**TRESETTE, "options": {"target": 400}})
    for _hand in range(40):
        table.send("/hands", CARDS)
    packed = client.get(table.score, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < 14 * 1024


def test_the_hand_is_known_by_points_in_the_quick_way_next_time(tresette: Table) -> None:
    tresette.send("/hands", {"way": "quick", **QUICK})
    assert re.search(r'data-way="quick">', tresette.page())
    assert points(7, 4) == {"points": [7, 4]}
