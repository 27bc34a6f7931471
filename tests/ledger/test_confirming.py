"""Confirming: each phone confirms for its own side, and each hand with its present content."""

import re

import pytest
from flask import Flask
from flask.sessions import SecureCookieSession
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.ledger import Write
from scorekeeper.ledger.confirming import newest_confirmations, phones
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from scorekeeper.web.page_parts import signed_sentence
from tests.support.matches import TRESETTE, TRUCO, keys, points, start, won, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

OURS, THEIRS, THIRD = (Write("", device=phone) for phone in ("ours", "theirs", "third"))
US, THEM = 0, 1


def do(act: object, match: Match, *about: object, by: Write = OURS) -> Change:
    return act(match, *about, by._replace(key=next(keys), seen=match.version))  # type: ignore[operator,no-any-return]


def agreed(match: Match) -> dict[str, object]:
    found = ledger.state(match)["agreed"]
    return {name: found[name] for name in ("hands", "next")}


def told(match: Match, what: str) -> list[str]:
    """The notes beside a hand or the result, without times."""
    return [text.split(", ")[0] for text in ledger.state(match)["agreed"]["told"].get(what, [])]


def confirming(what: str = "hands", *entries: dict[str, object], two: bool = True) -> Match:
    """A match whose sides confirm, with one phone per side or only ours."""
    match = start(TRUCO, *entries)
    do(ledger.set_confirming, match, what)
    do(ledger.sit, match, US)
    if two:
        do(ledger.sit, match, THEM, by=THEIRS)
    return match


def test_who_enters_a_hand_agrees_with_it_and_the_other_phone_confirms() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    assert agreed(match) == {"hands": {"1": [US]}, "next": {"1": 1}}
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    assert agreed(match) == {"hands": {"1": [US, THEM]}, "next": {}}
    assert told(match, "1") == ["Us entered it", "Them confirmed"]


def test_choosing_a_side_conflicts_with_nothing_that_others_did_meanwhile(app: Flask, client: FlaskClient) -> None:
    match = confirming(two=False)
    token = links.token(links.make_link(match.sitting, "score"))
    db.session.commit()
    before = match.version
    do(ledger.record, match, won(0, 1))
    db.session.commit()
    answer = client.post(f"/s/{token}/m/1/side", data={"side": "1", "seen": before, "key": "s"})
    assert answer.status_code == 303
    db.session.refresh(match)
    assert THEM in phones(match).values()


def test_the_phone_that_entered_a_hand_cannot_agree_for_the_others() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    with pytest.raises(Refusal) as refused:
        do(ledger.confirm, match, THEM, 1)
    (problem,) = refused.value.problems
    assert english(problem["message"], problem["params"]).startswith("Them have their own phone")
    db.session.rollback()


def test_where_one_phone_is_at_the_table_it_is_handed_over_and_the_record_says_so() -> None:
    match = confirming(two=False)
    do(ledger.record, match, won(0, 3))
    change = do(ledger.confirm, match, THEM, 1)
    assert told(match, "1") == ["Us entered it", "Them confirmed on the phone of Us"]
    assert signed_sentence(match.setup, change) == "Them confirmed hand 1, on the phone of Us"


@pytest.mark.parametrize("what", ["hands", "result"])
def test_nobody_agrees_before_there_is_something_to_agree_with(client: FlaskClient, what: str) -> None:
    match = confirming(what)
    base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    assert '<span class="tag ok" data-agreed-yes hidden>' in client.get(base).text
    assert '<span class="tag ok" data-agreed-yes>' not in client.get(base).text


def test_a_result_that_was_confirmed_alone_is_not_called_confirmed_hand_by_hand() -> None:
    match = confirming("result")
    do(ledger.record, match, won(0, 12))
    do(ledger.confirm, match, THEM, None, by=THEIRS)
    (said,) = sheet_of_recorded(match, paper="A4", language="en").confirmed
    assert plain(said) == "The result on the phones: Them confirmed, …."


@pytest.mark.parametrize(
    "act, about", [(ledger.record, (won(0, 3),)), (ledger.correct, (1, won(0, 3))), (ledger.confirm, (US, 1))]
)
def test_a_phone_that_has_said_anything_stays_with_its_side(act: object, about: tuple[object, ...]) -> None:
    match = start({**TRUCO, "about": {"confirm": "hands"}})
    do(ledger.record, match, won(0))
    do(ledger.sit, match, THEM)  # the hand before it gets this side, too
    do(ledger.sit, match, US)
    do(act, match, *about)
    with pytest.raises(Refusal):
        do(ledger.sit, match, THEM)
    db.session.rollback()


def test_no_phone_sits_at_a_side_that_the_match_has_not() -> None:
    with pytest.raises(Refusal, match="one of the sides"):
        do(ledger.sit, confirming(), 2)
    db.session.rollback()


def test_where_confirming_is_turned_off_nobody_is_asked() -> None:
    match = confirming("hands", won(0, 3))
    do(ledger.set_confirming, match, "")
    assert ledger.state(match)["agreed"] is None


