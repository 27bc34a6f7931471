"""Arbiters in a club: who is one, matches waiting for approval, and locked matches as others see them."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, approval
from scorekeeper.clubs.results.outcomes import confirmed_by
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper import proof_codes
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import Change, Match, Sitting, Stake, db
from scorekeeper.web import links
from scorekeeper.web.table_links import make_links
from tests.clubs.conftest import the_account
from tests.clubs.evenings import a_club, play
from tests.support.matches import TRESETTE, points, write

HAND = {"way": "quick", "winner": "1", "stake": "6"}
LOCKED = "only an arbiter can change it"


class Case(NamedTuple):
    """A finished match of the club: its id, its page for arbiters, and its page for scorers."""

    number: int
    page: str
    table: str


@pytest.fixture
def case(app: Flask, club: str) -> Case:
    with app.app_context():
        club_row = db.session.scalars(select(Club).where(Club.slug == club)).one()
        club_row.approving = True
        match = play(club_row, "Anna", "Bruno", "Carla", "Dino")
        token = links.token(make_links(match.sitting))
        db.session.commit()
        return Case(match.id, f"/c/{club}/approvals/{match.id}", f"/s/{token}/m/1")


def seen(app: Flask, case: Case) -> str:
    with app.app_context():
        return str(db.session.get_one(Match, case.number).version)


def newest(app: Flask, case: Case) -> Change:
    with app.app_context():
        return ledger.changes(db.session.get_one(Match, case.number))[-1]


def approve(app: Flask, browser: FlaskClient, case: Case) -> None:
    answer = browser.post(f"{case.page}/approve", data={"seen": seen(app, case), "key": "a"})
    assert answer.status_code == 303


def test_owners_are_arbiters_and_scorers_whom_they_make_one(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient, member: FlaskClient, case: Case
) -> None:
    assert owner.get(case.page).status_code == 200
    assert [scorer.get(case.page).status_code, member.get(case.page).status_code] == [403, 403]
    with app.app_context():
        sam = the_account("sam")
        number = sam.id
    owner.post(f"/c/{club}/people/{number}/arbiter", data={"arbiter": "1"})
    assert "· Arbiter" in owner.get(f"/c/{club}/people").text
    approve(app, scorer, case)
    owner.post(f"/c/{club}/people/{number}/arbiter", data={"arbiter": "0"})
    assert scorer.get(case.page).status_code == 403


def test_a_member_is_no_arbiter_and_who_becomes_one_is_none_any_more(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        member = accounts.join(club, accounts.create_account("mo", "Mo", "four aces of coins"), "member")
        with pytest.raises(Refusal, match="Only scorers"):
            approval.make_arbiter(member, arbiter=True)
        accounts.give_role(member, "scorer")
        approval.make_arbiter(member, arbiter=True)
        accounts.give_role(member, "member")
        accounts.give_role(member, "scorer")
        assert not approval.is_arbiter(member)


def test_what_is_finished_waits_until_it_is_approved(app: Flask, club: str, owner: FlaskClient, case: Case) -> None:
    place = f"/c/{club}/approvals"
    assert case.page in owner.get(place).text
    approve(app, owner, case)
    assert case.page not in owner.get(place).text
    assert case.page in owner.get(f"{place}?approved=1").text
    assert "Approved by Olga: " in owner.get(case.page).text


def test_a_club_that_does_not_approve_has_no_such_page_among_its_places(
    app: Flask, club: str, owner: FlaskClient, case: Case
) -> None:
    assert f'href="/c/{club}/approvals"' in owner.get(f"/c/{club}").text
    owner.post(f"/c/{club}/approvals", data={"approving": "0"})
    assert f'href="/c/{club}/approvals"' not in owner.get(f"/c/{club}").text
    refused = owner.post(f"{case.page}/approve", data={"seen": seen(app, case), "key": "a"})
    assert refused.status_code == 422
    assert "use approvals" in refused.text


def test_pages_of_waiting_matches_go_on_where_the_last_one_ended(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approval, "A_PAGE", 2)
    with app.app_context():
        club = a_club()
        matches = [play(club, "Anna", "Bruno", "Carla", "Dino").id for _round in range(5)]
        db.session.commit()
        found, before = list[int](), None
        while True:
            pile = approval.waiting(club, before)
            found += [match.id for match in pile.matches]
            before = pile.more
            if before is None:
                break
    assert found == matches[::-1]


def test_everybody_else_is_refused_beside_the_form_and_keeps_what_was_typed(
    app: Flask, client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    approve(app, owner, case)
    page = client.get(case.table).text
    assert "Approved by Olga: " in page
    assert 'name="reason"' not in page
    sent = {**HAND, "note": "we were robbed", "seen": seen(app, case), "key": "k", "reason": "I say so"}
    refused = client.post(f"{case.table}/hands/1", data=sent)
    assert refused.status_code == 422
    assert LOCKED in refused.text
    assert "we were robbed" in refused.text
    response = client.post(f"{case.table}/undo", data={"seen": seen(app, case)}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert LOCKED in response.json["problems"][0]["text"]
    assert newest(app, case).kind == "approve"


def test_a_scorer_of_the_club_who_is_no_arbiter_is_refused_too(
    app: Flask, owner: FlaskClient, scorer: FlaskClient, case: Case
) -> None:
    approve(app, owner, case)
    sent = {**HAND, "seen": seen(app, case), "key": "k", "reason": "I say so"}
    assert scorer.post(f"{case.table}/hands/1", data=sent).status_code == 422


def test_an_arbiter_corrects_a_hand_on_the_matchs_own_page_with_a_reason(
    app: Flask, owner: FlaskClient, case: Case
) -> None:
    approve(app, owner, case)
    assert 'name="reason"' in owner.get(f"{case.table}/hands/1").text
    sent = {**HAND, "seen": seen(app, case), "key": "k"}
    refused = owner.post(f"{case.table}/hands/1", data=sent)
    assert refused.status_code == 422
    assert "Give a reason" in refused.text
    done = owner.post(f"{case.table}/hands/1", data={**sent, "reason": "the scorer was asleep"})
    assert done.status_code == 303
    change = newest(app, case)
    assert (change.kind, change.actor, change.reason) == ("correct", "Olga", "the scorer was asleep")
    assert "Reason: the scorer was asleep" in owner.get(case.page).text


def test_an_arbiter_takes_a_change_back_and_re_opens(
    app: Flask, client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    approve(app, owner, case)
    for act in ("undo", "reopen"):
        refused = owner.post(f"{case.page}/{act}", data={"seen": seen(app, case), "key": act, "reason": " "})
        assert refused.status_code == 422
        assert 'id="f-reason-error"' in refused.text
        done = owner.post(
            f"{case.page}/{act}", data={"seen": seen(app, case), "key": f"{act}2", "reason": "wrong hall"}
        )
        assert done.status_code == 303
        assert (newest(app, case).kind, newest(app, case).actor) == (act, "Olga")
    assert "Approved by" not in client.get(case.table).text
    assert client.post(f"{case.table}/hands", data={**HAND, "seen": seen(app, case), "key": "on"}).status_code == 303


def test_an_arbiter_who_has_not_seen_the_newest_approves_nothing(app: Flask, owner: FlaskClient, case: Case) -> None:
    stale = owner.post(f"{case.page}/approve", data={"seen": "2", "key": "a"})
    assert stale.status_code == 409
    assert "The match was changed in the meantime" in stale.text
    assert newest(app, case).kind == "record"


def test_the_same_press_sent_twice_approves_once(app: Flask, owner: FlaskClient, case: Case) -> None:
    version = seen(app, case)
    for _time in range(2):
        assert owner.post(f"{case.page}/approve", data={"seen": version, "key": "a"}).status_code == 303
    assert int(seen(app, case)) == int(version) + 1


def test_an_arbiter_of_another_club_is_nobody_here(app: Flask, owner: FlaskClient, case: Case) -> None:
    approve(app, owner, case)
    with app.app_context():
        elsewhere = play(a_club(), "Anna", "Bruno", "Carla", "Dino")
        elsewhere_page = f"{case.page.rpartition('/')[0]}/{elsewhere.id}"
        token = links.token(make_links(elsewhere.sitting))
        ledger.approve(elsewhere, ledger.Write("Otto", "a", elsewhere.version))
        version = elsewhere.version
        db.session.commit()
    assert owner.get(elsewhere_page).status_code == 404
    sent = {**HAND, "seen": str(version), "key": "k", "reason": "I say so"}
    assert owner.post(f"/s/{token}/m/1/hands/1", data=sent).status_code == 422


def test_the_page_of_a_finished_match_shows_its_arbiter_the_way_and_nobody_else(
    client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    assert case.page in owner.get(case.table).text
    assert "/approvals/" not in client.get(case.table).text


def test_an_approved_match_offers_corrections_to_its_arbiter_only(
    app: Flask, client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    offer, form = "Correct or strike out", f"{case.table}/hands/1"
    assert offer in client.get(case.table).text
    approve(app, owner, case)
    page = client.get(case.table).text
    assert offer not in page
    assert LOCKED.capitalize() in page
    assert client.get(form).location == case.table
    assert offer in owner.get(case.table).text
    assert owner.get(form).status_code == 200


def test_a_late_hand_of_a_phone_without_a_network_is_kept_in_the_log_when_it_is_given_up(
    app: Flask, client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    approve(app, owner, case)
    late = client.post(
        f"{case.table}/hands", data={**HAND, "seen": "2", "key": "late"}, headers={"Accept": "application/json"}
    )
    assert late.status_code == 422
    assert late.json["problems"][0]["field"] == "reason"  # the phone keeps the change and retries later
    sent = {"kind": "record", "hand": "4", "entry": '{"winner,stake": "1,6"}', "key": "late-declined"}
    assert client.post(f"{case.table}/declined", data=sent).status_code == 200
    assert newest(app, case).after["declined"]["entry"] == {"winner,stake": "1,6"}


def test_an_arbiter_sees_who_played_and_approves_all_that_stay_ticked(
    app: Flask, club: str, owner: FlaskClient, case: Case
) -> None:
    with app.app_context():
        club_row = db.session.scalars(select(Club).where(Club.slug == club)).one()
        left, changed = (play(club_row, "Elsa", "Fay", "Gus", "Hal", day=f"2026-03-0{day}") for day in (2, 3))
        db.session.commit()
        stale = f"{changed.id}.{changed.version - 1}"
        numbers = left.id, changed.id
    page = owner.get(f"/c/{club}/approvals").text
    assert "Anna, Bruno" in page
    assert "3 hands" in page
    ticked = {"key": "k", "match": [f"{case.number}.{seen(app, case)}", stale, "99.1", "x"]}
    text = owner.post(f"/c/{club}/approvals/all", data=ticked, follow_redirects=True).text
    assert "One result approved." in text
    assert "Changed in the meantime, so not approved: 1." in text
    with app.app_context():
        locked = {match.id: match.locked is not None for match in db.session.scalars(select(Match))}
        assert locked == {case.number: True, numbers[0]: False, numbers[1]: False}


def test_whether_both_sides_confirmed_is_told(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        match = play(club, "Anna", "Bruno", "Carla", "Dino")
        assert confirmed_by(match) is None
        ledger.set_confirming(match, "result", ledger.Write("", "on", match.version))
        assert confirmed_by(match) == []
        for side in (0, 1):
            mark = ledger.Write("", f"s{side}", match.version, f"phone{side}")
            ledger.sit(match, side, mark)
            ledger.confirm(match, side, None, ledger.Write("", f"c{side}", match.version, f"phone{side}"))
            assert confirmed_by(match) == list(range(side + 1))


class Around(NamedTuple):
    """A setting printed on every match's sheet: the URL and fields of its form, and its present value."""

    path: str
    fields: dict[str, str]
    now: str  # of the sitting


