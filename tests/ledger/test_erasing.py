"""Erasing in the ledger: a name goes from every place of a match and its log, and nothing else changes."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.games.engine import history
from scorekeeper.ledger.erasing import depth_of, erase, erased_options, renamed_seats, seats_of
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.rescoring import differences
from scorekeeper.ledger.writing import save
from scorekeeper.store.models import Change, Hand, Match, db
from tests.support.matches import TRESETTE, keys, points, start, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

NAME, INSTEAD = "Zoe", "N. N. 1"
SCARNE = {**TRESETTE, "variant": "scarne"}  # with honours
SUITS = {NAME: "cups", "Carla": "coins"}
NAPOLETANE = [{"player": name, "kind": "napoletana", "suit": suit} for name, suit in SUITS.items()]
HONOURS = {**points(5, 6), "honours": NAPOLETANE}
PROBLEM = {"message": "{who} cannot", "params": {"who": NAME}, "hand": 1}


def with_zoe(*entries: dict[str, Any], **about: str) -> Match:
    """A match in which Zoe has Anna's seat from the first hand on, with these hands recorded."""
    match = start({**SCARNE, "about": about})
    write(ledger.seat, match, 0, NAME)
    for entry in entries:
        write(ledger.record, match, entry)
    return match


def without_zoe() -> Match:
    return start(SCARNE, points(8, 3))


def seated_for_one_hand() -> Match:
    match = with_zoe(HONOURS)
    write(ledger.seat, match, 0, "Elsa")
    return match


def imported_with_wrong_names() -> Match:
    """A match whose renamings do not have the former name: nothing compares it where a log is imported."""
    match = seated_for_one_hand()
    first, *_others, last = [line for line in log_of(match) if line.kind == "seat"]
    last.before = first.before
    return match


def taken_back() -> Match:
    """A match in which only the log has the seat and the hand."""
    match = with_zoe(HONOURS)
    write(ledger.undo, match)
    write(ledger.seat, match, 0, "Elsa")
    return match


def confirmed() -> Match:
    match = with_zoe(HONOURS, confirm="hands")
    write(ledger.confirm, match, 1, 1)
    return match


def noted() -> Match:
    match = without_zoe()
    write(ledger.annotate, match, 1, f"{NAME} was watching")
    return match


def declined() -> Match:
    match = without_zoe()
    ledger.decline(match, "record", 2, HONOURS, actor="Anna", key=next(keys))
    return match


def refused() -> Match:
    match = without_zoe()
    save(match, ledger.Write("", next(keys)), lambda _match: history.change_of("rescore", {}, {"refused": PROBLEM}))
    return match


def approved() -> Match:
    match = with_zoe(points(8, 3))
    write(ledger.finish, match)
    write(ledger.approve, match)
    return match


def named_by_themselves() -> Match:
    """A match of a game called after her, with two columns that would have the same name once they are erased."""
    columns = [{"name": name, "factor": 2} for name in (NAME, "Queens", NAME.upper())]
    options = {"name": f"{NAME}'s {'very ' * 6}own", "columns": columns}
    return start({**TRESETTE, "game": "own", "options": options}, {"columns": {NAME: [1, 0], NAME.upper(): [0, 2]}})


def called_by_its_key() -> Match:
    match = without_zoe()
    match.key = f"{NAME}-{next(keys)}"
    return match


PLACES: dict[str, Callable[[], Match]] = {
    "a seat": with_zoe,
    "the seat of an earlier hand": seated_for_one_hand,
    "the seat of an earlier hand in an imported log": imported_with_wrong_names,
    "a hand and a seat that only the log has": taken_back,
    "what is said about the match": lambda: with_zoe(place=f"At {NAME}'s"),
    "a confirmed hand": confirmed,
    "a note": noted,
    "a discarded hand": declined,
    "a hand that newer rules refuse": refused,
    "an approved match": approved,
    "a key": called_by_its_key,
    "the game and its columns": named_by_themselves,
}


def erased(*matches: Match) -> list[Match]:
    """Erases the name from the sittings of these matches; returns the matches as they are stored then."""
    numbers = [match.id for match in matches]
    erase(db.session, [match.sitting_id for match in matches], Names([NAME], INSTEAD))
    db.session.commit()
    return [db.session.get_one(Match, number, populate_existing=True) for number in numbers]


