"""Changes made offline reach the server once and in order; discarded ones are logged."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.web import links
from tests.support.matches import TRUCO
from tests.support.polling import PATIENCE

AS_JSON = {"Accept": "application/json"}


def take_in(client: FlaskClient, key: str = "a-key", **more: str) -> Any:
    return client.post("/sync/matches", data={"key": key, "head": json.dumps(TRUCO), **more})


def record(client: FlaskClient, base: str, key: str, seen: int, side: int = 0) -> Any:
    fields = {"way": "quick", "winner,stake": f"{side},3", "key": key, "seen": seen}
    return client.post(f"{base}/hands", data=fields, headers=AS_JSON)


def base_of(answer: Any) -> str:
    return f"/s/{answer.json['token']}/m/{answer.json['number']}"


def test_a_match_sent_twice_is_started_once(app: Flask, client: FlaskClient) -> None:
    first, again = take_in(client), take_in(client)
    assert first.status_code == 200
    assert first.json == again.json
    with app.app_context():
        assert (db.session.query(Sitting).count(), db.session.query(Match).count()) == (1, 1)


def test_a_key_opens_nothing_to_another_browser_that_learned_it(app: Flask, client: FlaskClient) -> None:
    ours, theirs = take_in(client), take_in(app.test_client())
    assert theirs.status_code == 200
    assert theirs.json["token"] != ours.json["token"]
    fields = {"game": "truco", "shown_shape": "2x2", "start": "1", "key": "pressed"}
    assert client.post("/new", data=fields).location != app.test_client().post("/new", data=fields).location


@pytest.mark.parametrize("first", ["/new", "/sync/token"])
def test_what_was_sent_before_an_answer_came_is_found_again(app: Flask, client: FlaskClient, first: str) -> None:
    client.get(first)
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    phones = [app.test_client() for _try in range(2)]  # the phone before each attempt, as it got no response
    for phone in phones:
        phone.set_cookie("scorekeeper", cookie.value)
    assert take_in(phones[0]).json == take_in(phones[1]).json


@pytest.mark.each_engine
@pytest.mark.parametrize("path", ["/new", "/sync/matches"])
def test_the_same_start_sent_six_times_at_once_is_one_match(app: Flask, client: FlaskClient, path: str) -> None:
    client.get("/sync/token")
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    ready = threading.Barrier(6)

    def send(_number: int) -> int:
        phone = app.test_client()
        phone.set_cookie("scorekeeper", cookie.value)
        start = {"game": "truco", "shown_shape": "2x2", "start": "1", "head": json.dumps(TRUCO), "key": "at once"}
        ready.wait(PATIENCE)
        return phone.post(path, data=start).status_code

    with ThreadPoolExecutor(6) as phones:
        answers = set(phones.map(send, range(6)))
    assert answers == ({303} if path == "/new" else {200})
    with app.app_context():
        assert (db.session.query(Sitting).count(), db.session.query(Match).count()) == (1, 1)
        assert len(db.session.query(Sitting).one().links) == 2


def test_another_match_of_the_same_evening_joins_its_sitting(app: Flask, client: FlaskClient) -> None:
    first = take_in(client)
    second = take_in(client, "another-key", token=first.json["token"])
    assert (second.json["token"], second.json["number"]) == (first.json["token"], 2)
    with app.app_context():
        assert db.session.query(Sitting).count() == 1


def test_the_phone_that_sent_a_match_has_it_on_its_first_page(client: FlaskClient) -> None:
    answer = take_in(client)
    assert base_of(answer) in client.get("/").text


@pytest.mark.parametrize(
    "data, status",
    [
        ({"head": "no JSON"}, 400),
        ({"head": "[]"}, 400),
        ({"head": json.dumps({**TRUCO, "game": "chess"})}, 422),
        ({"head": json.dumps(TRUCO), "token": "1-forged"}, 404),
    ],
)
def test_what_is_no_match_is_refused(client: FlaskClient, data: dict[str, str], status: int) -> None:
    assert client.post("/sync/matches", data={"key": "k", **data}).status_code == status


def test_a_match_on_a_card_of_many_words_is_taken_in(client: FlaskClient) -> None:
    choices = [{"name": f"c{choice}", "label": {"en": "Suit", "it": "Seme"}} for choice in range(40)]
    fields = [{"name": f"f{field}", "label": "F", "kind": "choice", "choices": choices} for field in range(9)]
    line = {"label": "Made", "worth": "f0"}
    card = {"format": "scorekeeper-card/1", "name": "Ours", "fields": fields, "points": [line]}
    sides = [{"name": "A"}, {"name": "B"}]
    head = {"format": "scorekeeper/1", "game": "card", "options": {"card": card}, "sides": sides}
    assert take_in(client, head=json.dumps(head)).status_code == 200


def test_a_phone_takes_along_what_undo_and_redo_would_do(client: FlaskClient) -> None:
    base = base_of(take_in(client))
    record(client, base, "one", 1)
    record(client, base, "two", 2)
    client.post(f"{base}/undo", data={"key": "three", "seen": 3}, headers=AS_JSON)
    kept = client.get(f"{base}/kept.json").json["kept"]
    assert kept["version"] == 4
    assert [hand["entry"] for hand in kept["hands"]] == [{"winner": 0, "stake": 3}]
    assert [fact["key"] for fact in kept["done"]] == ["one"]
    assert [fact["key"] for fact in kept["undone"]] == ["two"]


def test_what_is_given_up_stands_in_the_log_and_changes_nothing(app: Flask, client: FlaskClient) -> None:
    base = base_of(take_in(client))
    record(client, base, "theirs", 1)
    fields = {"key": "mine-declined", "kind": "record", "hand": "1", "entry": json.dumps({"winner,stake": "1,6"})}
    assert client.post(f"{base}/declined", data=fields).json["kept"]["version"] == 3
    assert client.post(f"{base}/declined", data=fields).json["kept"]["version"] == 3
    state = client.get(f"{base}/state.json").json
    assert [side["total"] for side in state["sides"]] == [3, 0]
    assert state["can"]["undo"]
    with app.app_context():
        match = db.session.query(Match).one()
        last = ledger.changes(match)[-1]
        assert (last.kind, last.hand) == ("decline", 1)
        assert last.after == {"declined": {"kind": "record", "entry": {"winner,stake": "1,6"}}}


def test_a_late_copy_of_what_was_given_up_is_refused(client: FlaskClient) -> None:
    base = base_of(take_in(client))
    fields = {"key": "mine-declined", "kind": "record", "hand": "1", "entry": json.dumps({"winner,stake": "1,6"})}
    assert client.post(f"{base}/declined", data=fields).status_code == 200
    assert [record(client, base, "mine", seen).status_code for seen in (1, 2)] == [409, 409]
    assert record(client, base, "another", 2).status_code == 200


def test_the_answer_to_a_retry_names_the_change_itself_however_much_others_changed_since(client: FlaskClient) -> None:
    base = base_of(take_in(client))
    record(client, base, "mine", 1)
    record(client, base, "theirs", 2)
    again = record(client, base, "mine", 1).json
    assert (again["version"], again["hand"], again["state"]["version"]) == (2, 1, 3)


@pytest.mark.parametrize("change", [ledger.undo, partial(ledger.seat, number=0, name="Zoe")], ids=["undo", "seat"])
def test_a_copy_for_a_phone_is_of_one_version_though_the_match_changes_meanwhile(
    app: Flask, client: FlaskClient, change: Callable[..., object]
) -> None:
    """After the undo there is no hand from which the version could be read."""
    record(client, base_of(take_in(client)), "one", 1)
    with app.app_context(), Session(db.engine) as session:
        match = session.query(Match).one()
        change(db.session.query(Match).one(), write=ledger.Write("", "two", 2))
        db.session.commit()
        copy = ledger.offline_copy_of(match)
        assert copy["version"] == 3
        assert copy == ledger.offline_copy_of(match)  # in every part


THREE = {"winner": 0, "stake": 3}


def had(number: int, points: list[int], entry: dict[str, Any] | None = THREE, **more: Any) -> dict[str, Any]:
    """A hand with the phone's score."""
    return {"number": number, "points": points, "entry": entry, "struck": False, **more}


