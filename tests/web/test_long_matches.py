"""A match of very many hands: its page stays small, older hands are a tap away, and everything else is complete."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper import ledger
from scorekeeper.ledger.read_models import SHOWN
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store.models import Match, db, now
from scorekeeper.web import links, request_limits
from scorekeeper.web.request_limits import LANE, TakesLong
from tests.support.matches import ALBASTINI

HANDS = 420
AS_JSON = {"Accept": "application/json"}


def a_long_match(hands: int = HANDS, confirm: str = "") -> str:
    """Returns the address of a match of so many hands."""
    sitting = ledger.open_sitting()
    entries = [{"points": [70, 50]}, {"points": [50, 70]}] * (hands // 2)
    head = {**ALBASTINI, "about": {"confirm": confirm} if confirm else {}}
    rows = ledger.rows_from_hands(head, entries, [now()] * (hands + 1), actor="Anna", key="k")
    rows.match.sitting_id = sitting.id
    ledger.insert_matches(db.session, [rows])
    token = links.token(links.make_link(sitting, "score"))
    db.session.commit()
    return f"/s/{token}/m/1"


@pytest.fixture
def base(app: Flask) -> str:
    with app.app_context():
        return a_long_match()


def numbers(page: str) -> list[int]:
    """Returns the numbers of the hands on a page, from its top."""
    return [int(number) for number in re.findall(r'data-hand="(\d+)"', page)]


def links_to(page: str, base: str) -> dict[str, str]:
    """Returns the addresses of older and newer hands by link text."""
    links = re.findall(rf'href="({re.escape(base)}/older[^"]*)">([^<]*)<', page)
    return {text: address.replace("&amp;", "&") for address, text in links}


def test_the_page_has_the_newest_hands_and_leads_to_all_others(client: FlaskClient, base: str) -> None:
    page = client.get(base).text
    assert numbers(page) == list(range(HANDS, HANDS - SHOWN, -1))
    assert len(page) < 300_000
    seen, address = numbers(page), links_to(page, base)["Older hands"]
    while address:
        page = client.get(address).text
        seen += numbers(page)
        address = links_to(page, base).get("Older hands", "")
    assert seen == list(range(HANDS, 0, -1))


def test_from_older_hands_there_is_a_way_to_newer_ones_and_to_each_correction(client: FlaskClient, base: str) -> None:
    page = client.get(f"{base}/older?before=101").text
    assert numbers(page) == list(range(100, 100 - SHOWN, -1))
    newer = client.get(links_to(page, base)["Newer hands"]).text
    assert numbers(newer) == list(range(100 + SHOWN, 100, -1))
    assert f'href="{base}/hands/77"' in page
    assert "is-correcting" in client.get(f"{base}/hands/77").text
    assert "Newer hands" not in links_to(client.get(f"{base}/older").text, base)


@pytest.mark.parametrize("before", ["1", "0", "-5", "x", "999999", ""])
def test_hands_before_any_number_are_told(client: FlaskClient, base: str, before: str) -> None:
    answer = client.get(f"{base}/older?before={before}")
    assert answer.status_code == 200
    assert numbers(answer.text) == ([] if before == "1" else list(range(HANDS, HANDS - SHOWN, -1)))


def test_who_only_watches_sees_older_hands_without_ways_to_correct_them(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        a_long_match(60)
        (match,) = db.session.query(Match)
        token = links.token(links.make_link(match.sitting, "watch"))
        db.session.commit()
    page = client.get(f"/s/{token}/m/1/older?before=20").text
    assert numbers(page) == list(range(19, 0, -1))
    assert "/hands/" not in page


def state(client: FlaskClient, base: str, query: str = "") -> Any:
    return client.get(f"{base}/state.json?{query}").json


def test_the_state_tells_the_newest_hands_and_others_when_asked(client: FlaskClient, base: str) -> None:
    whole = state(client, base)
    assert (whole["first"], [hand["number"] for hand in whole["hands"]]) == (381, list(range(381, 421)))
    older = state(client, base, "before=11")
    assert (older["first"], [hand["number"] for hand in older["hands"]]) == (1, list(range(1, 11)))
    assert older["sides"] == whole["sides"]


def correct_the_first(client: FlaskClient, base: str, seen: int) -> Any:
    fields = {"way": "points", "points.0": "50", "points.1": "70", "seen": str(seen), "key": f"k{seen}"}
    return client.post(f"{base}/hands/1", data=fields, headers=AS_JSON)


def test_a_correction_far_up_tells_a_page_what_it_may_still_show(client: FlaskClient, base: str) -> None:
    answer = correct_the_first(client, base, HANDS + 1)
    numbers_sent = [hand["number"] for hand in answer.json["state"]["hands"]]
    assert numbers_sent == list(range(HANDS - 299, HANDS + 1))
    assert len(state(client, base, f"since={HANDS + 1}")["hands"]) == 300


def test_a_phone_takes_all_hands_along(client: FlaskClient, base: str) -> None:
    assert len(client.get(f"{base}/kept.json").json["kept"]["hands"]) == HANDS


@pytest.mark.parametrize("address", ["kept.json", "result"])
def test_all_hands_of_a_long_match_are_read_where_nobody_waits_behind_them(
    client: FlaskClient, base: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    among_others, apart = {LANE: False}, {LANE: True}
    monkeypatch.setattr(request_limits, "MANY", HANDS - 1)
    with pytest.raises(TakesLong):
        client.get(f"{base}/{address}", environ_overrides=among_others)
    assert client.get(f"{base}/{address}", environ_overrides=apart).status_code == 200
    assert client.get(base, environ_overrides=among_others).status_code == 200
    assert client.get(f"{base}/state.json", environ_overrides=among_others).status_code == 200
    monkeypatch.setattr(request_limits, "MANY", HANDS)
    assert client.get(f"{base}/{address}", environ_overrides=among_others).status_code == 200


def test_what_was_confirmed_is_told_of_the_hands_that_are_shown(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        base = a_long_match(HANDS, confirm="hands")
    agreed = state(client, base)["agreed"]
    assert all(int(number) > HANDS - 300 for number in agreed["hands"])
    assert set(agreed["told"]) <= {"result", *map(str, range(HANDS - 299, HANDS + 1))}


def test_a_correction_of_the_first_hand_is_stored_in_a_few_statements(
    app: Flask, client: FlaskClient, base: str
) -> None:
    """Their number does not depend on the hands after it. `make trust` measures the time for 2,000 hands."""
    statements: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *about: statements.append(about[2]))
    assert correct_the_first(client, base, HANDS + 1).status_code == 200
    assert len(statements) < 20
    reads = [each for each in statements if "SELECT" in each and "hand.table" in each.replace('"', "")]
    assert len(reads) == 2  # to score the hands again, and to describe them
    with app.app_context():
        (match,) = db.session.query(Match)
        assert differences(db.session, match) == []