def log_of(match: Match) -> list[Change]:
    return list(db.session.scalars(select(Change).where(Change.match_id == match.id).order_by(Change.number)))


def texts(match: Match) -> str:
    """Everything that is stored of a match."""
    rows = [match, *db.session.scalars(select(Hand).where(Hand.match_id == match.id)), *log_of(match)]
    values = [{column.key: getattr(row, column.key) for column in row.__table__.columns} for row in rows]
    return json.dumps(values, default=str)


@pytest.mark.parametrize("place", PLACES)
def test_the_name_goes_from_every_place_and_the_log_still_leads_to_the_match(place: str) -> None:
    match = PLACES[place]()
    assert NAME in texts(match)
    (after,) = erased(match)
    assert NAME not in texts(after)
    assert differences(db.session, after) == []


def test_a_hand_confirmed_under_the_name_stays_confirmed() -> None:
    (match,) = erased(confirmed())
    assert ledger.confirmations(match)[1][-1].stands


def test_a_game_that_was_named_after_somebody_can_be_played_again_even_if_its_name_is_long() -> None:
    (match,) = erased(named_by_themselves())
    again = ledger.rematch(match, actor="", key=next(keys))
    assert again.setup["options"] == match.setup["options"]


def test_a_match_without_the_name_stays_as_it_is() -> None:
    match = with_zoe()
    other = ledger.start_match(match.sitting, TRESETTE, actor="", key=next(keys))
    before = texts(other)
    assert erase(db.session, [match.sitting_id], Names([NAME], INSTEAD)) == 1
    assert texts(db.session.get_one(Match, other.id)) == before


def test_phones_load_the_changed_hands_once() -> None:
    match = with_zoe(HONOURS, points(8, 3))
    seen = match.version
    (match,) = erased(match)
    assert match.version == seen + 1
    assert [hand["number"] for hand in ledger.state(match, seen)["hands"]] == [1]
    assert ledger.state(match, match.version)["hands"] == []


def test_the_log_says_that_a_name_was_erased_and_not_by_whom() -> None:
    (match,) = erased(with_zoe())
    assert [(line.kind, line.actor) for line in log_of(match)][-1] == ("erase", "")


def test_what_another_phone_wrote_meanwhile_stays() -> None:
    match = with_zoe()
    db.session.commit()
    with Session(db.engine) as elsewhere:
        write(ledger.seat, elsewhere.get_one(Match, match.id), 1, "Elsa")
        elsewhere.commit()
    (match,) = erased(match)
    assert match.setup["seats"][:2] == [INSTEAD, "Elsa"]


def test_matches_are_let_go_when_they_are_done_so_that_memory_suffices_for_any_club() -> None:
    match = with_zoe(HONOURS)
    rows = [match, *ledger.hands(match), *log_of(match)]
    erase(db.session, [match.sitting_id], Names([NAME], INSTEAD))
    assert [row for row in rows if row in db.session] == []


def test_former_names_are_known_from_the_matches_and_the_log_of_their_own_sitting_only() -> None:
    match, other = imported_with_wrong_names(), start(SCARNE)
    write(ledger.seat, match, 1, "Fay")
    write(ledger.undo, match)
    write(ledger.seat, other, 0, "Gina")
    ours, seated = [match.sitting_id], {"Anna", "Zoe", "Elsa", "Bruno", "Carla", "Dino"}
    assert seats_of(db.session, ours) == seated
    assert renamed_seats(db.session, ours) == {*seated, "Fay"}  # a renaming that was undone


def nested(depth: int) -> dict[str, Any]:
    """An entry whose log line is nested this deep, with the name innermost."""
    value: Any = NAME
    for _level in range(depth - 3):
        value = [value]
    return {"note": value}


def test_what_was_discarded_is_emptied_only_if_it_is_nested_deeper_than_python_may_read() -> None:
    matches = [without_zoe(), without_zoe()]
    for match, depths in zip(matches, [(51, 50, 4), (50, 4, 51)], strict=True):
        for depth in depths:
            ledger.decline(match, "record", depth, nested(depth), actor="", key=next(keys))
    for match in erased(*matches):
        declined = {line.hand: line.after["declined"] for line in log_of(match) if line.kind == "decline"}
        assert declined.pop(51) == {"kind": "", "entry": {}}
        assert [(told["kind"], INSTEAD in json.dumps(told)) for told in declined.values()] == [("record", True)] * 2


