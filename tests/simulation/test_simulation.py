"""Schedules from fixed seeds in every run, and many new ones at night; and planted faults, which must be found."""

from collections.abc import Iterator
from random import SystemRandom

import pytest

from tests.simulation.faults import FAULTS, planted
from tests.simulation.history import Wrong
from tests.simulation.phone import Phone
from tests.simulation.schedule import Hall, Schedule, hall, play
from tests.support.fuzzing import FUZZING, tries
from tests.support.machine import needs
from tools.install.debian import NODE

PLAYED = tries(10)
FIRST = SystemRandom().randrange(1_000_000, 1_000_000_000) if FUZZING else 1
AT_MOST = 5_000  # schedules until a planted fault is found
ALWAYS = (  # found at once
    "keys_are_not_recognised", "stale_writes_are_accepted", "since_is_one_too_high", "the_outbox_is_sent_backwards",
)  # fmt: skip


@pytest.fixture(scope="module")
def table(_static_files_are_read_once: None, _engine_is_made_once: None) -> Iterator[Hall]:
    needs(NODE)
    with hall() as shared:
        yield shared


@pytest.mark.fuzz
def test_what_was_acknowledged_is_there_once_and_everybody_sees_it(table: Hall) -> None:
    happened = {"lines": 0, "conflicts": 0, "restarts": 0}
    for seed in range(FIRST, FIRST + PLAYED):
        try:
            outcome = play(table, seed)
        except Wrong as wrong:
            pytest.fail("\n".join([*wrong.args[1], f"seed {seed}: {wrong.args[0]}"]))
        for name in happened:
            happened[name] += getattr(outcome, name)
    assert min(happened.values()) > 0


def test_the_same_seed_is_the_same_schedule(table: Hall) -> None:
    assert play(table, 7).trace == play(table, 7).trace


@pytest.mark.fuzz
@pytest.mark.parametrize("name", FAULTS if FUZZING else ALWAYS)
def test_a_planted_fault_is_found(table: Hall, name: str) -> None:
    with planted(name), pytest.raises(Wrong):
        play_until_wrong(table)


def play_until_wrong(table: Hall) -> None:
    for seed in range(1, AT_MOST):
        play(table, seed)


def test_a_stored_note_does_not_replace_another_one_that_its_user_was_not_shown(table: Hall) -> None:
    schedule = Schedule(table, 1)
    schedule.begin_online()
    ours, theirs, *_others = schedule.phones

    def save(phone: Phone, path: str, seen: int, **fields: str) -> None:
        page = phone.page
        assert page is not None
        sent = [*fields.items(), ("key", f"{phone.name} {seen}"), ("seen", str(seen))]
        page.task(lambda: page.call("save", path, sent))
        schedule.run_for(9)

    schedule.run_for(9)
    save(ours, "hands", 1, way="quick", **{"winner,stake": "0,1"})
    ours.knows = True
    ours.set_network(offline=True)
    save(ours, "hands", 2, way="quick", **{"winner,stake": "0,1"})
    save(ours, "hands/1/note", 3, note="ours")
    save(theirs, "hands/1/note", 2, note="theirs")
    ours.set_network(offline=False)
    schedule.run_for(9)
    match = ours.match()
    assert match is not None
    assert [hand["entry"].get("note") for hand in match["conflict"]["state"]["hands"]] == ["theirs", None]