OTHER = {"winner": 1, "stake": 1}
BY_OLDER_RULES = ["The scoring rules were updated.", "Hand 1 scores 3 – 0; this phone had 1 – 0."]
ARRIVED: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "the same": ([had(1, [3, 0]), had(2, [3, 0])], []),
    "scored otherwise": ([had(1, [1, 0]), had(2, [3, 0])], BY_OLDER_RULES),
    "a note makes no other hand": ([had(1, [1, 0], {**THREE, "note": "loud"})], BY_OLDER_RULES),
    "another phone's hand stands there": ([had(1, [0, 1], OTHER)], []),
    "what follows another phone's hand": ([had(1, [0, 1], OTHER), had(2, [1, 0])], []),
    "what moved behind another phone's hand": ([had(2, [1, 0])], []),
    "struck out by another phone": ([had(1, [0, 0], struck=True)], []),
    "the entry is not told": ([had(1, [1, 0], None)], []),
    "no hand of that number": ([had(1, [3, 0]), had(2, [3, 0]), had(3, [1, 0])], []),
}


@pytest.mark.parametrize("case", ARRIVED)
def test_only_hands_that_the_phone_entered_are_compared(client: FlaskClient, case: str) -> None:
    base = base_of(take_in(client))
    for seen in (1, 2):
        record(client, base, f"hand {seen}", seen)
    sent, said = ARRIVED[case]
    fields = {"rules": "older", "hands": json.dumps(sent)}
    assert client.post(f"{base}/arrived", data=fields).json == {"said": said, "same_rules": False}


