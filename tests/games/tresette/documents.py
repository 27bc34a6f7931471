"""Random deals of Tresette: cards and quick entries, honours as dealt, special wins, claims."""

from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from tests.documents.pieces import Document, Entry, maybe, shares

NAMES = {"biska", "cinquantamila"}  # where sources of the rules page appeared
# Settled without a line: the play, who sits where, honours as in the game for four, who is out.
NEVER_CITED = {"TRE-19", "TRE-20", "TRE-22", "TRE-26", "TRE-30", "TRE-31"}
CLAIMS: list[Entry] = [
    {"type": "target", "side": 0, "aces": 2, "figures": 7, "last_trick": False},
    {"type": "honours", "honours": [{"player": "Anna", "kind": "four", "rank": "3"}]},
    {"type": "out", "side": 1, "points": 4},
]

SUITS = ("coins", "cups", "swords", "batons")

BAD_OPTIONS: list[Entry] = [
    {"hands": 4}, {"hands": None}, {"ending": "last_in"}, {"leftover": "nobody"}, {"cappotto": False}, {"target": None},
]  # fmt: skip
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([8, 3], None), ([5, 6], None), ([10, 1], (0, 3, "stramazzo")), ([2, 0], (0, 1, "claim")),
    ([1, 0], (1, 1, "claim_failed")), ([24, 6], None), ["TRE-18"],
    ([4, 3, 4], None), ([4, 3, 3], None), ([4, 0, 0], (1, 1, "claim_failed")), ([0, 11, 11], None),
    ([3, 8, 0], (2, 1, "target")), ([4, 4, 3], (2, 1, "last_in")), ["TRE-30"],
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A deal by its cards or points, now and then nearly all to one side; a claim or a decima."""
    options, sides, way = setup["options"], len(setup["sides"]), rng.random()
    if way < 0.02:
        return {"decima": rng.choice(setup["seats"])}
    if way < 0.04:
        return {"claim": _counted(rng, sides)}
    target = options["target"] if options["ending"] == "last_in" else None
    playing = [side for side in range(sides) if target is None or table["totals"][side] < target]
    strong = rng.choice(playing) if maybe(rng, 0.12) else None

    def dealt(total: int) -> list[int]:
        others = rng.choice([0, 0, 1, 2]) if strong is not None and total > 4 else 0
        parts = shares(rng, total if strong is None else others, len(playing))
        by_side = dict(zip(playing, parts, strict=True))
        return [by_side.get(side, 0) + (total - others) * (side == strong) for side in range(sides)]

    if maybe(rng, 0.5):
        made: Entry = {"points": dealt(11)}
    else:
        made = {"aces": dealt(4), "figures": dealt(20), "last_trick": rng.choice(playing)}
    if maybe(rng, 0.5):
        made["tricks"] = dealt(40 // len(setup["seats"]))
    if strong is not None and maybe(rng, 0.6):
        made["solo"] = {"player": rng.choice(setup["sides"][strong]["players"])}
        if maybe(rng, 0.5):
            made["solo"] |= {"aces": 4, "figures": rng.randint(18, 20)}
    if options["honours"] and maybe(rng, 0.4):
        made["honours"] = _honours(rng, setup)
    return made


def _counted(rng: Random, sides: int) -> Entry:
    """A claim of the target: the claimant's cards so far."""
    counted: Entry = {"side": rng.randrange(sides), "aces": rng.randint(0, 4), "figures": rng.randint(0, 20)}
    if maybe(rng, 0.5):
        counted["last_trick"] = maybe(rng, 0.4)
    return counted


def _honours(rng: Random, setup: Setup) -> list[Entry]:
    """Honours from a lucky deal of the threes, twos and aces: some of them, in any order."""
    players = rng.sample(setup["seats"], min(len(setup["seats"]), rng.choice([2, 2, 3, 4])))
    holder = {(rank, suit): rng.choice(players) for rank in "32A" for suit in SUITS}
    honours: list[Entry] = []
    for player in players:
        missing = {rank: [suit for suit in SUITS if holder[rank, suit] != player] for rank in "32A"}
        for rank, suits in missing.items():
            if not suits:
                honours.append({"player": player, "kind": "four", "rank": rank})
            elif len(suits) == 1:
                honours.append({"player": player, "kind": "three", "rank": rank, "missing": suits[0]})
        whole = [suit for suit in SUITS if not any(suit in suits for suits in missing.values())]
        honours += [{"player": player, "kind": "napoletana", "suit": suit} for suit in whole]
    rng.shuffle(honours)
    return honours if maybe(rng, 0.8) else honours[:1]


def claim(rng: Random, document: Document) -> Entry:
    """A claim of the target, of honours, or that a player is at the limit."""
    setup = play.begin(document)
    if setup["variant"] == "perdere":
        return {"type": "out", "side": rng.randrange(len(setup["sides"]))}
    if maybe(rng, 0.4):
        return {"type": "honours", "honours": _honours(rng, setup)}
    made: Entry = {"type": "target", **_counted(rng, len(setup["sides"]))}
    if setup["options"]["honours"] and maybe(rng, 0.5):
        made["honours"] = _honours(rng, setup)
    return made
