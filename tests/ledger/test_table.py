"""Changes at the table besides hands: names, the clock, and confirming."""

import pytest
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.pages.change_texts import change_text
from scorekeeper.paper.stored_match_sheet import seated
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.support.matches import ALBASTINI, BURACO, FOUR, TRESETTE, TRUCO, points, shown, start, totals, won, write
from tests.support.page import Page

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

HONOURED = {**TRESETTE, "options": {"honours": True}}
HONOURS = {**points(8, 3), "honours": [{"player": "Anna", "kind": "napoletana", "suit": "coins"}]}


def dealers(match: Match) -> list[str]:
    return [hand["dealer"] for hand in ledger.state(match)["hands"]]


def test_a_substitute_sits_there_from_the_next_hand_on_and_past_hands_keep_their_dealer() -> None:
    match = start(TRUCO, won(0))
    write(ledger.seat, match, 0, "Zoe")
    for _round in range(4):
        write(ledger.record, match, won(1))
    assert dealers(match) == ["Anna", "Carla", "Bruno", "Dino", "Zoe"]
    assert ledger.state(match)["seatings"] == ["From hand 2: Zoe instead of Anna"]


def test_a_past_hand_is_corrected_under_the_names_of_now_and_keeps_those_of_then() -> None:
    match = start(HONOURED, HONOURS, points(5, 6))
    before = totals(match)
    write(ledger.seat, match, 0, "Zoe")
    entry = ledger.state(match)["hands"][0]["entry"]
    assert entry["honours"][0]["player"] == "Zoe"
    write(ledger.correct, match, 1, {**entry, "points": [7, 4]})
    assert totals(match) == [before[0] - 1, before[1] + 1]
    assert dealers(match) == ["Anna", "Carla"]
    assert ledger.hands(match)[0].entry["honours"][0]["player"] == "Anna"


def test_two_who_change_places_are_never_taken_for_each_other() -> None:
    match = start(HONOURED, HONOURS)
    for seat, name in ((0, "X"), (2, "Anna"), (0, "Bruno")):
        write(ledger.seat, match, seat, name)
    assert ledger.state(match)["hands"][0]["entry"]["honours"][0]["player"] == "Bruno"
    document = ledger.document(match)
    assert rules.score(document)["hands"][0]["points"] == ledger.hands(match)[0].points


def test_the_match_document_has_the_names_of_now_and_scores_the_same() -> None:
    match = start(HONOURED, HONOURS, points(5, 6))
    write(ledger.seat, match, 0, "Zoe")
    assert rules.score(ledger.document(match))["totals"] == totals(match)


def test_a_new_name_is_undone_and_made_again() -> None:
    match = start(TRUCO, won(0))
    before = shown(match)
    write(ledger.seat, match, 1, "Zoe")
    after = shown(match)
    write(ledger.undo, match)
    assert shown(match) == before
    write(ledger.redo, match)
    assert shown(match) == after


