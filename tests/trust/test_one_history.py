"""The concurrency check reports each kind of violation, and none in a linearizable history."""

import pytest

from tools.trust.concurrency import Kept, Reply, Request, problems

TWICE, UNLOGGED, UNASKED, UNSEEN, BLIND, TIME = range(6)


def reply(
    key: str,
    seen: int,
    *,
    sent: float,
    answered: float,
    status: int = 200,
    version: int | None = None,
    what: str = "hands",
) -> Reply:
    request = Request(what, {"key": key, "seen": seen})
    return Reply(request, sent, answered, status, seen + 1 if version is None else version)


def broken(kept: list[str] | list[Kept], *history: Reply) -> list[int]:
    """Returns the indices of the violated claims. In `kept` a key alone means a recorded hand."""
    log = [each if isinstance(each, Kept) else Kept(each) for each in kept]
    return [index for index, wrong in enumerate(problems(list(history), log).values()) if wrong]


A = reply("a", 1, sent=0, answered=2)
B = reply("b", 2, sent=1, answered=3)  # overlapping
C = reply("c", 3, sent=4, answered=5)


def test_a_sound_history_breaks_nothing() -> None:
    refused = reply("d", 1, sent=1, answered=2, status=409, version=2)
    assert broken(["start", "a", "b", "c"], A, B, C, refused) == []


def test_a_late_answer_to_a_doubled_write_breaks_nothing() -> None:
    again = reply("a", 1, sent=6, answered=7, version=4)
    assert broken(["start", "a", "b", "c"], A, B, C, again) == []


@pytest.mark.parametrize(
    "kept, history, claims",
    [
        pytest.param(["start", "a", "b", "b"], [A, B], [TWICE, UNSEEN, BLIND], id="doubled"),
        pytest.param(["start", "a"], [A, B], [UNLOGGED], id="lost"),
        pytest.param(["start", "a"], [A._replace(status=409)], [UNASKED], id="refused and done"),
        pytest.param(["start", "b", "a"], [A, B], [UNSEEN, BLIND], id="overwritten"),
        pytest.param(["start", "a"], [A._replace(version=1)], [BLIND], id="not shown"),
        pytest.param(
            ["start", "a", "b"],
            [A, reply("b", 2, sent=-5, answered=-4)],
            [TIME],
            id="answered before the one below it was sent",
        ),
    ],
)
def test_each_broken_promise_is_told(kept: list[str], history: list[Reply], claims: list[int]) -> None:
    assert broken(kept, *history) == claims


@pytest.mark.parametrize(
    "what, hand, claims",
    [
        pytest.param("hands", 1, [], id="a hand over a note"),
        pytest.param("hands/2/note", 1, [], id="a note on another hand"),
        pytest.param("hands/1/note", 1, [UNSEEN], id="a note over a note on the same hand"),
        pytest.param("undo", 1, [UNSEEN], id="undo of what the sender had not seen"),
    ],
)
def test_a_note_that_was_not_seen_refuses_only_what_it_changes(what: str, hand: int, claims: list[int]) -> None:
    late = reply("b", 1, sent=1, answered=3, version=3, what=what)
    assert broken([Kept("start"), Kept("a", "annotate", hand), Kept("b")], A, late) == claims
