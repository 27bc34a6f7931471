"""The usual hand recorded at once is what the ordinary way would have made of it; what is unusual is left to that."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.inspection import inspect

from scorekeeper import ledger
from scorekeeper.store.models import Change, Hand, Match, db
from scorekeeper.store.prepared import Straight, as_loaded
from scorekeeper.web import links
from tests.documents import GAMES
from tests.evenings import ALBASTINI, TRESETTE, keys, points, start, write
from tests.test_faults import broken, read_only

# What differs between two matches that went alike.
OF_ITS_OWN = {"id", "match_id", "sitting_id", "key", "at", "started_at", "changed_at"}


def plain(match: Match) -> Match:
    """The match as no session knows it."""
    columns = [column.key for column in inspect(Match).columns]
    return as_loaded(Match, {name: getattr(match, name) for name in columns})


def at_once(match: Match, entry: dict[str, Any], **mark: Any) -> Change | None:
    """Record it at once, after what the session has done."""
    db.session.commit()
    usual = {"actor": "Anna", "key": next(keys), "seen": match.version}
    with Straight(db.engine) as straight:
        change = ledger.record_at_once(straight, plain(match), entry, **usual | mark)
        assert change is None or straight.commit()
        return change


def told(row: Any) -> dict[str, Any]:
    """A row's columns, but for what is its own."""
    values = {column.key: getattr(row, column.key) for column in inspect(type(row)).columns}
    if "after" in values:
        for said in values["after"].get("hands", {}).values():
            said.pop("at", None)
    return {name: value for name, value in values.items() if name not in OF_ITS_OWN}