@pytest.mark.parametrize(
    "seat, name, why",
    [
        (0, " ", "This must be a name"), (0, "Dino", "{same} is named twice"),
        (0, "Anna", "These names are already set"), (0, "x" * 41, "{longest} characters"), (0, "a\nb", "characters"),
        (4, "Zoe", "This seat doesn’t exist"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused(seat: int, name: str, why: str) -> None:
    match = start(TRUCO)
    with pytest.raises(Refusal) as refusal:
        write(ledger.seat, match, seat, name)
    (problem,) = refusal.value.problems
    assert (problem["field"], why in problem["message"]) == ("seat" if seat else "name", True), problem
    assert match.setup["seats"] == ["Anna", "Carla", "Bruno", "Dino"]


def test_a_side_that_is_called_after_its_player_is_refused_at_the_field_of_the_name() -> None:
    match = start({**ALBASTINI, "sides": [{"name": "Anna", "players": ["Anna"]}, {"name": "Dino", "players": ["Bo"]}]})
    with pytest.raises(Refusal) as refusal:
        write(ledger.seat, match, 0, "Dino")
    assert [problem["field"] for problem in refusal.value.problems] == ["name"]


def test_a_side_without_a_name_of_its_own_follows_its_players() -> None:
    match = start({**TRUCO, "sides": [{"name": "Anna & Bruno", "players": ["Anna", "Bruno"]}, FOUR[1]]})
    write(ledger.seat, match, 2, "Zoe")
    assert [side["name"] for side in match.setup["sides"]] == ["Anna & Zoe", "Them"]


def test_each_new_name_is_told_with_its_first_hand() -> None:
    match = start(TRUCO)
    for number, name in enumerate(("Zoe", "Elsa", "Ada")):
        write(ledger.record, match, won(number % 2))
        write(ledger.seat, match, number % 2, name)
    assert ledger.state(match)["seatings"] == [
        "From hand 2: Zoe instead of Anna", "From hand 3: Elsa instead of Carla", "From hand 4: Ada instead of Zoe",
    ]  # fmt: skip


def test_a_side_s_name_that_cannot_be_is_refused_at_its_own_field() -> None:
    match = start(TRUCO)
    with pytest.raises(Refusal) as refusal:
        write(ledger.name_table, match, ["", "", "", ""], ["Gatti", "x" * 41])
    assert [problem["field"] for problem in refusal.value.problems] == ["sides.1"]


def test_a_single_player_s_side_is_called_after_him() -> None:
    match = start({**ALBASTINI, "sides": [{"name": "Anna"}, {"name": "Dino"}]})
    write(ledger.seat, match, 0, "Zoe")
    assert [side["name"] for side in match.setup["sides"]] == ["Zoe", "Dino"]


def test_a_rematch_is_played_by_those_who_sit_there_now() -> None:
    match = start(TRUCO, won(0, 12))
    write(ledger.seat, match, 0, "Zoe")
    assert ledger.rematch(match, actor="", key="again").setup["seats"] == ["Zoe", "Carla", "Bruno", "Dino"]


def test_the_clock_is_kept_with_the_match_and_its_document_can_still_be_read() -> None:
    match = start({**BURACO, "variant": "timed"})
    assert ledger.state(match)["clock"] is None
    write(ledger.set_clock, match, 45)
    assert ledger.state(match)["clock"]["minutes"] == 45
    assert rules.begin(ledger.document(match))["about"]["minutes"] == "45"
    write(ledger.set_clock, match, 0)
    assert ledger.state(match)["clock"] is None
    for minutes in (-1, 601):
        with pytest.raises(Refusal):
            write(ledger.set_clock, match, minutes)


def test_a_confirmed_hand_is_confirmed_until_it_is_changed() -> None:
    match = start(TRESETTE, points(8, 3), points(5, 6))
    assert ledger.state(match)["agreed"] is None
    write(ledger.set_confirming, match, "hands")
    for hand, side in ((1, 0), (1, 1), (2, 1)):
        write(ledger.confirm, match, side, hand)
    assert ledger.state(match)["agreed"]["hands"] == {"1": [0, 1], "2": [1]}
    write(ledger.correct, match, 2, points(6, 5))
    assert ledger.state(match)["agreed"]["hands"] == {"1": [0, 1], "2": []}


def test_a_confirmed_result_is_confirmed_until_it_is_another() -> None:
    match = start(TRUCO, won(0, 12))
    write(ledger.set_confirming, match, "result")
    write(ledger.confirm, match, 1, None)
    assert ledger.state(match)["agreed"]["result"] == [1]
    write(ledger.correct, match, 1, won(1, 12))
    assert ledger.state(match)["agreed"]["result"] == []


def test_nobody_confirms_what_is_not_there() -> None:
    match = start(TRUCO, won(0))
    for side, hand in ((0, None), (0, 2), (2, 1)):
        with pytest.raises(Refusal):
            write(ledger.confirm, match, side, hand)


def test_all_of_it_works_by_plain_forms(client: FlaskClient) -> None:
    match = start(TRUCO, won(0))
    page = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    watch = f"/s/{links.token(links.make_link(match.sitting, 'watch'))}/m/1"
    db.session.commit()
    assert client.get(f"{page}/table").status_code == 200
    for path, fields in (
        ("/seats/0", {"name": "Zoe"}), ("/clock", {"minutes": "30"}), ("/confirming", {"what": "hands"}),
        ("/confirm", {"side": "1", "hand": "1"}),
    ):  # fmt: skip
        seen = client.get(f"{page}/state.json").get_json()["version"]
        assert client.post(watch + path, data=fields | {"seen": seen}).status_code == 403
        assert client.post(page + path, data=fields | {"seen": seen}).status_code == 303
    shown_page = client.get(page).text
    for text in ("From hand 2: Zoe instead of Anna", "30 minutes", 'data-agreed="hands"'):
        assert text in shown_page
    assert client.get(f"{watch}/table").status_code == 403


def test_the_sheet_tells_of_a_new_name_where_it_begins() -> None:
    match = start(TRUCO, won(0))
    write(ledger.seat, match, 0, "Zoe")
    write(ledger.record, match, won(1))
    assert seated(match.setup, 1) == ()
    assert seated(match.setup, 2) == ("From hand 2: Zoe instead of Anna",)


def names_form(page: Page) -> dict[str, str]:
    return {name: text for name, text in page.fields.items() if name.startswith(("seats.", "sides."))}


def test_all_names_and_sides_of_the_table_are_changed_at_once(client: FlaskClient) -> None:
    match = start({**TRUCO, "sides": [{"name": "●●", "players": ["●● 1", "●● 2"]}, TRUCO["sides"][1]]}, won(0))
    address = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    fields = names_form(Page(client.get(f"{address}/table").text))
    assert fields["seats.0"] == ""
    assert fields["seats.1"] == "Carla"
    sent = {**fields, "seats.0": "Ada", "seats.2": "Eva", "sides.1": "", "seats.3": "Ugo", "key": "k", "seen": "2"}
    assert client.post(f"{address}/names", data=sent).status_code == 303
    db.session.refresh(match)
    assert match.setup["sides"] == [
        {"name": "Ada & Eva", "players": ["Ada", "Eva"]},
        {"name": "Carla & Ugo", "players": ["Carla", "Ugo"]},
    ]
    assert dealers(match) == ["Us 1"]


def test_a_side_gets_a_name_and_keeps_its_players() -> None:
    match = start(TRUCO, won(0))
    write(ledger.name_table, match, ["", "", "", ""], ["Gatti", "Them"])
    assert [side["name"] for side in match.setup["sides"]] == ["Gatti", "Them"]
    assert match.setup["seats"] == ["Anna", "Carla", "Bruno", "Dino"]
    assert change_text(match.setup, vars(ledger.changes(match)[-1])) == "Side renamed"  # type: ignore[arg-type]


def test_a_name_that_stands_twice_is_refused_beside_its_field_and_all_are_kept(client: FlaskClient) -> None:
    match = start(TRUCO, won(0))
    address = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    sent = {"seats.0": "Zoe", "seats.1": "Zoe", "sides.0": "Gatti", "key": "k", "seen": "2"}
    answer = client.post(f"{address}/names", data=sent)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.all("input", name="seats.1", aria_invalid="true")
    assert page.value("sides.0") == "Gatti"
    db.session.refresh(match)
    assert match.setup["seats"][0] == "Anna"


def test_the_same_names_again_change_nothing() -> None:
    match = start(TRUCO, won(0))
    with pytest.raises(Refusal):
        write(ledger.name_table, match, ["", "", "", ""], ["Us", "Them"])