def test_a_phone_says_where_it_sits_whatever_it_has_not_seen() -> None:
    match = confirming(two=False)
    seen = match.version
    do(ledger.record, match, won(0, 3))
    late = THEIRS._replace(key="late", seen=seen)
    line = ledger.sit(match, THEM, late)
    assert (line.number, match.version) == (seen + 2, seen + 2)
    assert [change.number for change in ledger.changes(match)] == list(range(1, seen + 3))
    assert phones(match) == {"ours": US, "theirs": THEM}
    assert ledger.sit(match, THEM, late).number == line.number  # a retry returns the same line


def test_what_a_phone_has_not_seen_comes_with_the_answer_to_where_it_sits(app: Flask, client: FlaskClient) -> None:
    match = confirming(two=False)
    seen = match.version
    do(ledger.record, match, won(0, 3))
    page = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    answer = client.post(f"{page}/side", data={"side": THEM, "seen": seen}, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    state = answer.get_json()["state"]
    assert (state["version"], [hand["number"] for hand in state["hands"]]) == (seen + 2, [1])
    assert state["agreed"]["phones"] == [US, THEM]


def test_settling_it_anew_asks_every_phone_again() -> None:
    """So a side can continue after its only phone has left."""
    match = confirming()
    do(ledger.record, match, won(0, 3))
    do(ledger.set_confirming, match, "hands")
    assert ledger.state(match)["agreed"]["phones"] == []
    assert ledger.side_of(match, "ours") is None
    do(ledger.sit, match, US)
    do(ledger.record, match, won(0, 1))
    do(ledger.confirm, match, THEM, 2)
    assert told(match, "2") == ["Us entered it", "Them confirmed on the phone of Us"]
    assert agreed(match)["next"] == {}  # nobody is asked about the hand from before


def test_hands_from_before_it_was_settled_wait_for_nobody_and_later_ones_in_order() -> None:
    match = confirming("hands", won(0), won(1))
    assert agreed(match)["next"] == {}
    for by in (OURS, THEIRS, OURS):
        do(ledger.record, match, won(0), by=by)
    assert agreed(match)["next"] == {"1": 3, "0": 4}


def test_a_hand_that_undo_changed_since_it_was_settled_waits_for_both() -> None:
    match = start({**TRUCO, "about": {"confirm": "hands"}}, won(0, 3))
    write(ledger.correct, match, 1, won(0, 6))
    write(ledger.set_confirming, match, "result")
    for _change in ("set", "corrected"):
        write(ledger.undo, match)
    assert agreed(match)["next"] == {"0": 1, "1": 1}


def test_a_hand_entered_by_a_phone_that_has_not_said_its_side_waits_for_both() -> None:
    match = confirming()
    do(ledger.record, match, won(0), by=THIRD)
    assert agreed(match)["next"] == {"0": 1, "1": 1}
    do(ledger.sit, match, THEM, by=THIRD)
    assert agreed(match)["next"] == {"0": 1}


def test_an_agreement_ends_with_a_correction_and_holds_again_when_that_is_undone() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    do(ledger.correct, match, 1, won(0, 6))
    assert agreed(match) == {"hands": {"1": [US]}, "next": {"1": 1}}
    (_ours, theirs) = sorted(ledger.state(match)["agreed"]["told"]["1"], reverse=True)
    assert theirs.startswith("Them confirmed")
    assert theirs.endswith("before it was changed: no longer counts")
    do(ledger.undo, match)
    assert agreed(match) == {"hands": {"1": [US, THEM]}, "next": {}}


def test_a_note_or_an_earlier_hand_that_is_corrected_ends_no_agreement() -> None:
    match = confirming()
    for _hand in range(2):
        do(ledger.record, match, won(0, 1))
    for hand in (1, 2):
        do(ledger.confirm, match, THEM, hand, by=THEIRS)
    do(ledger.annotate, match, 2, "Anna was away")
    do(ledger.correct, match, 1, won(1, 1))
    assert agreed(match) == {"hands": {"1": [US], "2": [US, THEM]}, "next": {"1": 1}}


def test_a_struck_hand_is_agreed_with_anew() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 1))
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    do(ledger.strike, match, 1)
    assert agreed(match)["next"] == {"1": 1}


def test_the_result_is_confirmed_by_both_phones_and_entering_the_last_hand_is_not_enough() -> None:
    match = confirming("result")
    do(ledger.record, match, won(0, 12))
    assert ledger.state(match)["agreed"]["result"] == []
    do(ledger.confirm, match, US, None)
    change = do(ledger.confirm, match, THEM, None, by=THEIRS)
    assert ledger.state(match)["agreed"]["result"] == [US, THEM]
    assert signed_sentence(match.setup, change) == "Them confirmed the result"
    do(ledger.correct, match, 1, won(1, 12))
    assert ledger.state(match)["agreed"]["result"] == []
    assert "no longer counts" in ledger.state(match)["agreed"]["told"]["result"][0]


