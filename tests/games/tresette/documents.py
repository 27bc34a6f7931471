"""Random matches of Tresette: cards and quick entries, honours as dealt, special wins, ties, claims."""

from random import Random

from scorekeeper.games.tresette import GAME
from scorekeeper.games.tresette.fields import FOR_FOUR
from tests.documents.good import agreed, house_rules
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, seats, shares, teams
from tests.games.table import document as a_match
from tests.games.tresette import of_others

NAMES = {"biska", "cinquantamila"}  # where sources of the rules page appeared
# Settled without a line: the play, who sits where, honours as in the game for four, who is out.
NEVER_CITED = {"TRE-19", "TRE-20", "TRE-22", "TRE-26", "TRE-30", "TRE-31"}
GOING_ON = (a_match("tresette", {"points": [7, 4]}), [7, 4])
FINISHED = (a_match("tresette", {"decima": "Dino"}), [0, 0], 1)
CLAIMS: list[Entry] = [
    {"type": "target", "side": 0, "aces": 2, "figures": 7, "last_trick": False},
    {"type": "honours", "honours": [{"player": "Anna", "kind": "four", "rank": "3"}]},
    {"type": "out", "side": 1, "points": 4},
]

SHAPE = (2, 2)
SUITS = ("coins", "cups", "swords", "batons")

BAD_OPTIONS = of_others.BAD_OPTIONS
BAD_HANDS: list[Entry] = [
    {"points": [5, 5, 0]},
    {"points": [11, 0], "tricks": [10, 0]},
    {"points": [10, 1], "tricks": [10, 0]},
    {"aces": [4, 0], "figures": [18, 2], "last_trick": 1},
    {"aces": [3, 1], "figures": [20, 0], "last_trick": 0, "tricks": [10, 0]},
    {"aces": [0, 4], "figures": [0, 20], "last_trick": 0, "tricks": [0, 10]},
    {"aces": [4, 0], "figures": [19, 1], "last_trick": 0, "tricks": [8, 2], "solo": {"player": "Us 1", "aces": 3}},
    {"points": [5, 6], "honours": [{"player": "Us 1", "kind": "three", "rank": "3"}]},
    {
        "points": [5, 6],
        "honours": [
            {"player": "Us 1", "kind": "four", "rank": "3"},
            {"player": "Us 1", "kind": "three", "rank": "3", "missing": "coins"},
        ],
    },
    {
        "points": [5, 6],
        "honours": [
            {"player": "Us 1", "kind": "three", "rank": "3", "missing": "coins"},
            {"player": "Us 1", "kind": "napoletana", "suit": "coins"},
        ],
    },
    {
        "points": [5, 6],
        "honours": [
            {"player": "Us 1", "kind": "four", "rank": "2"},
            {"player": "Them 1", "kind": "napoletana", "suit": "cups"},
        ],
    },
]


def good(rng: Random) -> Document:
    """A good match of Tresette, in half of the cases not the one for four."""
    if maybe(rng, 0.5):
        return of_others.good(rng)
    variant = rng.choice(["", *FOR_FOUR])
    document = head(rng, "tresette", variant, house_rules(rng, GAME, variant), SHAPE)
    rules = agreed(document)
    target, special = rules["target"], rules["special_wins"]
    totals = [0, 0]
    for _ in range(how_many(rng)):
        entry = _entry(rng, document, totals, target, special)
        if rules["honours"] and "decima" not in entry and maybe(rng, 0.4):
            entry["honours"] = dealt_honours(rng, document)
        document["hands"].append(noted(rng, entry))
        totals = [total + more for total, more in zip(totals, _points(entry, document), strict=True)]
        if _ends(entry, totals, target, special):
            break
    return document


def _entry(rng: Random, document: Document, totals: list[int], target: int, special: bool) -> Entry:
    way = rng.random()
    level = (11 + totals[1] - totals[0]) // 2
    if way < 0.15 and sum(totals) + 11 == 2 * (totals[0] + level) >= 2 * target and 0 < level < 11:
        return {"points": [level, 11 - level]}
    if way < 0.48:
        return _quick(rng)
    if way < 0.9:
        return _cards(rng)
    if way < 0.94:
        return _thin(rng, document, special)
    if way < 0.98 and special:
        return {"decima": rng.choice(seats(document, SHAPE))} if maybe(rng, 0.2) else _quick(rng)
    return {"claim": random_count(rng)} if max(totals) + 11 >= target else _quick(rng)


def _quick(rng: Random) -> Entry:
    mine = rng.randint(0, 11)
    entry: Entry = {"points": [mine, 11 - mine]}
    if mine in (0, 11):
        entry["tricks"] = [9, 1] if mine else [1, 9]
    return entry


