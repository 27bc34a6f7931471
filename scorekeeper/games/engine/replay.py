"""Hands played again: what follows by the rules from what people entered. Pure.

The input of a hand is what people entered for it: `{"entry", "struck", "corrected", "at"}`, `at` a time in ISO 8601.
"""

from typing import Any, TypeAlias, TypedDict

from . import match
from .base import Entry, Line, Problem, Refusal, Setup, Table, _, problem
from .match_state import Status

HandInput: TypeAlias = "dict[str, Any]"
Facts: TypeAlias = "dict[int, HandInput | None]"  # by hand number; None for a hand that is not there
INPUT_FIELDS = ("entry", "struck", "corrected", "at")


class Played(TypedDict):
    """A hand: its input, and what follows by the rules. `table` is the one after it."""

    number: int
    entry: Entry
    struck: bool
    corrected: bool
    at: str
    dealer: "str | None"
    points: list[int]
    lines: list[Line]
    table: Table


class Excerpt:
    """The part of a match that a command needs.

    `table` is the one after the last hand, `count` the number of hands, struck ones among them. A command that changes
    earlier input also needs stored `hands` by number: the changed one, all after it, and the one before it.
    """

    def __init__(
        self,
        setup: Setup,
        table: Table,
        count: int,
        stopped: bool = False,
        hands: "dict[int, Played] | None" = None,
    ) -> None:
        self.setup = setup
        self.table = table
        self.count = count
        self.stopped = stopped
        self.hands: dict[int, Played] = {} if hands is None else hands

    def result(self) -> "tuple[Status, int | None]":
        """How the match stands: its status, and the side that won."""
        return status_of(self.stopped, self.table), self.table["winner"]


def status_of(stopped: bool, table: Table) -> Status:
    """`in_progress`, `finished` by the rules, or `stopped` by the players without a result."""
    return "stopped" if stopped and table["status"] == "in_progress" else table["status"]


def input_of(hand: Any) -> HandInput:
    """The input of a hand, without anything that follows from it."""
    return {name: hand[name] for name in INPUT_FIELDS}


def setup_at(setup: Setup, number: int) -> Setup:
    """The setup with the names that were true for hand `number`."""
    for names in setup.get("former", []):
        if number <= names["until"]:
            then = setup.copy()
            then["seats"] = names["seats"]
            then["sides"] = names["sides"]
            return then
    return setup


def play(setup: Setup, table: Table, entry: Entry, number: int) -> "dict[str, Any]":
    """Hand `number` by the rules (see `match.play`); a refusal names it as it is shown, struck hands counted."""
    try:
        return match.play(setup_at(setup, number), table, entry)
    except Refusal as refusal:
        raise named(number, refusal.problems) from None


def played(setup: Setup, table: Table, given: HandInput, number: int) -> Played:
    """Play a hand from its input; a struck one leaves the table as it was. Raises Refusal."""
    scored: dict[str, Any]
    if given["struck"]:
        dealer = None if table["dealer"] is None else setup_at(setup, number)["seats"][table["dealer"]]
        scored = {"dealer": dealer, "points": [0] * len(setup["sides"]), "lines": [], "table": table}
    else:
        scored = play(setup, table, given["entry"], number)
    return {
        "number": number,
        "entry": given["entry"],
        "struck": given["struck"],
        "corrected": given["corrected"],
        "at": given["at"],
        "dealer": scored["dealer"],
        "points": scored["points"],
        "lines": scored["lines"],
        "table": scored["table"],
    }


def replay(setup: Setup, given: "list[HandInput]") -> list[Played]:
    """All hands from the first one on. Raises Refusal for the first that the rules refuse."""
    table = match.first_table(setup)
    hands: list[Played] = []
    for each in given:
        hands.append(played(setup, table, each, len(hands) + 1))
        table = hands[-1]["table"]
    return hands


def named(number: int, found: "list[Problem]") -> Refusal:
    """A refusal whose problems name the hand by its shown number."""
    for each in found:
        each["hand"] = number
    return Refusal(found)


def no_such_hand(number: int) -> Refusal:
    """A refusal for the number of a hand that does not exist."""
    return named(number, [problem(None, None, _("This hand doesn’t exist"))])


Rewritten: TypeAlias = "tuple[dict[int, Played | None], dict[str, Any], Facts, Facts]"


def rewrite(part: Excerpt, facts: Facts, strike_rest: bool = False) -> Rewritten:
    """Make these facts hold and play the later hands again, up to where nothing differs any more.

    Answers the hands that were played, what changes of the match, and the facts before and after: those given, and
    with `strike_rest` those of the later hands that it struck. Raises Refusal.
    """
    before: Facts = {number: input_of(part.hands[number]) if number in part.hands else None for number in facts}
    after = dict(facts)
    hands: dict[int, Played | None] = {}
    table, is_striking = _table_before(part, min(facts)), False
    numbers = [number for number in sorted(set(part.hands) | set(facts)) if number >= min(facts)]
    for number in numbers:
        given = facts[number] if number in facts else input_of(part.hands[number])
        if given is None:
            hands[number] = None
            continue
        try:
            hand = played(part.setup, table, _struck(given) if is_striking else given, number)
        except Refusal as refusal:
            if number in facts:
                raise
            if not strike_rest:
                raise _no_longer_possible(number, hands, refusal) from None
            is_striking = True
            hand = played(part.setup, table, _struck(given), number)
        if hand["struck"] != given["struck"]:
            before[number], after[number] = given, input_of(hand)
        hands[number], table = hand, hand["table"]
        if not is_striking and number >= max(facts) and _is_as_stored(part, number, table):
            table = part.table
            break
    left = [number for number in numbers if hands.get(number, {}) is not None]
    return hands, {"table": table, "hand_count": max([min(facts) - 1] + left)}, before, after


def _table_before(part: Excerpt, number: int) -> Table:
    if number == 1:
        return match.first_table(part.setup)
    if number - 1 not in part.hands:
        raise no_such_hand(number)
    return part.hands[number - 1]["table"]


def _is_as_stored(part: Excerpt, number: int, table: Table) -> bool:
    """Whether this hand leaves the table that it left before; then so do all after it."""
    return number in part.hands and part.hands[number]["table"] == table


def _struck(given: HandInput) -> HandInput:
    crossed = dict(given)
    crossed["struck"] = True
    return crossed


def _no_longer_possible(number: int, hands: "dict[int, Played | None]", refusal: Refusal) -> Refusal:
    """A later hand stands in the way. Its problems belong to no field of what is being entered."""
    ends = [at for at, hand in hands.items() if hand is not None and hand["table"]["status"] == "finished"]
    rule = refusal.problems[0]["rule"]
    if ends:
        text = _("This ends the match with hand {last}: hand {hand} and all later hands must be struck out")
        return named(number, [problem(None, rule, text, last=min(ends), hand=number)])
    found = [problem(None, rule, _("This would make hand {hand} impossible"), hand=number)]
    found += [problem(None, each["rule"], each["message"], **each["params"]) for each in refusal.problems]
    return named(number, found)