def test_no_newer_rules_are_told_of_where_the_rules_are_the_same(client: FlaskClient) -> None:
    base = base_of(take_in(client))
    record(client, base, "one", 1)
    rules = client.get("/engine.json").json["rules"]
    answer = client.post(f"{base}/arrived", data={"rules": rules, "hands": json.dumps([had(1, [1, 0])])}).json
    assert answer == {"said": BY_OLDER_RULES[1:], "same_rules": True}


def test_an_aged_form_token_is_replaced_by_a_fresh_one(make_app: Any) -> None:
    client = make_app(WTF_CSRF_ENABLED=True).test_client()
    fields = {"key": "k", "head": json.dumps(TRUCO)}
    of_phone = AS_JSON | {"Origin": "http://localhost"}  # which programs do not send
    assert client.post("/sync/matches", data=fields, headers=of_phone).status_code == 400
    fresh = client.get("/sync/token").json["csrf_token"]
    assert client.post("/sync/matches", data=fields, headers={"X-CSRFToken": fresh}).status_code == 200


def test_a_hand_that_the_rules_refuse_by_now_is_answered_with_why_and_changes_nothing(client: FlaskClient) -> None:
    """The phone had other rules, or the match was in another state."""
    base = base_of(take_in(client))
    record(client, base, "one", 1)
    fields = {"way": "quick", "winner,stake": "0,2", "key": "late", "seen": 2}
    answer = client.post(f"{base}/hands", data=fields, headers=AS_JSON)
    assert answer.status_code == 422
    (problem,) = answer.json["problems"]
    assert (problem["field"], problem["hand"]) == ("stake", 2)
    assert problem["text"]
    assert client.get(f"{base}/state.json").json["version"] == 2


@pytest.mark.parametrize(
    "end, why",
    [({"stake": "12"}, "The match was over before this hand"), ({}, "The match was stopped: undo that to continue")],
    ids=["by its rules", "by the players"],
)
def test_a_hand_for_a_match_that_ended_meanwhile_is_told_of_the_end_and_can_be_given_up(
    app: Flask, client: FlaskClient, end: dict[str, str], why: str
) -> None:
    base = base_of(take_in(client))
    if end:
        fields = {"way": "quick", "winner,stake": f"1,{end['stake']}", "key": "theirs", "seen": 1}
        client.post(f"{base}/hands", data=fields, headers=AS_JSON)
    else:
        client.post(f"{base}/finish", data={"key": "theirs", "seen": 1}, headers=AS_JSON)
    late = record(client, base, "mine", 1)
    assert late.status_code == 409
    assert late.json["state"]["status"] in ("finished", "stopped")
    all_the_same = record(client, base, "mine", 2)
    assert all_the_same.status_code == 422
    assert why in all_the_same.json["problems"][0]["text"]
    fields = {"key": "mine-declined", "kind": "record", "hand": "2", "entry": json.dumps({"winner,stake": "0,3"})}
    assert client.post(f"{base}/declined", data=fields).status_code == 200
    with app.app_context():
        last = ledger.changes(db.session.query(Match).one())[-1]
        assert last.after["declined"]["entry"] == {"winner,stake": "0,3"}