def _cards(rng: Random) -> Entry:
    """By cards; the tricks too where nearly all went to one side, and now and then elsewhere."""
    entry: Entry = {"aces": shares(rng, 4, 2), "figures": shares(rng, 20, 2), "last_trick": rng.randrange(2)}
    if min(_thirds(entry)) <= 2 or maybe(rng, 0.2):
        cards = entry["aces"][0] + entry["figures"][0]
        fewest = max(-(-cards // 4), 1)
        mine = rng.randint(fewest, max(fewest, min((16 + cards) // 4, 9)))
        entry["tricks"] = [mine, 10 - mine]
    return entry


def _thin(rng: Random, document: Document, special: bool) -> Entry:
    """Nearly everything to one side: cappotto, stramazzo, or the same by one player alone."""
    strong = rng.randrange(2)
    few = rng.choice([0, 0, 1, 2])
    tricks = 10 if few == 0 and maybe(rng, 0.5) else rng.randint(6, 9)
    last = strong if tricks == 10 else rng.randrange(2)
    entry: Entry = {"aces": [4, 0], "figures": [20 - few, few], "last_trick": last, "tricks": [tricks, 10 - tricks]}
    if strong == 1:
        for name in ("aces", "figures", "tricks"):
            entry[name].reverse()
    if special and maybe(rng, 0.5):
        entry["solo"] = {"player": rng.choice(teams(document, SHAPE)[strong])}
        if tricks < 10 and maybe(rng, 0.6):
            entry["solo"].update(aces=4, figures=rng.randint(18, 20 - few))
    return entry


def random_count(rng: Random) -> Entry:
    """A claim of the target: the claimant's cards so far."""
    counted: Entry = {"side": rng.randrange(2), "aces": rng.randint(0, 4), "figures": rng.randint(0, 20)}
    if maybe(rng, 0.5):
        counted["last_trick"] = maybe(rng, 0.4)
    return counted


def dealt_honours(rng: Random, document: Document) -> list[Entry]:
    """Returns honours from a lucky deal of the threes, twos and aces: some of them, in any order."""
    players = rng.sample(seats(document, SHAPE), rng.choice([2, 2, 3, 4]))
    holder = {(rank, suit): rng.choice(players) for rank in "32A" for suit in SUITS}
    honours: list[Entry] = []
    for player in players:
        held = [card for card, name in holder.items() if name == player]
        if len(held) <= 10:
            honours += _honours_of(player, held)
    rng.shuffle(honours)
    return honours if maybe(rng, 0.8) else honours[:1]


def _honours_of(player: str, held: list[tuple[str, str]]) -> list[Entry]:
    found: list[Entry] = []
    for rank in "32A":
        missing = [suit for suit in SUITS if (rank, suit) not in held]
        if not missing:
            found.append({"player": player, "kind": "four", "rank": rank})
        elif len(missing) == 1:
            found.append({"player": player, "kind": "three", "rank": rank, "missing": missing[0]})
    for suit in SUITS:
        if all((rank, suit) in held for rank in "32A"):
            found.append({"player": player, "kind": "napoletana", "suit": suit})
    return found


def _thirds(entry: Entry) -> list[int]:
    return [3 * aces + figures for aces, figures in zip(entry["aces"], entry["figures"], strict=True)]


def _points(entry: Entry, document: Document) -> list[int]:
    points = [0, 0]
    if "points" in entry:
        points = list(entry["points"])
    elif "aces" in entry:
        points = [(thirds + 3 * (side == entry["last_trick"])) // 3 for side, thirds in enumerate(_thirds(entry))]
    for honour in entry.get("honours", []):
        side = next(side for side, team in enumerate(teams(document, SHAPE)) if honour["player"] in team)
        points[side] += 4 if honour["kind"] == "four" else 3
    return points


def _ends(entry: Entry, totals: list[int], target: int, special: bool) -> bool:
    if "claim" in entry or "decima" in entry:
        return True
    if special and (10 in entry.get("tricks", []) or ("aces" in entry and min(_thirds(entry)) <= 2)):
        return True
    return max(totals) >= target and totals[0] != totals[1]


def claim(rng: Random, document: Document) -> Entry:
    """A claim of the target or of honours."""
    if document.get("variant") in of_others.VARIANTS:
        return of_others.claim(rng, document)
    honours = dealt_honours(rng, document)
    if maybe(rng, 0.4):
        return {"type": "honours", "honours": honours}
    made: Entry = {"type": "target", **random_count(rng)}
    if agreed(document)["honours"] and maybe(rng, 0.5):
        made["honours"] = honours
    return made
