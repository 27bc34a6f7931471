"""What the melds of an opening are worth: sets and sequences, with one joker at most (SCA-12 to SCA-14)."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, _
from ..engine.cards import JOKER, RANKS, rank_of, suit_of
from .fields import MOST_HELD, MOST_HELD_OPENED

LEAST_CARDS = 3
ACE_HIGH = 14  # the place of an ace above the king; below the 2 it stands at 1
COURT = ("10", "J", "Q", "K")
ACE_WORTH = 11


def worth_of(meld: "list[str]") -> "int | None":
    """The points of a meld, its joker where it counts most; None for what is no meld."""
    cards = [card for card in meld if card != JOKER]
    jokers = len(meld) - len(cards)
    if len(meld) < LEAST_CARDS or jokers > 1:
        return None
    if len({rank_of(card) for card in cards}) == 1:
        return _worth_of_set(cards, jokers)
    return _worth_of_sequence(cards, jokers)


def _worth_of_set(cards: "list[str]", jokers: int) -> "int | None":
    """Three or four cards of one rank, all of different suits (SCA-12)."""
    suits = [suit_of(card) for card in cards]
    if len(set(suits)) < len(suits) or len(cards) + jokers > len("SHDC"):
        return None
    return (len(cards) + jokers) * _card_worth(rank_of(cards[0]))


def _worth_of_sequence(cards: "list[str]", jokers: int) -> "int | None":
    """Cards of one suit in a row; of all places in which they can stand, the ones that count most (SCA-13, SCA-14)."""
    ranks = [rank_of(card) for card in cards]
    if len({suit_of(card) for card in cards}) > 1 or len(set(ranks)) < len(ranks):
        return None
    length = len(cards) + jokers
    worths = []
    for first in range(1, ACE_HIGH - length + 2):
        row = [_rank_at(place) for place in range(first, first + length)]
        if all(rank in row for rank in ranks):
            worths.append(sum([_place_worth(place) for place in range(first, first + length)]))
    return max(worths) if worths else None


def _rank_at(place: int) -> str:
    """The rank at a place of the row A 2 3 … Q K A."""
    return RANKS[(place - 1) % len(RANKS)]


def _card_worth(rank: str) -> int:
    """A card's points in a set."""
    if rank == "A":
        return ACE_WORTH
    return 10 if rank in COURT else int(rank)


def _place_worth(place: int) -> int:
    """A card's points in a sequence: an ace below the 2 counts 1."""
    return 1 if place == 1 else _card_worth(_rank_at(place))


def is_out(setup: Setup, total: int) -> bool:
    """Whether a player with this total is out (SCA-6)."""
    return bool(total >= setup["options"]["limit"])


def still_in(setup: Setup, totals: "list[int]") -> "list[int]":
    """The sides that are in with these totals."""
    return [side for side, total in enumerate(totals) if not is_out(setup, total)]


def reentered(setup: Setup, table: Table) -> "list[int]":
    """How often each side has come back."""
    return list(table.get("private", {}).get("reentered", [0] * len(setup["sides"])))


def may_reenter(table: Table) -> "list[int]":
    """The sides that may come back with the next hand (SCA-9)."""
    return list(table.get("private", {}).get("may_reenter", []))


def reentry_total(setup: Setup, table: Table) -> int:
    """The total at which a side comes back: the highest among those who stayed in."""
    return max([table["totals"][side] for side in still_in(setup, table["totals"])])


def players_of(setup: Setup, table: Table, entry: Entry) -> "list[int]":
    """The sides that play a hand: those who are in, and those who come back with it."""
    back = entry.get("reenter", [])
    return sorted(still_in(setup, table["totals"]) + [side for side in may_reenter(table) if side in back])


LOWEST_CARD = 2
LONE_ACE = 1


def least_count(setup: Setup) -> int:
    """The least that anybody holds who did not close (SCA-3)."""
    return LONE_ACE if setup["options"]["lone_ace"] else LOWEST_CARD


def most_counts(setup: Setup) -> "tuple[tuple[int, ...], str]":
    """The most that one, two, three … players can hold together, and by which rule."""
    if setup["options"]["unopened"] == "flat":
        return MOST_HELD_OPENED, "SCA-5"
    return MOST_HELD, "SCA-3"