@pytest.mark.parametrize("path", ["hands", "hands/1", "undo", "declined"])
def test_what_comes_by_a_link_that_has_ended_is_not_found_and_changes_nothing(
    app: Flask, client: FlaskClient, path: str
) -> None:
    answer = take_in(client)
    base = base_of(answer)
    record(client, base, "one", 1)
    with app.app_context():
        access = links.open_link(answer.json["token"])
        assert access is not None
        links.revoke(access.link)
        db.session.commit()
    fields = {"way": "quick", "winner,stake": "0,3", "key": "late", "seen": 2, "entry": "{}"}
    assert client.post(f"{base}/{path}", data=fields, headers=AS_JSON).status_code == 404
    with app.app_context():
        assert db.session.query(Match).one().version == 2


def test_a_late_correction_of_a_hand_that_was_struck_is_told_so_and_can_be_made_all_the_same(
    client: FlaskClient,
) -> None:
    base = base_of(take_in(client))
    record(client, base, "one", 1)
    client.post(f"{base}/hands/1/strike", data={"key": "theirs", "seen": 2}, headers=AS_JSON)
    fields = {"way": "quick", "winner,stake": "0,6", "key": "mine", "hand": "1"}
    late = client.post(f"{base}/hands/1", data={**fields, "seen": 2}, headers=AS_JSON)
    assert (late.status_code, late.json["changes"]) == (409, ["Hand 1 struck out"])
    again = client.post(f"{base}/hands/1", data={**fields, "seen": 3}, headers=AS_JSON)
    (hand,) = again.json["state"]["hands"]
    assert (hand["points"], hand["struck"]) == ([6, 0], False)


def test_a_late_correction_of_a_hand_that_was_undone_says_that_there_is_no_such_hand(client: FlaskClient) -> None:
    base = base_of(take_in(client))
    record(client, base, "one", 1)
    client.post(f"{base}/undo", data={"key": "theirs", "seen": 2}, headers=AS_JSON)
    fields = {"way": "quick", "winner,stake": "0,6", "key": "mine", "hand": "1"}
    assert client.post(f"{base}/hands/1", data={**fields, "seen": 2}, headers=AS_JSON).status_code == 409
    answer = client.post(f"{base}/hands/1", data={**fields, "seen": 3}, headers=AS_JSON)
    assert (answer.status_code, answer.json["problems"][0]["text"]) == (422, "This hand doesn’t exist")


HANDS = [{"winner": 0, "stake": 3}, {"winner": 1, "stake": 1, "note": "after a quarrel"}]


def test_a_match_whose_link_has_ended_is_kept_as_one_of_its_own_once(app: Flask, client: FlaskClient) -> None:
    fields = {"hands": json.dumps(HANDS), "stopped": "1"}
    first, again = take_in(client, **fields), take_in(client, **fields)
    assert (first.status_code, base_of(first)) == (200, base_of(again))
    with app.app_context():
        match = db.session.query(Match).one()
        assert [hand.entry for hand in ledger.hands(match)] == HANDS
        assert (match.table["totals"], match.status) == ([3, 1], "stopped")


@pytest.mark.parametrize("hands", [[{"winner": 0, "stake": 2}], ["no entry"], [None]])
def test_a_match_with_hands_that_cannot_be_is_refused_whole(app: Flask, client: FlaskClient, hands: list[Any]) -> None:
    answer = take_in(client, hands=json.dumps(hands))
    assert answer.status_code == 422
    assert answer.json["problems"][0]["text"]
    with app.app_context():
        assert db.session.query(Match).count() == 0
