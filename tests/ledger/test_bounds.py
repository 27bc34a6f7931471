"""The limits of a match and a table: hands, changes, former names, matches. Each at its bound and one beyond."""

from typing import Any

import pytest

from scorekeeper import ledger, rules_version
from scorekeeper.games.engine import history, offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import seating, writing
from scorekeeper.ledger.erasing import erase
from scorekeeper.ledger.names import Names
from scorekeeper.pages.change_texts import change_text
from scorekeeper.store.models import Change, Hand, Match, db
from tests.support.matches import TRUCO, start, won, write

pytestmark = pytest.mark.usefixtures("in_app")


def refusal(act: Any, match: Match, *about: Any, **options: Any) -> str:
    """Returns why a write is refused."""
    with pytest.raises(Refusal) as refused:
        write(act, match, *about, **options)
    db.session.rollback()
    return str(refused.value.problems[0]["message"])


def renamed(times: int) -> Match:
    """Returns a match whose first seat got so many new names, each after another hand."""
    match = start(TRUCO)
    for number in range(times):
        write(ledger.record, match, won(number % 2))
        write(ledger.seat, match, 0, f"Zoe {number}")
    db.session.commit()
    return match


def test_a_match_records_so_many_hands_and_can_still_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_HANDS", 2)
    match = start(TRUCO, won(0), won(1))
    db.session.commit()
    assert "at most {most} hands" in refusal(ledger.record, match, won(0))
    write(ledger.correct, match, 2, won(0))
    write(ledger.finish, match)
    assert (match.hand_count, match.status) == (2, "stopped")


def test_a_phone_without_a_network_records_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_HANDS", 1)
    match = offline_match.begun(start(TRUCO).setup)
    match = offline_match.record(match, won(0), key="k1", at="2026-11-24T20:00:00+00:00")
    with pytest.raises(Refusal, match="at most 1 hands"):
        offline_match.record(match, won(0), key="k2", at="2026-11-24T20:01:00+00:00")


def test_a_match_has_so_many_changes_and_can_still_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(TRUCO, won(0))
    monkeypatch.setattr(writing, "MOST_CHANGES", 3)
    last = write(ledger.annotate, match, 1, "a note")
    db.session.commit()
    assert last.number == 3
    for act, about in ((ledger.annotate, (1, "another")), (ledger.undo, ()), (ledger.seat, (0, "Zoe"))):
        assert "at most {most} changes" in refusal(act, match, *about)
    again = ledger.annotate(match, 1, "a note", ledger.Write("Anna", last.key, 2))
    assert again.number == 3  # a retry of a stored change is no new one
    write(ledger.finish, match)
    assert match.status == "stopped"


def test_after_the_last_of_5000_changes_scores_are_updated_and_a_phone_discards_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = start(TRUCO, won(0))
    match.version = 4999
    assert write(ledger.annotate, match, 1, "the last").number == 5000
    db.session.commit()
    assert "at most {most} changes" in refusal(ledger.annotate, match, 1, "one more")
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    db.session.get_one(Hand, (match.id, 1)).points = [9, 0]  # as older rules may have scored it
    db.session.flush()
    assert ledger.rescore(match) is not None
    assert ledger.decline(match, "record", None, won(1), actor="Anna", key="discarded") is not None


def test_a_table_has_so_many_matches() -> None:
    first = start(TRUCO)
    first.number = 499
    second = ledger.rematch(first, actor="Anna", key="two")
    with pytest.raises(Refusal, match="at most 500 matches"):
        ledger.rematch(second, actor="Anna", key="three")
    assert ledger.rematch(first, actor="Anna", key="two") is second


def test_a_seat_has_so_many_former_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_FORMER", 2)
    match = renamed(2)
    write(ledger.seat, match, 0, "Zoe again")  # no hand was played since: no further former name
    write(ledger.record, match, won(0))
    db.session.commit()
    assert "at most {most} times" in refusal(ledger.seat, match, 0, "One more")
    assert [names["until"] for names in match.setup["former"]] == [1, 2]
    assert ledger.size_of(match) == 3 + 2 * 4


def test_a_line_of_the_log_does_not_grow_with_the_renamings_before_it() -> None:
    match = renamed(6)
    lines = [change for change in ledger.changes(match) if change.kind == "seat"]
    assert len({len(str(facts)) for change in lines[1:] for facts in (change.before, change.after)}) == 1


def test_renamings_are_undone_and_redone_one_by_one() -> None:
    match = start(TRUCO, won(0))
    setups = [match.setup]
    for name in ("Zoe", "Yara"):
        write(ledger.seat, match, 0, name)
        setups.append(match.setup)
    write(ledger.record, match, won(1))
    write(ledger.seat, match, 0, "Xenia")
    last = match.setup
    assert [names["seats"][0] for names in last["former"]] == ["Anna", "Yara"]
    for _time in range(3):
        write(ledger.undo, match)
    assert match.setup == setups[1]
    write(ledger.undo, match)
    assert {**match.setup, "former": []} == {**setups[0], "former": []}
    for _time in range(4):
        write(ledger.redo, match)
    assert match.setup == last


def test_a_renaming_that_an_older_version_logged_is_read_told_and_undone() -> None:
    match = start(TRUCO, won(0))
    write(ledger.seat, match, 0, "Zoe")
    line = db.session.get_one(Change, (match.id, match.version))
    former = match.setup["former"]
    old = {
        when: {"setup": {name: getattr(line, when)["setup"][name] for name in ("sides", "seats")}}
        for when in ("before", "after")
    }
    line.before = {"setup": {**old["before"]["setup"], "former": []}}
    line.after = {"setup": {**old["after"]["setup"], "former": former}}
    assert change_text(match.setup, {"kind": "seat", "hand": None, "before": line.before, "after": line.after}) == (
        "From hand 2: Zoe instead of Anna"
    )
    write(ledger.undo, match)
    assert (match.setup["seats"][0], match.setup["former"]) == ("Anna", [])
    write(ledger.redo, match)
    assert (match.setup["seats"][0], match.setup["former"]) == ("Zoe", former)


def test_an_exported_log_with_renamings_leads_to_the_same_match() -> None:
    match = renamed(3)
    write(ledger.undo, match)
    log = ledger.log_lines(ledger.changes(match))
    document = ledger.document(match)
    rows = ledger.rows_from_log(document, document["hands"], log, key="again")
    assert (rows.match.setup, rows.match.table) == (match.setup, match.table)


def test_a_name_with_which_no_hand_is_played_is_erased_too() -> None:
    match = start(TRUCO, won(0))
    for name in ("Zdenka", "Yara"):
        write(ledger.seat, match, 0, name)
    db.session.commit()
    number = match.id
    assert erase(db.session, [match.sitting_id], Names(["Zdenka"], "N. N. 1")) == 1
    db.session.commit()
    assert "Zdenka" not in str(ledger.log_lines(ledger.changes(db.session.get_one(Match, number))))
