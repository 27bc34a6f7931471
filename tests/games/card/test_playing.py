"""Matches on cards by the numbered rules: what is entered, the end, the deal, the next hand, and claims."""

from typing import Any

import pytest

from scorekeeper.games import claim, score
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, english
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import singly
from tests.support.fuzzing import chance, tries

A = {"name": "a", "label": "A", "kind": "number", "least": -99}


def document(*hands: Any, sides: int = 2, fields: Any = (A,), worth: Any = "a", **parts: Any) -> dict[str, Any]:
    """A match of so many players on a card with these fields, one line and other parts."""
    settings = parts.pop("options", {})
    points = [{"label": "Points", "worth": worth}]
    card = {"format": "scorekeeper-card/1", "name": "Ours", "fields": list(fields), "points": points, **parts}
    options = {"card": card, **settings}
    return {"format": "scorekeeper/1", "game": "card", "sides": singly(sides), "options": options, "hands": list(hands)}


def of_library(slug: str, *hands: Any, sides: Any = 3, **options: Any) -> dict[str, Any]:
    seated = singly(sides) if isinstance(sides, int) else sides
    head = {"format": "scorekeeper/1", "game": "card", "variant": slug, "sides": seated, "options": options}
    return {**head, "hands": list(hands)}


def why(match: dict[str, Any]) -> tuple[str | None, str | None, str]:
    """Field, rule and sentence of the first problem."""
    with pytest.raises(Refusal) as refusal:
        score(match)
    first = refusal.value.problems[0]
    return first["field"], first["rule"], english(first["message"], first["params"])


WIZARD = {"bid": [1, 0, 1], "tricks": [1, 0, 0]}


def test_lines_are_the_cards_by_their_numbers_and_labels() -> None:
    (hand,) = score(of_library("wizard", WIZARD))["hands"]
    assert [(line["side"], line["rule"], line["text"], line["points"]) for line in hand["lines"]] == [
        (0, "CARD-1", "Right", 30),
        (1, "CARD-1", "Right", 20),
        (2, "CARD-2", "10 less for each trick off", -10),
    ]


def test_a_line_without_a_condition_is_shown_only_if_it_is_worth_something() -> None:
    (hand,) = score(document({"a": [0, 3]}))["hands"]
    assert [(line["side"], line["points"]) for line in hand["lines"]] == [(1, 3)]
    points = [{"label": "Nothing", "when": "true", "worth": 0}]
    (hand,) = score(document({"a": [0, 3]}, points=points))["hands"]
    assert [(line["side"], line["points"]) for line in hand["lines"]] == [(0, 0), (1, 0)]


