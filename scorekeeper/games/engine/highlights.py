"""Highlights of a finished match: number of hands, most points in one, comeback, and the game's own counts."""

from typing import Any, TypedDict

from .game import Game, game_of
from .progress import hands_played
from .shapes import Line, Setup, Table

LEAST_STREAK = 3  # wins in a row; fewer are no record
LONGEST, HIGHEST, COMEBACK, SPECIAL = "longest", "highest", "comeback", "special"


class PlayedHand(TypedDict):
    """A hand that counts: its number, each side's points in it and totals after it, and the lines that explain them."""

    number: int
    points: list[int]
    totals: list[int]
    lines: list[Line]


class Highlight(TypedDict):
    """One figure of a match, above 0. `side` achieved it, None for everybody; `hand` is its number, 0 for the match."""

    kind: str
    value: int
    side: "int | None"
    hand: int


def highlights(setup: Setup, table: Table, hands: "list[PlayedHand]") -> "list[Highlight]":
    """Returns a finished match's highlights, at most one of each kind. `table`: the one after the last hand.

    - `longest`: the number of hands;
    - `highest`: the most points of a side in one hand; where the lowest total wins, they are points against it;
    - `comeback`: how many points the winner was behind the leader after some hand;
    - `special`: the game's own count (`Game.special`), of the side with the most.

    Of equals the earliest hand counts, then the first side.
    """
    game = game_of(setup)
    hands = hands[: hands_played(table)]  # without the entry that ends the match
    sides = range(len(setup["sides"]))
    specials = [_specials(game, hands, side) for side in sides]
    all_found = [
        _highlight(LONGEST, len(hands), None, 0),
        _best(HIGHEST, [(hand["points"][side], side, hand["number"]) for hand in hands for side in sides]),
        _best(COMEBACK, _deficits(game, setup, table["winner"], hands)),
        _best(SPECIAL, [(count, side, 0) for side, count in enumerate(specials)]),
    ]
    return [found for found in all_found if found["value"] > 0]


def _highlight(kind: str, value: int, side: "int | None", hand: int) -> Highlight:
    return {"kind": kind, "value": value, "side": side, "hand": hand}


def _best(kind: str, found: "list[tuple[int, int, int]]") -> Highlight:
    """Returns the first highest of (value, side, hand) triples as a highlight; its value is 0 if there is none."""
    best = (0, 0, 0)
    for each in found:
        if each[0] > best[0]:
            best = each
    return _highlight(kind, *best)


def _deficits(
    game: Game, setup: Setup, winner: "int | None", hands: "list[PlayedHand]"
) -> "list[tuple[int, int, int]]":
    """Returns how far the winner was behind the best total after each hand, as (points, winner, hand)."""
    if winner is None:
        return []
    best = [game.best_of(hand["totals"], setup["options"]) for hand in hands]
    return [(abs(lead - hand["totals"][winner]), winner, hand["number"]) for lead, hand in zip(best, hands)]


def _specials(game: Game, hands: "list[PlayedHand]", side: int) -> int:
    lines: list[Any] = [line for hand in hands for line in hand["lines"] if line["side"] == side]
    return sum([line["params"].get("count", 1) for line in lines if line["rule"] in game.special_rules])
