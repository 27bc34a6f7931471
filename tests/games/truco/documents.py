"""Random hands of Truco: quick and full entries, trucos run from and accepted, folds."""

from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from tests.documents.good import agreed
from tests.documents.pieces import Document, Entry, maybe

NEVER_CITED = {"TRU-9", "TRU-17"}  # settled without a line: the play, and how many sit down
CLAIMS: list[Entry] = [
    {"type": "trick", "cards": [["4C", 0], ["3H", 1], ["3S", 0], ["back", 1]]},
    {"type": "hand", "side": 0, "tricks": [0, 0]},
]

Tricks = list[int | None]
PACK = [rank + suit for rank in ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K") for suit in "SHDC"]

# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1, 0], None), ([3, 0], None), ([3, 0], None), ([0, 6], None),
    ([0, 0], None), ([0, 6], None), ([0, 3], None), ["TRU-14"],
    ([0, 3], None),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand, quick or trick by trick, given up at match point now and then."""
    coming = play.next_hand(setup, table)
    if coming["may_fold"] is not None and maybe(rng, 0.3):
        return {"fold": True}
    if maybe(rng, 0.5):
        return _by_tricks(rng)
    winner = rng.choice([0, 0, 0, 1, 1, 1, None])
    return {"winner": winner} | ({} if winner is None else {"stake": rng.choice(coming["stakes"])})


def _by_tricks(rng: Random) -> Entry:
    """A hand trick by trick, half of them with a truco, run from or accepted."""
    tricks = played(rng)
    if maybe(rng, 0.5):
        return {"tricks": tricks}
    trick = rng.randint(1, len(tricks))
    truco: Entry = {"trick": trick, "side": rng.randrange(2), "proposals": rng.choice([1, 1, 2, 3, 4])}
    truco["answer"] = rng.choice(["run", "accept"])
    if truco["answer"] == "run":
        tricks = tricks[: trick - 1]
    elif maybe(rng, 0.6):
        tricks = tricks[:trick]
        if maybe(rng, 0.4):
            tricks[-1] = None
            truco["tied_card_before_call"] = maybe(rng, 0.5)
    return {"tricks": tricks, "truco": truco}


def played(rng: Random) -> Tricks:
    """The tricks of a hand, played until it is settled."""
    tricks: Tricks = []
    while not settled(tricks):
        tricks.append(rng.choice([0, 0, 1, 1, None]))
    return tricks


def settled(tricks: Tricks) -> bool:
    """True when the play stops."""
    if len(tricks) < 2:
        return False
    return len(tricks) == 3 or hand_winner(tricks) is not None


def hand_winner(tricks: Tricks) -> int | None:
    """The winner, by the table of the rules, of tricks that may not be all played yet."""
    for side in (0, 1):
        if tricks.count(side) == 2:
            return side
    if None not in tricks:
        return None
    return next((side for side in tricks if side is not None), None)


def claim(rng: Random, document: Document) -> Entry:
    """A claim of a trick or of a hand."""
    if maybe(rng, 0.5):
        return _trick(rng, 2 * len(document["sides"][0].get("players", "AB")), agreed(document)["manilhas"] == "vira")
    return {"type": "hand", "side": rng.randrange(2), **_by_tricks(rng)}


def _trick(rng: Random, players: int, vira: bool) -> Entry:
    """A trick with so many players; now and then a card too few, or a wrong one."""
    two = rng.sample("A2347KQJ", 2)
    few = PACK if maybe(rng, 0.5) else [card for card in PACK if card[0] in two]
    turned_up, *dealt = rng.sample(few, players + 1)
    first = rng.randrange(2)
    cards = [["back" if maybe(rng, 0.1) else card, (first + seat) % 2] for seat, card in enumerate(dealt)]
    made: Entry = {"type": "trick", "cards": cards}
    if vira:
        made["vira"] = turned_up
    if maybe(rng, 0.1):
        rng.choice(cards)[0] = rng.choice(["8S", "10H", "JOKER", turned_up, dealt[0], "4c", "H3", "", "back"])
    if maybe(rng, 0.05):
        cards.pop()
    return made