@pytest.mark.parametrize(
    "match, expected",
    [
        (of_library("wizard", WIZARD | {"tricks": [1, 1, None]}), ("tricks.2", None, "Tricks: 0 to 1.")),
        (of_library("wizard", WIZARD | {"tricks": [1, 1, 0]}), ("tricks", None, "Tricks must add up to 1 (2 now).")),
        (of_library("wizard", WIZARD | {"tricks": [1, 0, 2]}), ("tricks.2", None, "Tricks: 0 to 1.")),
        (of_library("wizard", WIZARD | {"tricks": [None, 2, 0]}), ("tricks.1", None, "Tricks: 0 to 1.")),
        (of_library("wizard", {"bid": [1, 0, 1]}), ("tricks", None, "Fill this in")),
        (of_library("wizard", WIZARD | {"bid": [1, 0]}),
         ("bid", None, "This must be one value for each of the 3 sides")),
        (of_library("wizard", WIZARD | {"bid": None}),
         ("bid", None, "This must be one value for each of the 3 sides")),
        (of_library("wizard", WIZARD, hook=True, sides=4),
         ("bid", None, "This must be one value for each of the 4 sides")),
        (of_library("wizard", WIZARD, target=1), ("options.target", None, "Unknown field: target")),
        (of_library("cabo", {"caller": 7, "cards": [1, 2, 3]}), ("caller", None, "This must be one of the sides")),
        (of_library("cabo", {"caller": True, "cards": [1, 2, 3]}), ("caller", None, "This must be one of the sides")),
        (of_library("one-scores", {"worth": 3}), ("winner", None, "Say who: Won the hand.")),
        (of_library("skat-list", {"alone": 0, "game": "grand", "factor": 6, "won": 1}),
         ("won", None, "This must be yes or no")),
        (document({"a": [1, 2]}, checks=[{"label": {"it": "Mai"}, "unless": "false"}]), (None, "CARD-2", "Mai")),
        (document({"a": [7, 2]}, worth="1 // (a - 7)"),
         ("points.0.worth", "CARD-1", '"Points" cannot be computed: it divides by 0.')),
        (document({"a": [2, 2]}, {"a": [2, 2]}, worth=999_999_999),
         ("points.0.worth", "CARD-1", '"Points" becomes too large.')),
        (document({"a": [2, 2]}, {"a": [2, 2]}, worth=999_999_999,
                  counters=[{"name": "c", "label": "C", "next": "1 // (2 - hand)"}]),
         ("points.0.worth", "CARD-1", '"Points" becomes too large.')),
        (document(values=[{"name": "cards", "label": "Cards", "worth": "1 // (1 - hand)"}]),
         ("values.0.worth", None, '"Cards" cannot be computed: it divides by 0.')),
        (document(end={"target": "1 // (sides - 2)"}),
         ("end.target", None, '"target" cannot be computed: it divides by 0.')),
        (document(counters=[{"name": "c", "label": "C", "start": "1 // 0", "next": 0}]),
         ("counters.0.start", None, '"C" cannot be computed: it divides by 0.')),
        (document({"final": [10**9, 0]}), ("final", "CAR-24", "The game gives no such number of points")),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(match: Any, expected: Any) -> None:
    assert why(match) == expected


@pytest.mark.parametrize(
    "end, best, hands, winner, won_by",
    [
        ({"target": 5}, "high", [[5, 1, 2]], 0, "target"),
        ({"target": 5}, "low", [[5, 1, 2]], 1, "target"),
        ({"target": 5}, "high", [[5, 5, 2]], None, None),
        ({"target": 5, "tie": "draw"}, "high", [[5, 5, 2]], None, "target"),
        ({"target": 5, "winner": "total < 5"}, "high", [[5, 5, 2]], 2, "target"),
        ({"target": 5, "winner": "total > 9"}, "high", [[5, 1, 2]], 0, "target"),
        ({"when": "sum(total) > 7"}, "high", [[5, 1, 2]], 0, "condition"),
        ({"when": "sum(total) > 8"}, "high", [[5, 1, 2]], None, None),
        ({"out": "total > 4"}, "low", [[5, 1, 2]], None, None),
        ({"out": "total > 1"}, "low", [[5, 1, 2]], 1, "last_in"),
        ({"out": "total > 0"}, "low", [[5, 1, 2]], 1, "last_in"),
        ({"out": "total > 0"}, "low", [[5, 1, 1]], None, "last_in"),
        ({"out": "total > 4", "hands": 2}, "low", [[5, 1, 2], [None, 2, 0]], 2, "hands_played"),
        ({"hands": 1}, "high", [[5, 5, 2]], None, "hands_played"),
        ({"hands": 1, "target": 5}, "high", [[5, 5, 2]], None, "hands_played"),
        ({"hands": "sides - 2", "winner": "a == 2"}, "high", [[5, 5, 2]], 2, "hands_played"),
        ({"hands": 0}, "high", [[5, 5, 2]], None, None),
    ],
)
def test_when_a_match_is_over_and_who_has_won_it(
    end: Any, best: str, hands: list[list[int]], winner: int | None, won_by: str | None
) -> None:
    result = score(document(*({"a": points} for points in hands), sides=3, end=end, best=best))
    assert (result["winner"], result["won_by"]) == (winner, won_by)
    assert result["games"] == [int(side == winner) for side in range(3)]
    assert result["status"] == ("in_progress" if won_by is None else "finished")


def test_players_stop_an_open_match_and_no_other() -> None:
    result = score(document({"a": [3, 4]}, {"stop": True}, end={"winner": "a == 3"}))
    assert (result["winner"], result["won_by"], result["hands"][1]["points"]) == (1, "stopped", [0, 0])
    for end in ({"target": 9}, {"hands": 9}, {"when": "false"}, {"out": "false"}):
        assert why(document({"stop": True}, end=end))[:2] == ("stop", "CAR-25")


def test_who_is_out_has_no_number_no_deal_and_keeps_a_counter() -> None:
    counters = [{"name": "held", "label": "Held", "start": 2, "next": "held + 1"}]
    values = [{"name": "double", "per": "side", "label": "Twice", "worth": "2 * total"}]
    match = document({"a": [1, 9, 2]}, sides=3, best="low", end={"out": "total > 8"}, counters=counters, values=values)
    result = score(match)
    assert (result["next_dealer"], result["next_hand"]) == (
        "Carla", {"held": [3, 3, 3], "double": [2, None, 4], "out": [1]},
    )  # fmt: skip
    match["hands"].append({"a": [1, None, 1]})
    assert score(match)["next_hand"] == {"held": [4, 3, 4], "double": [4, None, 6], "out": [1]}
    match["hands"][1] = {"a": [1, 0, 1]}
    assert why(match) == ("a.1", None, "This side is out: it has no points")


@pytest.mark.parametrize("fool, dealer", [(None, "Bruno"), (0, "Anna"), (2, "Carla")])
def test_the_deal_goes_where_the_card_says(fool: int | None, dealer: str) -> None:
    fields = [A, {"name": "fool", "label": "Fool", "kind": "side"}]
    match = document({"a": [1, 1, 1], "fool": fool}, sides=3, fields=fields, deal="fool")
    assert score(match)["next_dealer"] == dealer


def test_labels_are_in_the_readers_language() -> None:
    def in_portuguese(message: str, params: dict[str, Any]) -> str:
        return str(params.get("label", {}))

    label = {"en": "Right", "pt": "Certo"}
    result = play.score(document({"a": [1, 2]}, points=[{"label": label, "worth": "a"}]), in_portuguese)
    assert result["hands"][0]["lines"][0]["text"] == str(label)


CLAIM = {"type": "possible", "hand": {"a": [5, 3]}}


@pytest.mark.parametrize(
    "hand, upheld, effect",
    [
        ({"a": [5, 3]}, True, {"points": [5, 3], "totals": [6, 5], "winner": 0}),
        ({"a": [1, 1]}, True, {"points": [1, 1], "totals": [2, 3], "winner": None}),
        ({"a": [-100, 3]}, False, {"points": None, "totals": [1, 2], "winner": None}),
        ({"a": [5.0, 3]}, False, {"points": None, "totals": [1, 2], "winner": None}),
        ({}, False, {"points": None, "totals": [1, 2], "winner": None}),
        ({"stop": True}, False, {"points": None, "totals": [1, 2], "winner": None}),
        ({"final": [7, 8]}, True, {"points": [6, 6], "totals": [7, 8], "winner": 1}),
    ],
)
def test_whether_a_hand_can_be(hand: Any, upheld: bool, effect: Any) -> None:
    match = document({"a": [1, 2]}, end={"target": 6})
    verdict = claim(match, {"type": "possible", "hand": hand})
    assert (verdict["upheld"], verdict["effect"]) == (upheld, effect)
    assert verdict["reasons"]


@pytest.mark.parametrize(
    "wrong", [{}, {"hand": None}, {"hand": []}, {"hand": {"a": [1, 2], "note": ""}}, {"hand": {"at": 1}}]
)
def test_a_claim_about_no_hand_is_refused(wrong: Any) -> None:
    with pytest.raises(Refusal):
        claim(document({"a": [1, 2]}), {"type": "possible", **wrong})
    with pytest.raises(Refusal):
        claim(document({"a": [1, 2]}, end={"hands": 1}), CLAIM)


def test_a_match_document_comes_back_as_it_was_without_examples() -> None:
    match = document({"a": [1, 2]}, settings=[{"name": "target", "label": "T", "kind": "number", "default": 3}])
    match["options"] |= {"target": 7}
    match["options"]["card"]["examples"] = [{"hands": "of any kind"}]
    setup = play.begin(match)
    written = play.document(setup, match["hands"])
    del match["options"]["card"]["examples"]
    assert written["options"] == match["options"]
    shipped = play.document(play.begin(of_library("uno", target=200)), [])
    assert (shipped["variant"], shipped["options"]) == ("uno", {"target": 200})


def test_random_matches_are_scored_or_refused() -> None:
    rng = chance("matches on random cards")
    over = set()
    for _match in range(tries(150)):
        result = score(DOCUMENTS["card"].good(rng))
        over.add(result["won_by"])
        for hand in result["hands"]:
            sums = [sum(line["points"] for line in hand["lines"] if line["side"] == side) for side in range(12)]
            assert sums[: len(hand["points"])] == hand["points"] or result["won_by"] == "final"
    assert {None, "target", "last_in", "hands_played"} <= over
