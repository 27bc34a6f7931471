"""Confirming on a phone without a network: which side confirmed, and when the server received it."""

from typing import Any

import pytest

from scorekeeper.games.engine import confirming, offline_match, play
from scorekeeper.games.engine.base import Refusal, english
from tests.support.matches import won

SETUP = play.begin({
    "format": "scorekeeper/1", "game": "truco", "about": {"confirm": "result"},
    "sides": [{"name": "Us"}, {"name": "Them"}],
})  # fmt: skip
US, THEM = 0, 1
RESULT = confirming.content_of(None, "finished", [12, 0])
HAND: Any = {"entry": {"winner": US, "stake": 1}, "struck": False, "corrected": False, "at": ""}
SAID = confirming.content_of(HAND, "", [])
CURRENT: confirming.Now = {1: SAID, 2: SAID, None: RESULT}


def test_what_a_phone_entered_before_it_sat_down_counts_for_its_side() -> None:
    entered = {"content": RESULT, "entered": True, "lent": None, "at": ""}
    before = confirming.blank() | {
        "voices": [{"hand": 1, "side": None, **entered}, {"hand": 2, "side": THEM, **entered}]
    }
    after = confirming.seated(SETUP, before, US)
    assert [voice["side"] for voice in after["voices"]] == [US, THEM]
    assert (after["own"], after["phones"]) == (US, [US])
    assert [voice["side"] for voice in before["voices"]] == [None, THEM]


def test_a_voice_has_the_time_at_which_a_server_first_had_it() -> None:
    ours = confirming.confirmed(SETUP, confirming.seated(SETUP, confirming.blank(), US), US, None, RESULT)
    first = offline_match.sent({"version": 3, "shown": {}, "confirming": ours}, "21:05")
    both = confirming.confirmed(SETUP, first["confirming"], THEM, None, RESULT)
    second = offline_match.sent({**first, "confirming": both}, "21:09")
    assert [voice["at"] for voice in ours["voices"]] == [""]
    assert [(voice["side"], voice["at"]) for voice in second["confirming"]["voices"]] == [
        (US, "21:05"),
        (THEM, "21:09"),
    ]
    assert second["version"] == 3


def entered(kind: str, hand: Any = HAND, head: Any = SETUP, **known: Any) -> confirming.Part:
    """Returns the `confirming` part after a change of hand 1 by our phone."""
    match = {"setup": head, "confirming": {**confirming.blank(), "own": US, **known}}
    change: Any = {"kind": kind, "hand": 1, "after": {"hands": {"1": hand}}}
    return confirming.entered(match, change)


@pytest.mark.parametrize("kind", ["record", "correct", "strike", "finish"])
def test_entering_a_hand_confirms_it(kind: str) -> None:
    assert entered(kind)["voices"] == [
        {"hand": 1, "side": US, "content": SAID, "entered": True, "lent": None, "at": ""}
    ]


@pytest.mark.parametrize("kind, hand", [("undo", None), ("undo", HAND), ("redo", HAND), ("annotate", HAND)])
def test_nothing_else_confirms_a_hand(kind: str, hand: Any) -> None:
    assert entered(kind, hand)["voices"] == []


def test_a_hand_that_is_corrected_waits_for_the_others_once() -> None:
    assert entered("correct", fresh=[1])["fresh"] == [1]
    assert entered("record", fresh=[2])["fresh"] == [1, 2]


def test_where_nobody_confirms_nothing_is_kept_of_a_hand() -> None:
    assert entered("record", head={**SETUP, "about": {}}) == {**confirming.blank(), "own": US}


@pytest.mark.parametrize("side", [-1, 2])
def test_a_phone_plays_only_for_a_side_of_the_match(side: int) -> None:
    with pytest.raises(Refusal) as refusal:
        confirming.seated(SETUP, confirming.blank(), side)
    assert [problem["field"] for problem in refusal.value.problems] == ["side"]


def test_hands_are_in_order_whichever_was_confirmed_first_and_the_result_is_last() -> None:
    voices: list[confirming.Voice] = [
        {"hand": hand, "side": US, "content": content, "entered": False, "lent": None, "at": ""}
        for hand, content in reversed(CURRENT.items())
    ]
    assert [hand for hand, _voices in confirming.newest(voices, CURRENT)] == [1, 2, None]
    agreed = confirming.agreed(SETUP, voices, CURRENT, [US], [], english, lambda _number, entry: (entry, []))
    assert (agreed["hands"], agreed["result"]) == ({"1": [US], "2": [US]}, [US])


def test_a_phone_confirms_the_hand_of_that_number_or_none() -> None:
    match = offline_match.begun(SETUP)
    for number, side in ((1, US), (2, THEM)):
        match = offline_match.record(match, won(side), key=f"hand {number}", at="")
    for number, side in ((1, US), (2, THEM)):
        content = {"said": {"entry": won(side), "struck": False}}
        assert offline_match.confirmed_content(match, number) == content
        after = offline_match.confirm(match, side, number)
        assert after["version"] == match["version"] + 1
        assert after["confirming"]["voices"][-1]["content"] == content
    for number in (-1, 0, 3):
        with pytest.raises(Refusal, match="This hand doesn’t exist"):
            offline_match.confirmed_content(match, number)