@pytest.mark.parametrize(
    "json_text, depth",
    [
        ('"no list"', 0),
        ("[]", 1),
        ('{"a": [{}], "b": []}', 3),
        ("[[], [], [[]]]", 3),
        ('{"a": {}, "b": {}, "c": {"d": {}}}', 3),
        ('{"[[[": "{{{"}', 1),
        (r'{"quoted \"": "\\", "[\"[": ["\"[["]}', 2),
    ],
)
def test_how_deep_a_text_is_nested(json_text: str, depth: int) -> None:
    assert depth_of(json_text) == depth


@pytest.mark.parametrize("name", ["Target", "Total", "Message", "Rule", "Params"])
def test_a_person_called_like_a_part_of_a_message_leaves_every_message_whole(name: str) -> None:
    sides = [{"name": "Us", "players": [name, "Anna"]}, {"name": "Them", "players": ["Bruno", "Dino"]}]
    match = start({**TRESETTE, "sides": sides}, points(11, 0), points(11, 0))
    before, number = ledger.state(match), match.id
    assert before["status"] == "finished"
    assert erase(db.session, [match.sitting_id], Names([name], INSTEAD)) == 1
    after = ledger.state(db.session.get_one(Match, number))
    assert after["sides"][0]["players"][0]["name"] == INSTEAD
    assert [hand["lines"] for hand in after["hands"]] == [hand["lines"] for hand in before["hands"]]


def test_a_person_called_like_a_word_of_a_message_leaves_the_reason_why_newer_rules_refuse_a_hand() -> None:
    match = refused()
    erase(db.session, [match.sitting_id], Names(["Cannot"], INSTEAD))
    assert log_of(match)[-1].after["refused"] == PROBLEM


def test_the_name_goes_from_the_options_of_a_game_that_is_no_longer_installed() -> None:
    options = {"title": f"{NAME}'s game", "target": 9}
    assert erased_options("uninstalled", options, Names([NAME], INSTEAD)) == {"title": "N. N. 1's game", "target": 9}


def test_a_person_called_low_leaves_it_agreed_that_the_lowest_total_wins() -> None:
    sides = [{"name": "Us", "players": ["Low"]}, {"name": "Them", "players": ["Anna"]}]
    match = start({**TRESETTE, "game": "own", "sides": sides, "options": {"best": "low"}})
    options, number = match.setup["options"], match.id
    assert erase(db.session, [match.sitting_id], Names(["Low"], INSTEAD)) == 1
    assert db.session.get_one(Match, number).setup["options"] == options


def test_the_name_goes_from_the_labels_of_a_card_which_counts_as_before() -> None:
    card = {
        "format": "scorekeeper-card/1",
        "name": {"en": f"{NAME}'s game", "it": f"Il gioco di {NAME}"},
        "fields": [{"name": "zoe", "label": f"{NAME} went out", "kind": "choice", "choices": [
            {"name": "a", "label": NAME}, {"name": "zoe", "label": f"not {NAME}"}]}],
        "points": [{"label": f"10 by {NAME}", "worth": "10 * zoe"}],
        "checks": [{"label": f"{NAME} says so. " + "x" * 100, "unless": "true"}],
    }  # fmt: skip
    match = start(
        {
            "format": "scorekeeper/1",
            "game": "card",
            "options": {"card": card},
            "sides": [{"players": ["Anna"]}, {"players": ["Bruno"]}],
        },
        {"zoe": ["a", "zoe"]},
    )
    before, number = match.table["totals"], match.id
    assert erase(db.session, [match.sitting_id], Names([NAME], INSTEAD)) == 1
    match = db.session.get_one(Match, number)
    assert NAME not in json.dumps(match.setup)
    assert match.setup["options"]["card"]["name"]["it"] == "Il gioco di N. N. 1"
    assert (match.table["totals"], before) == ([0, 10], [0, 10])