def test_what_was_confirmed_before_lines_kept_the_hand_counts_until_the_hand_is_touched() -> None:
    match = start(TRESETTE, points(8, 3))
    write(ledger.set_confirming, match, "hands")
    change = write(ledger.confirm, match, THEM, 1)
    kept = db.session.get_one(Change, (match.id, change.number))
    kept.after = {"side": THEM, "status": "in_progress", "totals": [8, 3]}
    db.session.flush()
    assert agreed(match)["hands"] == {"1": [THEM]}
    write(ledger.correct, match, 1, points(9, 2))
    assert agreed(match)["hands"] == {"1": []}


def test_two_browsers_at_a_table(app: Flask) -> None:
    """With plain forms; each browser has its own cookies."""
    match = start(TRUCO)
    base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    ours, theirs = app.test_client(), app.test_client()
    post(ours, base, "confirming", what="hands")
    page = ours.get(base)
    post(ours, base, "side", side="0")
    post(theirs, base, "side", side="1")
    post(ours, base, "hands", way="quick", **{"winner,stake": "0,3"})
    refused = post(ours, base, "confirm", side="1", hand="1")
    assert "Them have their own phone" in refused
    done = post(theirs, base, "confirm", side="1", hand="1")
    assert "Them confirmed hand 1" in done
    assert "Which side does this phone play for?" not in done
    assert page.status_code == 200
    assert ours.get(f"{base}/kept.json").json["own_side"] == US


def test_a_third_phone_is_asked_for_its_side_until_both_have_confirmed_the_result(app: Flask) -> None:
    match = confirming("result", won(0, 12))
    base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    third, question = app.test_client(), "Which side does this phone play for?"
    do(ledger.confirm, match, US, None)
    db.session.commit()
    assert question in third.get(base).text
    do(ledger.confirm, match, THEM, None, by=THEIRS)
    db.session.commit()
    assert question not in third.get(base).text


def post(client: FlaskClient, base: str, path: str, **fields: str) -> str:
    seen = client.get(f"{base}/state.json").get_json()["version"]
    return client.post(f"{base}/{path}", data=fields | {"seen": seen}, follow_redirects=True).text


def test_a_browser_is_another_one_in_every_match(app: Flask) -> None:
    first, second = start(TRUCO), start(TRUCO)
    with app.test_request_context():
        visit = SecureCookieSession()
        marks = [links.device(visit, match) for match in (first, second, first)]
    assert marks[0] == marks[2] != marks[1]
    assert len(marks[0]) <= 16


def test_the_sheet_tells_who_confirmed_what_and_when() -> None:
    match = confirming()
    for _hand in range(2):
        do(ledger.record, match, won(0, 6))
    for hand in (1, 2):
        do(ledger.confirm, match, THEM, hand, by=THEIRS)
    do(ledger.correct, match, 1, won(0, 3))
    do(ledger.record, match, won(0, 3))
    do(ledger.confirm, match, US, None)
    sheet = sheet_of_recorded(match, paper="A4", language="en")
    hands, result = (plain(text) for text in sheet.confirmed)
    assert hands == "Confirmed on the phones, hand by hand: 1 ● … · 2 ● … ▲ … · 3 ● …."
    assert result == "The result on the phones: Us confirmed, …."
    (note,) = sheet.footnotes
    assert plain(note.text).endswith("Them confirmed, …, before it was changed: no longer counts.")


def test_the_sheet_says_on_whose_phone_a_side_without_one_confirmed() -> None:
    match = confirming(two=False)
    do(ledger.record, match, won(0, 6))
    do(ledger.confirm, match, THEM, 1)
    hands, brackets = (plain(text) for text in sheet_of_recorded(match, paper="A4", language="en").confirmed)
    assert hands.endswith("1 ● … ▲ … (●).")
    assert brackets == "In brackets: the side on whose phone it was done, having none of its own."


def plain(text: str) -> str:
    """The text without times, and with plain spaces."""
    return re.sub(r"\d+:\d\d\s[AP]M", "…", text.replace("\N{NO-BREAK SPACE}", " "))


def test_a_line_that_says_nothing_of_its_hand_is_nobodys_word() -> None:
    match = confirming("hands", won(0, 3))
    stop = Change(kind="finish", device="ours", hand=1, number=9, after={"stopped": True})
    sat = Change(kind="sit", device="ours", number=8, after={"side": US})
    assert newest_confirmations(match, [sat, stop]) == {}


def test_a_confirmation_of_a_hand_that_was_taken_back_is_not_told() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    do(ledger.undo, match, by=THEIRS)
    assert agreed(match)["hands"] == {}


def test_a_phone_that_has_said_nothing_yet_may_change_its_side_whatever_others_said() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3), by=THEIRS)
    do(ledger.sit, match, THEM)
    assert ledger.side_of(match, "ours") == THEM
