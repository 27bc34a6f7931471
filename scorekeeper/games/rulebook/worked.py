"""What comes of worked examples: the rules engine plays the document or judges the claim while the page is made."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Line, Refusal, Setup
from scorekeeper.games.engine.cards import JOKER, signed
from scorekeeper.games.engine.words import short
from scorekeeper.games.rulebook.pieces import Example, document
from scorekeeper.i18n import say

TWO_SIDES = [{"name": "A", "players": ["A 1", "A 2"]}, {"name": "B", "players": ["B 1", "B 2"]}]


def worked(example: Example) -> dict[str, Any]:
    """An example with what comes of it: `hand`, or `refused` (problems), or `verdict`; and the table `before`."""
    setup = play.begin(example["document"])
    entries = list(example["document"]["hands"])
    result = {"caption": example["caption"], "sides": setup["sides"]}
    if "claim" in example:
        table = play.score_hands(setup, entries)[1]
        verdict = play.judge(setup, table, example["claim"], say)
        laid = [with_signs(cards) for cards in example["claim"].get("melds", [])]
        return result | {"before": table, "laid": laid, "verdict": verdict}
    last = entries.pop()
    table = play.score_hands(setup, entries)[1]
    result |= {"before": table, "entry": entered(setup, last)}
    try:
        hand = play.score_hand(setup, table, last)
    except Refusal as refusal:
        return result | {"refused": refusal.problems}
    return result | {"hand": hand, "sums": list(sums(hand["lines"], hand["points"]))}


def judged(
    game: str, claim: str, melds: Iterable[tuple[str, str]], *, presets: Sequence[dict[str, Any]], left_out: str
) -> list[dict[str, Any]]:
    """Melds with the engine's verdicts; reasons by the rule `left_out` are not told.

    Each is given by the slug of its preset and its cards, as in `("samba", "4S 5S 6S")`, and judged by the claim of
    type `claim`. Where it is not the first of the game's `presets`, the preset's title is told.
    """
    titles = {preset["slug"]: preset["title"] for preset in presets[1:]}
    found = []
    for variant, text in melds:
        cards = text.split()
        played = document(game, variant, TWO_SIDES, [])
        verdict = play.claim(played, {"type": claim, "cards": cards}, say)
        found.append(
            {
                "cards": with_signs(cards),
                "preset": titles.get(variant),
                "effect": verdict["effect"],
                "reasons": [reason for reason in verdict["reasons"] if reason["rule"] != left_out],
            }
        )
    return found


def entered(setup: Setup, entry: dict[str, Any]) -> list[str]:
    """What was entered, in words."""
    return [say(message, params) for message, params in short(setup, entry)]


def sums(lines: list[Line], points: list[int]) -> Iterable[dict[str, Any]]:
    """Each side's lines as a sum; a side without lines is left out."""
    by_side = sorted(lines, key=lambda line: line["side"])
    for side, own in groupby(by_side, key=lambda line: line["side"]):
        yield {"side": side, "lines": list(own), "points": points[side]}


def with_signs(cards: list[str]) -> list[str]:
    """Cards as they are shown: `"10H"` is `"10♥"`; a joker stays `"JOKER"`."""
    return [card if card == JOKER else signed(card) for card in cards]
