"""Random matches of Chinchón: ten less, a chinchón, going out, coming back; claims of closing and of being out."""

from random import Random
from typing import Any

from scorekeeper.games.chinchon import GAME
from scorekeeper.games.chinchon.fields import most_held, order_of
from scorekeeper.games.engine.cards import JOKER
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted

NAMES = ("Ana", "CCCJ", "cccj", "nhfournier", "diariopopular", "conectagamesblog", "wordpress", "es", "com", "ar",
         "Naipes", "Heraclio", "Fournier", "Diario", "Popular", "Conectagames", "Reglament", "Conga")  # fmt: skip
NEVER_CITED = {"CHI-10", "CHI-12"}  # settled without a line: the deal, jokers in melds

THREE = [{"players": [name]} for name in ("Ana", "Bruno", "Carla")]
HEAD: Document = {"format": "scorekeeper/1", "game": "chinchon", "sides": THREE}
GOING_ON: tuple[Document, list[int]] = ({**HEAD, "hands": [{"closed": 0, "counts": [0, 24, 17]}]}, [-10, 24, 17])
FINISHED: tuple[Document, list[int], int | None] = (
    {**HEAD, "hands": [{"closed": 1, "chinchon": "clean"}]}, [0, -10, 0], 1,
)  # fmt: skip
CLAIMS: list[Entry] = [
    {"type": "close", "side": 0, "cards": ["AC", "2C", "3C", "JS", "JH", "JC", "2S"]},
    {"type": "out", "side": 1, "count": 14},
]
BAD_HANDS: list[Entry] = [
    {"closed": 0, "counts": [11, 5, 6]},
    {"closed": 0, "counts": [0, None, 6]},
    {"closed": 0, "counts": [1, 5, 6], "chinchon": "clean"},
    {"closed": 0, "chinchon": "joker"},
    {"closed": 0},
    {"closed": 0, "counts": None, "chinchon": "clean"},
]


def good(rng: Random) -> Document:
    """A good match of Chinchón."""
    sides, variant = rng.randint(2, 8), some_variant(rng, GAME)
    document = head(rng, "chinchon", variant, house_rules(rng, GAME, variant), (sides, 1))
    rules = agreed(document)
    totals, back = [0] * sides, [0] * sides
    went_out: list[int] = []
    for _ in range(how_many(rng)):
        playing = [side for side in range(sides) if totals[side] < rules["limit"]]
        most = max(totals[side] for side in playing)
        again = [side for side in went_out if back[side] < rules["reentries"] and maybe(rng, 0.6)]
        players = sorted(playing + again)
        entry, points = _hand(rng, sides, players, rules)
        if again or maybe(rng, 0.1):
            entry["reenter"] = rng.sample(again, len(again))
        for side in again:
            totals[side] = most
            back[side] += 1
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        went_out = [side for side in players if totals[side] >= rules["limit"]]
        document["hands"].append(noted(rng, entry))
        if entry.get("chinchon") == "clean" or sum(total < rules["limit"] for total in totals) < 2:
            return document
    return document


def _hand(rng: Random, sides: int, playing: list[int], rules: dict[str, Any]) -> tuple[Entry, list[int]]:
    """Returns an entry for the players still in, and each side's points, without those for coming back."""
    closed, most = rng.choice(playing), most_held(rules, sides)
    counts: list[int | None] = [None] * sides
    for side in playing:
        counts[side] = rng.randint(0, min(rng.choice([9, 35, 35, 85]), most[0]))
    counts[closed] = rng.choice([0, rng.randint(0, min(rules["close"], most[0]))])
    held = sorted((count or 0 for count in counts), reverse=True)
    if any(sum(held[: players + 1]) > most[players] for players in range(sides)):
        return _hand(rng, sides, playing, rules)
    entry: Entry = {"closed": closed, "counts": counts}
    points = [count or 0 for count in counts]
    if not counts[closed]:
        points[closed] = -10
        if maybe(rng, 0.1) and rules["jokers"] != "none":
            entry["chinchon"] = "joker"
            points[closed] = -rules["joker_chinchon"]
        elif maybe(rng, 0.03):
            entry["chinchon"] = "clean"
    elif maybe(rng, 0.05):
        entry["chinchon"] = None
    return entry, points


def claim(rng: Random, document: Document) -> Entry:
    """A claim that a player is out, or that seven cards can be closed with."""
    side, rules = rng.randrange(len(document["sides"])), agreed(document)
    if maybe(rng, 0.3):
        made: Entry = {"type": "out", "side": side}
        return made | ({"count": rng.choice([0, 3, 14, 85, 86, 95, 137])} if maybe(rng, 0.7) else {})
    ranks, suit = order_of(rules), rng.choice("DHSC")
    first = rng.randrange(len(ranks) - 6)
    cards = [rank + suit for rank in ranks[first : first + 7]]
    for at in rng.sample(range(7), rng.choice([0, 0, 1, 3, 4])):
        rank = rng.choice(ranks)
        cards[at] = JOKER if maybe(rng, 0.1) else "AD" if maybe(rng, 0.1) else rank + rng.choice("DHSC")
    return {"type": "close", "side": side, "cards": rng.sample(cards, rng.choice([7] * 9 + [6]))}