def check_hand(checks: Checks, setup: Setup, table: Table) -> None:
    """Everything that is wrong with a hand."""
    checks.only(("closed", "counts", "from_hand", "unopened", "reenter"))
    back = _some_sides(checks, "reenter", "SCA-9", setup)
    unopened = _some_sides(checks, "unopened", "SCA-5", setup)
    closed = checks.side("closed", "SCA-2", len(setup["sides"]))
    checks.flag("from_hand", "SCA-4")
    if back is None or unopened is None:
        return
    _check_reentries(checks, setup, table, back)
    playing = players_of(setup, table, {"reenter": back})
    if closed is not None and closed not in playing:
        checks.refuse("closed", "SCA-7", _("This player is out"))
    _check_unopened(checks, setup, unopened, playing, closed)
    if closed is not None:
        _check_counts(checks, setup, closed, unopened, playing)


def _some_sides(checks: Checks, name: str, rule: str, setup: Setup) -> "list[int] | None":
    """A list of sides, none of them twice; nobody where it is left out."""
    if not checks.has(name):
        return []
    values = checks.mapping[name]
    if not isinstance(values, list) or len(values) > len(setup["sides"]):
        checks.refuse(name, rule, _("This must be a list of sides"))
        return None
    good = [type(value) is int and 0 <= value < len(setup["sides"]) for value in values]
    if False in good or len(set(values)) < len(values):
        checks.refuse(name, rule, _("This must be a list of sides, each of them once"))
        return None
    return list(values)


def _check_reentries(checks: Checks, setup: Setup, table: Table, back: "list[int]") -> None:
    """Only who went out with the hand before comes back, and not more often than agreed (SCA-9)."""
    for side in back:
        who = setup["sides"][side]["name"]
        if side in may_reenter(table):
            continue
        if side in still_in(setup, table["totals"]):
            checks.refuse("reenter", "SCA-9", _("{who} is not out"), who=who)
        elif not setup["options"]["reentries"]:
            checks.refuse("reenter", "SCA-9", _("In this match nobody comes back"))
        elif reentered(setup, table)[side] >= setup["options"]["reentries"]:
            most = setup["options"]["reentries"]
            checks.refuse("reenter", "SCA-9", _("{who} has come back as often as agreed: {most}"), who=who, most=most)
        else:
            checks.refuse("reenter", "SCA-9", _("{who} could come back only with the hand after going out"), who=who)


def _check_unopened(checks: Checks, setup: Setup, unopened: "list[int]", playing: "list[int]", closed: Any) -> None:
    if unopened and setup["options"]["unopened"] != "flat":
        checks.refuse("unopened", "SCA-5", _("Here everybody counts the cards in hand"))
    for side in unopened:
        if side == closed:
            checks.refuse("unopened", "SCA-5", _("A player who closes must have opened"))
        elif side not in playing:
            checks.refuse("unopened", "SCA-7", _("This player is out"))


def _check_counts(checks: Checks, setup: Setup, closed: int, unopened: "list[int]", playing: "list[int]") -> None:
    """A count for everybody who plays and is not named as unopened, 0 for who closed, null for all others."""
    if not checks.required("counts", "SCA-2"):
        return
    counts = checks.mapping["counts"]
    sides = len(setup["sides"])
    if not isinstance(counts, list) or len(counts) != sides:
        checks.refuse("counts", "SCA-2", _("This must be one number for each of the {sides} sides"), sides=sides)
        return
    before = len(checks.problems)
    most, rule = most_counts(setup)
    for side, count in enumerate(counts):
        path = "counts." + str(side)
        if side not in playing or side in unopened:
            if count is not None:
                text = _("Who has not opened has no count") if side in unopened else _("This player is out")
                checks.refuse(path, "SCA-5" if side in unopened else "SCA-7", text)
        elif side == closed:
            if type(count) is not int or count != 0:
                checks.refuse(path, "SCA-2", _("The player who closes scores 0"))
        elif count is None:
            checks.refuse(path, "SCA-2", _("Fill this in"))
        else:
            low = "SCA-3" if type(count) is int and count < least_count(setup) else rule
            checks.is_good_number(path, low, count, least_count(setup), most[0])
    if len(checks.problems) == before:
        _check_together(checks, [count for count in counts if count], most, rule)


def _check_together(checks: Checks, counts: "list[int]", most: "tuple[int, ...]", rule: str) -> None:
    """The packs have only so many jokers and aces (SCA-3, SCA-5)."""
    highest = sorted(counts, reverse=True)
    for players in range(2, len(highest) + 1):
        held = sum(highest[:players])
        if held > most[players - 1]:
            text = _("{players} players together hold {held}, the packs allow {most}")
            checks.refuse("counts", rule, text, players=players, held=held, most=most[players - 1])
            return