AROUND = {
    "stake": Around("/stakes", {"amount": "500", "unit": "€"}, "stake"),
    "name and place": Around("", {"name": "Finale", "place": "Roma"}, "name"),
    "codes": Around("/papers/end", {}, "papers"),
}


def value_of(app: Flask, case: Case, name: str) -> object:
    with app.app_context():
        found = getattr(db.session.get_one(Match, case.number).sitting, name)
        return found.amount if name == "stake" and found else found


@pytest.mark.parametrize("what", AROUND)
def test_what_stands_around_an_approved_match_is_changed_by_an_arbiter_with_a_reason_only(
    app: Flask, club: str, client: FlaskClient, owner: FlaskClient, scorer: FlaskClient, case: Case, what: str
) -> None:
    around, evening = AROUND[what], case.table.removesuffix("/m/1")
    before = value_of(app, case, around.now)
    approve(app, owner, case)
    for browser in (client, scorer):
        browser.post(evening + around.path, data={**around.fields, "reason": "I say so"})
        assert value_of(app, case, around.now) == before
    owner.post(evening + around.path, data=around.fields)
    assert value_of(app, case, around.now) == before
    assert owner.post(evening + around.path, data={**around.fields, "reason": "wrong hall"}).status_code == 303
    assert value_of(app, case, around.now) != before
    log = owner.get(f"/c/{club}/log").text
    assert "Reason: wrong hall" in log
    assert "Reason: I say so" not in log