def everything(match: Match) -> list[dict[str, Any]]:
    """The match with its hands and its log."""
    db.session.expire_all()
    hands = db.session.scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number))
    log = db.session.scalars(select(Change).where(Change.match_id == match.id).order_by(Change.number))
    return [told(row) for row in (match, *hands, *log)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_leaves_what_the_ordinary_way_leaves(any_app: Flask, game: str) -> None:
    taken = 0
    with any_app.app_context():
        for seed in range(12):
            document = GAMES[game].good(Random(seed))
            ordinary, quick = start(document), start(document)
            for entry in document["hands"]:
                expected = write(ledger.record, ordinary, entry)
                change = at_once(quick, entry)
                taken += change is not None
                db.session.refresh(quick)
                change = change or write(ledger.record, quick, entry)
                assert told(change) == told(expected)
                assert [told(hand) for hand in change.touched or []] == [told(hand) for hand in expected.touched or []]
            db.session.commit()
            assert everything(quick) == everything(ordinary)
    assert taken


def test_the_match_that_was_given_moves_on_as_the_one_in_the_database(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI)
        db.session.commit()
        moved = plain(match)
        for entry in ([70, 50], [60, 60], [35, 85]):
            seen = moved.version
            with Straight(db.engine) as straight:
                assert ledger.record_at_once(straight, moved, {"points": entry}, actor="", key=next(keys), seen=seen)
                assert straight.commit()
        db.session.refresh(match)
        assert told(moved) == told(match)
        assert (moved.hand_count, moved.version) == (3, 4)


def unusual(match: Match) -> dict[str, dict[str, Any]]:
    """What is not for this way, by what is unusual about it."""
    entry = {"points": [70, 50]}
    return {
        "others wrote meanwhile": {"entry": entry, "seen": match.version - 1},
        "the sender is ahead of us": {"entry": entry, "seen": match.version + 1},
        "it is here already": {"entry": entry, "key": "here already"},
        "it is refused": {"entry": {"points": [70, 51]}},
        "it ends the match": {"entry": {"points": [120, 0]}},
    }


@pytest.mark.parametrize("what", sorted(unusual(Match(version=1))))
def test_what_is_unusual_is_left_with_nothing_written(any_app: Flask, what: str) -> None:
    with any_app.app_context():
        match = start({**ALBASTINI, "options": {"target": 2}}, {"points": [80, 40]})
        ledger.record(match, {"points": [50, 70]}, actor="", key="here already", seen=match.version)
        db.session.commit()
        before = everything(match)
        assert at_once(match, **unusual(match)[what]) is None
        assert everything(match) == before


def test_a_match_that_is_over_or_locked_is_left_alone(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI, {"points": [70, 50]})
        for end in (ledger.finish, ledger.approve):
            write(end, match)
            before = everything(match)
            assert at_once(match, {"points": [70, 50]}) is None
            assert everything(match) == before


def test_of_two_that_have_seen_the_same_one_is_recorded(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI)
        seen = match.version
        first, second = (at_once(match, {"points": entry}, seen=seen) for entry in ([70, 50], [60, 60]))
        assert first is not None
        assert second is None
        hands = db.session.scalars(select(Hand.points).where(Hand.match_id == match.id)).all()
        assert len(hands) == 1


def test_a_database_in_difficulties_is_left_to_the_ordinary_way(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI)
        db.session.commit()
        seen, match_id = match.version, match.id
        lone = plain(match)
        db.session.close()
    with broken(any_app, read_only), any_app.app_context(), Straight(db.engine) as straight:
        entry = {"points": [70, 50]}
        assert ledger.record_at_once(straight, lone, entry, actor="", key="k", seen=seen) is None
    with any_app.app_context():
        assert db.session.scalar(select(func.count()).where(Hand.match_id == match_id)) == 0
        assert lone.version == seen


def opened(token: str, number: int) -> tuple[links.Access, Match] | None:
    """What a token opens, as it is looked up for the usual hand."""
    with Straight(db.engine) as straight:
        return links.open_plain(straight, token, number)


def test_a_plain_match_is_the_one_that_the_link_opens(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(6, 5))
        link = links.make_link(match.sitting, "score", "Anna")
        db.session.commit()
        token = links.token(link)
        access, found = opened(token, match.number) or (None, None)
        assert access is not None
        assert found is not None
        assert told(found) == told(match)
        assert (found.id, found.started_at, found.changed_at) == (match.id, match.started_at, match.changed_at)
        assert (access.may, access.link.label, access.link.id) == ("score", "Anna", link.id)
        stolen = token.partition("-")[2]
        for wrong in (f"{token}x", token.replace("-", "-x"), "1-", "", "0-x", f"{link.id + 1}-{stolen}"):
            assert opened(wrong, match.number) is None
        assert opened(token, match.number + 1) is None
        links.revoke(link)
        db.session.commit()
        assert opened(token, match.number) is None


def a_link(app: Flask, may: str, head: dict[str, Any], *entries: dict[str, Any]) -> tuple[str, int]:
    """The address of a new match with these hands, and its version."""
    with app.app_context():
        match = start(head, *entries)
        token = links.token(links.make_link(match.sitting, may))
        db.session.commit()
        return f"/s/{token}/m/{match.number}", match.version


CONFIRMED = {**ALBASTINI, "about": {"confirm": "hands"}}
SHORT = {**ALBASTINI, "options": {"target": 1}}
FORM = {"way": "points", "points.0": "70", "points.1": "50", "key": "one"}


@pytest.mark.parametrize(
    "head, form, ordinary",
    [(ALBASTINI, {}, 0), (CONFIRMED, {}, 1), (SHORT, {"points.0": "120", "points.1": "0"}, 1)],
    ids=["the usual hand", "sides confirm", "the last hand"],
)
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_only_what_is_unusual_goes_the_ordinary_way(
    app: Flask,
    client: FlaskClient,
    monkeypatch: Any,
    head: dict[str, Any],
    form: dict[str, str],
    ordinary: int,
    accept: str,
) -> None:
    address, seen = a_link(app, "score", head)
    went: list[Match] = []
    record = ledger.record

    def noted(match: Match, entry: dict[str, Any], **mark: Any) -> Change:
        went.append(match)
        return record(match, entry, **mark)

    monkeypatch.setattr(ledger, "record", noted)
    sent = {**FORM, "seen": str(seen), **form}
    first = client.post(f"{address}/hands", data=sent, headers={"Accept": accept})
    assert first.status_code == (200 if accept == "application/json" else 303)
    assert len(went) == ordinary
    again = client.post(f"{address}/hands", data=sent, headers={"Accept": accept})
    assert again.status_code == first.status_code
    assert len(went) == ordinary + 1  # the same once more is not usual
    assert len(client.get(f"{address}/state.json").get_json()["hands"]) == 1


@pytest.mark.parametrize("lost", ["before", "after"])
def test_a_commit_of_which_nothing_is_heard_is_made_up_for(
    any_app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    address, seen = a_link(any_app, "score", ALBASTINI)
    commit = Straight.commit
    monkeypatch.setattr(Straight, "commit", lambda straight: lost == "after" and commit(straight) and False)
    answer = client.post(f"{address}/hands", data={**FORM, "seen": str(seen)}, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert [hand["points"] for hand in client.get(f"{address}/state.json").get_json()["hands"]] == [[1, 0]]


def test_a_broken_connection_is_not_given_to_others(any_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with any_app.app_context():
        match = start(ALBASTINI)
        db.session.commit()
        lone, seen = plain(match), match.version
        db.session.close()
        with Straight(db.engine) as straight:
            assert straight.read_one(select(Match.version), {}) == [seen]
            broken_off = straight._taken
            assert broken_off is not None
            assert broken_off.driver_connection is not None
            broken_off.driver_connection.close()
            assert ledger.record_at_once(straight, lone, {"points": [70, 50]}, actor="", key="k", seen=seen) is None
        assert write(ledger.record, db.session.get_one(Match, lone.id), {"points": [70, 50]}).number == seen + 1
        assert not caplog.records


def test_what_is_not_committed_is_not_there(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI)
        db.session.commit()
        before = everything(match)
        db.session.commit()
        with Straight(db.engine) as straight:
            entry = {"points": [70, 50]}
            assert ledger.record_at_once(straight, plain(match), entry, actor="", key=next(keys), seen=match.version)
        assert everything(match) == before


def test_a_watcher_records_nothing(app: Flask, client: FlaskClient) -> None:
    address, seen = a_link(app, "watch", ALBASTINI)
    assert client.post(f"{address}/hands", data={**FORM, "seen": str(seen)}).status_code == 403
