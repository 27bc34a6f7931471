"""Confirming on a phone without a network: which side confirmed, and when the server received it."""

import pytest

from scorekeeper.games.engine import confirming, offline_match, play
from scorekeeper.games.engine.base import Refusal
from tests.support.matches import won

SETUP = play.begin({
    "format": "scorekeeper/1", "game": "truco", "about": {"confirm": "result"},
    "sides": [{"name": "Us"}, {"name": "Them"}],
})  # fmt: skip
US, THEM = 0, 1
RESULT = confirming.content_of(None, "finished", [12, 0])


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
