"""Confirmations given offline reach the server later, and apply only to content that the side has seen."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from tests.offline.test_phone import ask, engine, started
from tests.support.matches import TRESETTE, TRUCO, start, won, write
from tests.support.offline_phone import LonePhone, problem_of, statuses

__all__ = ["engine", "started"]  # each of these tests starts the engine in a browser

US, THEM = 0, 1


def table(app: Flask, what: str = "result", *entries: dict[str, Any], head: dict[str, Any] = TRUCO) -> str:
    """The URL of a match with these hands, whose sides confirm."""
    with app.test_request_context():
        match = start({**head, "about": {"confirm": what}}, *entries)
        base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
    return base


def a_phone(app: Flask, base: str, side: int | None = None) -> LonePhone:
    """A new phone; it has chosen a side if one is given."""
    client = app.test_client()
    if side is not None:
        client.post(f"{base}/side", data={"side": str(side), "key": f"sit {side}"})
    return LonePhone(client, base)


def kinds(app: Flask) -> list[str]:
    """The kinds of the log lines of the only match."""
    with app.app_context():
        return list(db.session.scalars(select(Change.kind).order_by(Change.number)))


def elsewhere(app: Flask, act: Any, *about: Any, **options: Any) -> None:
    """A change by another phone at the table."""
    with app.app_context():
        write(act, db.session.execute(select(Match)).scalar_one(), *about, **options)
        db.session.commit()


def without_times(told: list[str]) -> list[str]:
    return [text.split(", ")[0] for text in told]


def test_one_phone_plays_to_the_end_and_confirms_for_both_sides(app: Flask) -> None:
    phone = a_phone(app, table(app))
    phone.record(0, 12)
    assert phone.do("side", side="0")["said"] == "This phone plays for Us"
    assert phone.do("confirm", side="0")["said"] == "Us confirmed the result"
    assert phone.do("confirm", side="1")["said"] == "Them confirmed the result, on the phone of Us"
    assert phone.agreed()["result"] == [US, THEM]
    assert phone.agreed()["told"] == {
        "1": ["Us entered it · waiting to send"],
        "result": ["Us confirmed · waiting to send", "Them confirmed on the phone of Us · waiting to send"],
    }
    assert phone.agreed_there()["result"] == []
    assert statuses(phone.send()) == [200] * 4
    assert phone.agreed_there()["result"] == [US, THEM]
    told = phone.agreed_there()["told"]
    assert [without_times(told[of]) for of in ("1", "result")] == [
        ["Us entered it"], ["Us confirmed", "Them confirmed on the phone of Us"],
    ]  # fmt: skip


def test_hands_are_confirmed_one_by_one(app: Flask) -> None:
    base = table(app, "hands")
    ours = a_phone(app, base, US)
    for _hand in range(2):
        ours.record(0, 3)
        assert ours.agreed()["next"] == {"1": 1}
    ours.do("confirm", 2, side="1")
    assert ours.agreed()["hands"] == {"1": [US], "2": [US, THEM]}
    ours.send()
    assert ours.agreed_there()["hands"] == {"1": [US], "2": [US, THEM]}


def test_the_page_says_what_is_given_and_not_sent(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)))
    assert "Which side does this phone play for?" in phone.page()
    phone.do("side", side="1")
    assert '<button class="button primary side-solid" data-agree>' in phone.page()
    phone.do("confirm", side="1")
    page = phone.page()
    assert "<li>Them confirmed · waiting to send</li>" in page
    assert page.count('<span class="tag ok" data-agreed-yes>') == 1


def test_what_is_sent_twice_is_confirmed_once(app: Flask) -> None:
    phone = a_phone(app, table(app))
    phone.record(1, 12)
    phone.do("side", side="1")
    phone.do("confirm", side="1")
    assert statuses(phone.send() + phone.send()) == [200] * 6
    assert kinds(app) == ["start", "record", "sit", "confirm"]


def test_a_second_tap_says_nothing_else(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    for _tap in range(2):
        phone.do("confirm", side="0")
    assert phone.agreed()["told"]["result"] == ["Us confirmed · waiting to send"]
    assert statuses(phone.send()) == [200, 200]
    assert len(phone.agreed_there()["told"]["result"]) == 1


@pytest.mark.parametrize("order", [(US, THEM), (THEM, US)])
def test_two_phones_confirm_alone_and_neither_is_asked_about_the_other(app: Flask, order: tuple[int, int]) -> None:
    base = table(app, "result", won(0, 12))
    phones = {side: a_phone(app, base, side) for side in (US, THEM)}
    for phone in phones.values():
        phone.take()
    for side in order:
        phones[side].do("confirm", side=str(side))
    for side in order:
        assert statuses(phones[side].send()) == [200]
    assert phones[US].agreed_there()["result"] == [US, THEM]


def test_a_hand_after_a_confirmation_still_asks_what_others_did(app: Flask) -> None:
    phone = a_phone(app, table(app, "hands", won(0, 1)), US)
    phone.do("confirm", 1, side="0")
    phone.record(0, 3)
    elsewhere(app, ledger.record, won(1, 1))
    assert statuses(phone.send()) == [200, 409]


CHANGED: list[tuple[str, Any, tuple[Any, ...], str]] = [
    ("result", ledger.correct, (1, won(1, 12)), "The result has changed since Us confirmed it on this phone"),
    ("result", ledger.undo, (), "The result has changed since Us confirmed it on this phone"),
    ("hands", ledger.correct, (1, won(0, 9)), "Hand 1 has changed since Us confirmed it on this phone"),
    ("hands", ledger.strike, (1,), "Hand 1 has changed since Us confirmed it on this phone"),
    ("hands", ledger.undo, (), "This hand doesn’t exist"),
]


@pytest.mark.parametrize("what, act, about, said", CHANGED, ids=[f"{each[0]} {each[1].__name__}" for each in CHANGED])
def test_what_was_changed_meanwhile_is_refused(
    app: Flask, what: str, act: Any, about: tuple[Any, ...], said: str
) -> None:
    phone = a_phone(app, table(app, what, won(0, 12)), US)
    hand = 1 if what == "hands" else None
    phone.do("confirm", hand, side="0")
    elsewhere(app, act, *about)
    (answer,) = phone.send()
    assert (answer.status_code, problem_of(answer.get_json())) == (422, said)
    assert "confirm" not in kinds(app)


def test_what_was_changed_and_changed_back_is_confirmed(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    phone.do("confirm", side="0")
    elsewhere(app, ledger.correct, 1, won(1, 12))
    elsewhere(app, ledger.undo)
    assert statuses(phone.send()) == [200]
    assert phone.agreed_there()["result"] == [US]


def test_a_hand_that_newer_rules_score_otherwise_is_no_result_that_was_seen(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    phone.do("confirm", side="0")
    phone.unsent[0]["saw"]["totals"] = [13, 0]
    assert statuses(phone.send()) == [422]


def test_a_hand_is_contested_and_settled_alone_as_on_the_server(app: Flask) -> None:
    base = table(app, "hands", won(0, 3))
    ours, theirs = a_phone(app, base, US), a_phone(app, base, THEM)
    theirs.take()
    quick = {"way": "quick", "winner,stake": "1,3"}
    assert (
        problem_of(theirs.do("contest", 1, contests="1", **quick | {"winner,stake": "0,3"})) == "Change what is wrong"
    )
    assert theirs.do("contest", 1, contests="1", **quick)["said"] == "Them contested hand 1"
    theirs.record(0, 9)
    assert "Hand 1 is contested" in theirs.page()
    assert problem_of(theirs.do("confirm", side="1")) == "Hand 1 is contested: settle that first"
    assert statuses(theirs.send()) == [200, 200]
    ours.take()
    assert ours.agreed()["contested"] == theirs.agreed()["contested"] == ours.agreed_there()["contested"]
    ours.do("correct", 1, **quick)
    assert ours.agreed()["contested"] == []
    assert statuses(ours.send()) == [200]
    assert ours.agreed_there()["hands"] == {"1": [US, THEM], "2": [THEM]}


def test_a_hand_that_was_changed_meanwhile_is_not_contested(app: Flask) -> None:
    phone = a_phone(app, table(app, "hands", won(0, 3)), THEM)
    phone.do("contest", 1, contests="1", way="quick", **{"winner,stake": "1,3"})
    elsewhere(app, ledger.correct, 1, won(0, 1))
    (answer,) = phone.send()
    said = "Hand 1 has changed since Them contested it on this phone"
    assert (answer.status_code, problem_of(answer.get_json())) == (422, said)


def test_a_correction_on_the_phone_ends_a_confirmation_and_undoing_it_brings_it_back(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    phone.do("confirm", side="0")
    phone.do("correct", 1, way="quick", **{"winner,stake": "1,12"})
    assert phone.agreed()["result"] == []
    (told,) = phone.agreed()["told"]["result"]
    assert told == "Us confirmed before it was changed: no longer counts · waiting to send"
    phone.do("undo")
    assert phone.agreed()["result"] == [US]
    assert statuses(phone.send()) == [200] * 3
    assert phone.agreed_there()["result"] == [US]


REFUSED: list[tuple[int | None, dict[str, str], str]] = [
    (None, {"side": "0"}, "The match is not over yet"),
    (3, {"side": "0"}, "This hand doesn’t exist"),
    (1, {"side": "2"}, "This must be one of the sides"),
    (1, {"side": "x"}, "This must be one of the sides"),
    (1, {"side": "1"}, "Them have their own phone at the table: confirm there"),
]


@pytest.mark.parametrize("hand, fields, said", REFUSED, ids=[each[2] for each in REFUSED])
def test_server_and_phone_refuse_the_same(app: Flask, hand: int | None, fields: dict[str, str], said: str) -> None:
    base = table(app, "hands", won(0, 3))
    a_phone(app, base, THEM)
    phone = a_phone(app, base, US)
    assert problem_of(phone.do("confirm", hand, **fields)) == said
    headers = {"Accept": "application/json"}
    served = phone.client.post(
        f"{base}/confirm", data={**fields, "hand": str(hand or ""), "seen": str(phone.seen)}, headers=headers
    )
    assert (served.status_code, problem_of(served.get_json())) == (422, said)


def test_a_phone_stays_with_its_side(app: Flask) -> None:
    phone = a_phone(app, table(app), US)
    assert problem_of(phone.do("side", side="1")) == "This phone already plays for Us"
    assert phone.unsent == []


def test_a_side_whose_phone_came_meanwhile_confirms_itself(app: Flask) -> None:
    base = table(app, "result", won(0, 12))
    ours = a_phone(app, base, US)
    ours.do("confirm", side="1")
    a_phone(app, base, THEM)
    (answer,) = ours.send()
    assert problem_of(answer.get_json()).startswith("Them have their own phone")


def test_an_approved_result_is_not_confirmed_here(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    phone.kept["shown"]["locked"] = {"said": "Approved"}
    for act in ("confirm", "side"):
        assert problem_of(phone.do(act, side="0")).startswith("The result is approved")


def test_a_phone_takes_along_what_was_confirmed_in_the_same_words(app: Flask) -> None:
    base = table(app, "hands", won(0, 1))
    ours, theirs = a_phone(app, base, US), a_phone(app, base, THEM)
    for phone, hand in ((ours, 1), (theirs, 1), (ours, 2)):
        phone.take()
        if hand == 2:
            phone.record(0, 6)
        phone.do("confirm", hand, side=str(int(phone is theirs)))
        phone.send()
    elsewhere(app, ledger.correct, 1, won(1, 1))
    for phone in (ours, theirs):
        phone.take()
        assert phone.agreed() == phone.agreed_there()
    assert [text.split(", ")[-1] for text in ours.agreed()["told"]["1"]] == [
        "before it was changed: no longer counts"
    ] * 2


def test_what_a_phone_entered_before_it_said_its_side_is_that_side_s_word(app: Flask) -> None:
    phone = a_phone(app, table(app, "hands"))
    phone.record(0, 1)
    phone.send()
    phone.take()
    phone.unsent = []
    phone.record(0, 1)
    assert phone.agreed()["hands"] == {}
    phone.do("side", side="1")
    assert phone.agreed()["hands"] == {"1": [THEM], "2": [THEM]}
    phone.send()
    assert phone.agreed_there()["hands"] == {"1": [THEM], "2": [THEM]}


def test_a_hand_of_somebody_who_was_renamed_is_what_was_seen(app: Flask) -> None:
    base = table(app, "hands", {"decima": "Anna"}, head=TRESETTE)
    elsewhere(app, ledger.seat, 0, "Annamaria")
    phone = a_phone(app, base, US)
    phone.do("confirm", 1, side="0")
    assert "Annamaria" in str(phone.unsent[0]["saw"])
    assert statuses(phone.send()) == [200]


def test_a_match_that_was_started_here_is_confirmed_here(app: Flask) -> None:
    fields = [("game", "truco"), ("shown_shape", "2x2"), ("start", "1"), ("key", "k"), ("sides.0.name", "Us")]
    kept = ask({"ask": "page", "path": "/new", "query": [], "key": "k", "shelf": [], "fields": fields})["kept"]
    kept["setup"]["about"]["confirm"] = "result"
    phone = a_phone(app, table(app))
    phone.kept = kept
    phone.record(0, 12)
    phone.do("side", side="0")
    phone.do("confirm", side="0")
    assert phone.agreed()["result"] == [US]


def test_what_an_older_version_stored_can_be_confirmed_again(app: Flask) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), THEM)
    del phone.kept["confirming"]
    assert phone.agreed()["phones"] == [THEM]
    assert "Which side does this phone play for?" in phone.page()
    phone.do("side", side="1")
    phone.do("confirm", side="1")
    assert statuses(phone.send()) == [200, 200]
    assert phone.agreed_there()["result"] == [THEM]


def test_whoever_only_watches_says_nothing(app: Flask) -> None:
    table(app, "hands", won(0, 1))
    with app.test_request_context():
        sitting = db.session.execute(select(Match)).scalar_one().sitting
        watching = f"/s/{links.token(links.make_link(sitting, 'watch'))}/m/1"
        db.session.commit()
    assert LonePhone(app.test_client(), watching).kept["confirming"]["own"] is None


@pytest.mark.parametrize("saw", ["x", "[]", '{"totals": ' + "[" * 20 + "]" * 20 + "}"])
def test_what_no_phone_has_seen_is_no_request(app: Flask, saw: str) -> None:
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    sent = {"side": "0", "seen": str(phone.seen), "saw": saw}
    assert phone.client.post(f"{phone.base}/confirm", data=sent).status_code == 400


@pytest.mark.parametrize("behind", [1, -1])
def test_nobody_confirms_on_a_page_that_shows_something_else(app: Flask, behind: int) -> None:
    """The stored match is of another version than the page."""
    phone = a_phone(app, table(app, "result", won(0, 12)), US)
    question = {
        "ask": "write",
        "act": "confirm",
        "kept": phone.kept,
        "hand": None,
        "fields": [["side", "0"]],
        "key": "k",
    }
    answer = ask({**question, "seen": phone.kept["version"] - behind})
    assert answer == {"changes": [], "state": ask({"ask": "state", "kept": phone.kept})}