def test_the_pages_say_that_an_arbiter_is_needed_and_give_an_arbiter_the_field(
    app: Flask, client: FlaskClient, owner: FlaskClient, case: Case
) -> None:
    evening = case.table.removesuffix("/m/1")
    for path in ("", "/stakes"):
        assert 'name="reason"' not in client.get(evening + path).text
    approve(app, owner, case)
    for path, field in (("", "place"), ("/stakes", "amount")):
        page = client.get(evening + path).text
        assert "only an arbiter" in page
        assert f'name="{field}"' not in page
        assert 'name="reason"' in owner.get(evening + path).text
    refused = client.post(f"{evening}/stakes", data={"amount": "5"})
    assert refused.status_code == 422
    assert LOCKED in refused.text


def test_a_nights_stake_is_refused_where_one_of_its_matches_is_approved(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient
) -> None:
    scorer.post(f"/c/{club}/nights", data={"name": "Thursday", "place": "", "day": "2026-03-01", "tables": "2"})
    with app.app_context():
        sitting = db.session.scalars(select(Sitting).order_by(Sitting.id)).first()
        assert sitting is not None
        match = ledger.start_match(sitting, TRESETTE, actor="", key="n")
        write(ledger.record, match, points(8, 3))
        write(ledger.finish, match)
        write(ledger.approve, match)
        night = db.session.scalars(select(Night.id)).one()
        db.session.commit()
    page = f"/c/{club}/nights/{night}/settlement"
    refused = scorer.post(page, data={"amount": "500", "unit": "€"})
    assert refused.status_code == 422
    assert LOCKED in refused.text
    assert owner.post(page, data={"amount": "500", "unit": "€"}).status_code == 422
    assert owner.post(page, data={"amount": "500", "unit": "€", "reason": "agreed before"}).status_code == 303
    with app.app_context():
        assert [stake.amount for stake in db.session.scalars(select(Stake))] == [500, 500]


@pytest.mark.each_engine
def test_in_the_ledger_nothing_around_an_approved_match_can_be_changed(app: Flask) -> None:
    with app.app_context():
        sitting = play(a_club(), "Anna", "Bruno", "Carla", "Dino").sitting
        match = sitting.matches[0]
        write(ledger.approve, match)
        changes: list[Callable[[], object]] = [
            lambda: ledger.play_for(sitting, "5", ""),
            lambda: ledger.describe_sitting(sitting, "Finale", "", 0),
            lambda: proof_codes.end_codes(sitting),
        ]
        for change in changes:
            with pytest.raises(Refusal, match="only an arbiter"):
                change()
            with ledger.ruled(sitting, "wrong hall"):
                change()
        with pytest.raises(Refusal, match="Give a reason"), ledger.ruled(sitting, " "):
            pytest.fail("nothing is changed here")
