"""Claims of Scala 40: an opening of forty, and that a player is out."""

from typing import Any

import pytest

from tests.games.table import claim_refused, document, judged, reasons, singly

FRESH = document("scala40", sides=singly(3))
FLAT = document("scala40", sides=singly(3), options={"unopened": "flat", "doubled_from_hand": True})
OUT = document("scala40", {"closed": 0, "counts": [0, 105, 88]}, sides=singly(3))
BACK = {**OUT, "options": {"reentries": 1}}
ACES = ["AS", "AH", "AD"]


@pytest.mark.parametrize(
    "meld, worth",
    [
        (ACES, 33),
        (["AS", "AH", "AD", "AC"], 44),
        (["KS", "KH", "JOKER"], 30),
        (["KS", "KS", "KH"], None),
        (["KS", "KH", "KD", "KC", "JOKER"], None),
        (["AS", "2S", "3S"], 6),
        (["QS", "KS", "AS"], 31),
        (["AS", "QS", "KS"], 31),
        (["QS", "KS", "JOKER"], 31),
        (["5S", "6S", "JOKER"], 18),
        (["AS", "2S", "JOKER"], 6),
        (["2S", "3S", "JOKER"], 9),
        (["AS", "JOKER", "3S"], 6),
        (["5S", "JOKER", "8S"], None),
        (["KS", "AS", "2S"], None),
        (["4S", "JOKER", "JOKER"], None),
        (["5S", "6H", "7S"], None),
        (["5S", "6S"], None),
        (["AS", *[f"{rank}S" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K")]], 95),
        (["AS", "2S", "3S", "AS"], None),
    ],
)
def test_what_a_meld_is_worth(meld: list[str], worth: int | None) -> None:
    claim = {"type": "opening", "side": 0, "melds": [meld]}
    assert judged(FRESH, claim)[1] == {"points": worth or 0, "required": 40, "melds": [worth]}
    assert "SCA-12" in reasons(FRESH, claim)


@pytest.mark.parametrize(
    "melds, options, points, upheld",
    [
        ([ACES, ["5C", "JOKER", "7C"]], {}, 51, True),
        ([ACES, ["2C", "2S", "2H"]], {}, 39, False),
        ([ACES, ["2C", "3C", "JOKER"]], {}, 42, True),
        ([["10S", "10H", "10D", "10C"]], {}, 40, True),
        ([ACES, ["5C", "6C", "9C"], ["KS", "KH", "KD"]], {}, 63, False),
        ([ACES, ["5C", "JOKER", "7C"]], {"clean_opening": True}, 51, False),
        ([["10S", "10H", "10D", "10C"], ["5C", "JOKER", "7C"]], {"clean_opening": True}, 58, True),
    ],
)
def test_an_opening_needs_forty(melds: Any, options: Any, points: int, upheld: bool) -> None:
    played = document("scala40", sides=singly(3), options=options)
    claim = {"type": "opening", "side": 0, "melds": melds}
    is_upheld, effect = judged(played, claim)
    assert (is_upheld, effect["points"]) == (upheld, points)
    assert ("SCA-15" in reasons(played, claim)) is bool(options)


@pytest.mark.parametrize(
    "played, claim, upheld, total",
    [
        (OUT, {"side": 1}, True, 105),
        (OUT, {"side": 2}, False, 88),
        (OUT, {"side": 2, "count": 13}, True, 101),
        (OUT, {"side": 2, "count": 12}, False, 100),
        (OUT, {"side": 2, "count": 12, "from_hand": True}, False, 100),
        (FLAT, {"side": 2, "count": 51, "from_hand": True}, True, 102),
        (FLAT, {"side": 2, "count": 51, "from_hand": False}, False, 51),
        (FLAT, {"side": 2, "unopened": True}, False, 100),
    ],
)
def test_who_is_out(played: Any, claim: Any, upheld: bool, total: int) -> None:
    assert judged(played, {"type": "out", **claim}) == (upheld, {"total": total, "limit": 101})


def test_who_may_come_back_may_claim_an_opening() -> None:
    assert judged(BACK, {"type": "opening", "side": 1, "melds": [["AS", "AH", "AD", "AC"]]})[0]


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (FRESH, {"type": "opening", "side": 0}, [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": []}, [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": [[]]}, [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": [["1S", "2S", "3S"]]}, [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 3, "melds": [ACES]}, [("side", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": [ACES, ["AS", "2S", "3S"], ["AS", "KS", "QS"]]},
         [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": [["JOKER"] * 5]}, [("melds", "SCA-11")]),
        (FRESH, {"type": "opening", "side": 0, "melds": [[f"{rank}S" for rank in range(2, 10)],
                                                         [f"{rank}H" for rank in range(2, 8)]]},
         [("melds", "SCA-11")]),
        (OUT, {"type": "opening", "side": 1, "melds": [ACES]}, [("side", "SCA-7")]),
        (OUT, {"type": "out", "side": 1, "count": 12}, [("side", "SCA-7")]),
        (OUT, {"type": "out", "side": 2, "count": 1}, [("count", "SCA-3")]),
        (OUT, {"type": "out", "side": 2, "count": 199}, [("count", "SCA-3")]),
        (FLAT, {"type": "out", "side": 2, "count": 156}, [("count", "SCA-5")]),
        (OUT, {"type": "out", "side": 2, "from_hand": True}, [("from_hand", "SCA-4")]),
        (OUT, {"type": "out", "side": 2, "unopened": True}, [("unopened", "SCA-5")]),
        (FLAT, {"type": "out", "side": 2, "unopened": True, "count": 5}, [("unopened", "SCA-5")]),
        (FLAT, {"type": "out"}, [("side", "SCA-6")]),
    ],
)  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


def test_thirteen_cards_may_open_and_fourteen_may_not() -> None:
    melds = [ACES, ["KS", "KH", "KD"], ["QS", "QH", "QD"], ["JS", "JH", "JD", "JC"]]
    assert judged(FRESH, {"type": "opening", "side": 0, "melds": melds})[1]["points"] == 133
    claim_of_fourteen = {"type": "opening", "side": 0, "melds": [[*ACES, "AC"], *melds[1:]]}
    assert claim_refused(FRESH, claim_of_fourteen) == [("melds", "SCA-11")]
