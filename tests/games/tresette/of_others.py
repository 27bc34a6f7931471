"""Random matches of Tresette for two, for three and a perdere, with totals kept by hand, and their claims."""

from random import Random
from typing import Any

from scorekeeper.games.tresette import GAME
from tests.documents.good import agreed, house_rules
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, shares

VARIANTS = ("in-due", "in-tre", "perdere")
OF_FOUR = ("hands", "ending", "leftover", "cappotto")
BAD_OPTIONS: list[dict[str, Any]] = [
    {"hands": 4}, {"hands": None}, {"ending": "last_in"}, {"leftover": "nobody"}, {"cappotto": False}, {"target": None},
]  # fmt: skip


def good(rng: Random) -> Document:
    """A good match of one of these presets."""
    variant = rng.choice(VARIANTS)
    sides, each = rng.choice(GAME.shapes(variant))
    document = head(rng, "tresette", variant, house_rules(rng, GAME, variant), (sides, each), several_shapes=True)
    rules = agreed(document)
    totals, out = [0] * sides, [False] * sides
    for number in range(1, how_many(rng) + 1):
        entry = _entry(rng, rules, totals, out)
        document["hands"].append(noted(rng, entry))
        if "claim" in entry:
            break
        points = points_of(entry, rules, out)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        if is_over(entry, rules, totals, out, number):
            break
    return document


def _entry(rng: Random, rules: dict[str, Any], totals: list[int], out: list[bool]) -> Entry:
    """Cards or points of those who are in; now and then all to one of them, or a claim near the target."""
    sides = len(out)
    if rules["ending"] is None and max(totals) + 11 >= rules["target"] and maybe(rng, 0.2):
        return {"claim": {"side": rng.randrange(sides), "aces": rng.randint(0, 4), "figures": rng.randint(0, 20)}}
    players = [side for side in range(sides) if not out[side]]
    last = rng.choice(players)
    cards = {name: _dealt(rng, total, players, sides) for name, total in (("aces", 4), ("figures", 20))}
    if maybe(rng, 0.1):
        cards = {name: [total if side == last else 0 for side in range(sides)] for name, total in
                 (("aces", 4), ("figures", 20))}  # fmt: skip
    entry: Entry = {**cards, "last_trick": last}
    if maybe(rng, 0.5):
        entry = {"points": _whole(entry, rules)}
    if rules["special_wins"]:
        entry["tricks"] = [11, 9]
    return entry


def _dealt(rng: Random, total: int, players: list[int], sides: int) -> list[int]:
    dealt = dict(zip(players, shares(rng, total, len(players)), strict=True))
    return [dealt.get(side, 0) for side in range(sides)]


def _whole(entry: Entry, rules: dict[str, Any]) -> list[int]:
    """Whole points of each side before a cappotto, by cards."""
    thirds = [3 * aces + figures for aces, figures in zip(entry["aces"], entry["figures"], strict=True)]
    thirds[entry["last_trick"]] += 3
    whole = [each // 3 for each in thirds]
    if rules["leftover"] != "nobody":
        whole[entry["last_trick"]] += 11 - sum(whole)
    return whole


def points_of(entry: Entry, rules: dict[str, Any], out: list[bool]) -> list[int]:
    """Returns each side's points for a deal."""
    whole = list(entry["points"]) if "points" in entry else _whole(entry, rules)
    if rules["cappotto"] and 11 in whole:
        return [0 if value == 11 or gone else 11 for value, gone in zip(whole, out, strict=True)]
    return whole


def is_over(entry: Entry, rules: dict[str, Any], totals: list[int], out: list[bool], number: int) -> bool:
    """True if the match ends with this deal; marks who is out."""
    if rules["ending"] is None:
        thin = "aces" in entry and min(3 * a + f for a, f in zip(entry["aces"], entry["figures"], strict=True)) <= 2
        top = max(totals)
        return (rules["special_wins"] and thin) or (top >= rules["target"] and totals.count(top) == 1)
    if rules["ending"] == "last_in":
        out[:] = [total >= rules["target"] for total in totals]
        ended = out.count(False) <= 1
    else:
        at_target = rules["target"] is not None and max(totals) >= rules["target"]
        ended = at_target and totals.count(min(totals)) == 1
    return ended or number == rules["hands"]


def claim(rng: Random, document: Document) -> Entry:
    """A claim of the target, or that a player is at the limit."""
    side = rng.randrange(len(document["sides"]))
    if document["variant"] != "perdere":
        return {"type": "target", "side": side, "aces": rng.randint(0, 4)}
    return {"type": "out", "side": side}
