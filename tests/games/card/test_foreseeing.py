"""Points that are certain before a hand on a card is complete."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.games.card import library
from scorekeeper.games.card.examples import document_of
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from tests.games.table import document, singly

WIZARD: dict[str, Any] = {"variant": "wizard", "sides": singly(4)}
HEARTS: dict[str, Any] = {"variant": "hearts", "sides": singly(4)}
BIDS = {"bid": [1, 0, 0, 1]}


@pytest.mark.parametrize(
    "head, entry, points",
    [
        (WIZARD, {**BIDS, "tricks": [None, 1, None, None]}, [None, -10, None, None]),
        (WIZARD, {**BIDS, "tricks": [0, 0, 0, None]}, [-10, 20, 20, 30]),  # the sum says the last one
        (WIZARD, {"bid": [1, None, None, None], "tricks": [1, None, None, None]}, [30, None, None, None]),
        (HEARTS, {"hearts": [5, 8, 0, 0]}, [None] * 4),  # the queen is missing
        (HEARTS, {"hearts": [5, None, None, None], "queen": 0}, [18, None, None, None]),  # so nobody shoots the moon
        (HEARTS, {"hearts": [5, None, None, None], "queen": 1}, [None] * 4),  # unless somebody does
    ],
)
def test_points_are_certain_if_their_lines_look_at_nothing_that_is_missing(
    head: dict[str, Any], entry: Any, points: list[int | None]
) -> None:
    setup, _hands, table = play.opened(document("card", options={}, **head))
    assert play.foreseen(setup, table, entry, 1) == points


def parts_of(card: Card, entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The hand, and the hand without a field that it needs, and without one or two sides' numbers of such a field."""
    yield entry
    for field in card.fields:
        if field.name not in entry or not (field.required or field.sum is not None):
            continue
        yield {name: value for name, value in entry.items() if name != field.name}
        values = entry[field.name]
        if field.kind == "number" and isinstance(values, list):
            for missing in [*combinations(range(len(values)), 1), *combinations(range(len(values)), 2)]:
                yield {**entry, field.name: [None if at in missing else value for at, value in enumerate(values)]}


@pytest.mark.parametrize("slug", library.SLUGS)
def test_what_is_certain_of_a_part_of_a_hand_is_what_the_whole_hand_gives(slug: str) -> None:
    card = Card(library.card_named(slug))
    for example in library.card_named(slug)["examples"]:
        setup = play.begin(document_of(library.card_named(slug), card, example, example.get("sides", card.sides[0])))
        table = play.first_table(setup)
        for entry in example["hands"]:
            try:
                hand = play.score_hand(setup, table, entry)
            except Refusal:
                continue
            for part in parts_of(card, entry):
                certain = play.foreseen(setup, table, part, 1)
                assert [
                    known for known, _all in zip(certain, hand["points"], strict=True) if known not in (None, _all)
                ] == []
            table = hand["table"]
