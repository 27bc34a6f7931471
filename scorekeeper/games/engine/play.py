"""A match by its rules: its document read, its hands scored one after another, and earlier hands changed. Pure.

`score_hand` scores an entry; `play_hand` adds what is stored with a hand, `play_all` does so for all of them. The input
of a stored hand is what people entered for it: `{"entry", "struck", "corrected", "at"}`, `at` a time in ISO 8601.
"""

from typing import Any, TypeAlias, TypedDict

from .checks import Checks, Refusal, _, english, is_bounded, is_moment, is_printable, problem, refuse
from .claims import TOO_LARGE, judge, over
from .field_checks import entry_problems
from .game import game_of
from .setup import LONGEST_NAME, begin, unnamed_players
from .shapes import Entry, Line, Problem, Say, Setup, Side, Status, Table, said_lines

__all__ = [
    "Excerpt",
    "Facts",
    "HandInput",
    "Played",
    "begin",
    "claim",
    "document",
    "first_table",
    "game_of",
    "input_of",
    "judge",
    "may_stand",
    "named",
    "next_hand",
    "no_such_hand",
    "opened",
    "over",
    "play_all",
    "play_hand",
    "problems",
    "rematch_head",
    "rewrite",
    "score",
    "score_hand",
    "score_hands",
    "score_numbered",
    "setup_at",
    "status_of",
]

RESULT = "scorekeeper-result/1"
LONGEST_NOTE = 200
REMARKS = ("note", "at")  # what an entry may carry that never scores


def first_table(setup: Setup) -> Table:
    """The table before the first hand."""
    return {
        "hands": 0,
        "totals": [0] * len(setup["sides"]),
        "dealer": setup["first_dealer"],
        "dealt": [0] * len(setup["seats"]),
        "status": "in_progress",
        "winner": None,
        "games": [0] * len(setup["sides"]),
        "won_by": None,
    }


def may_stand(setup: Setup) -> bool:
    """Whether the score of this match may stand when its players stop it, or there is no result then."""
    return not problems(setup, first_table(setup), {"stop": True})


def problems(setup: Setup, table: Table, entry: Any) -> list[Problem]:
    """Everything that keeps an entry from being the next hand; an empty list when it is good."""
    number = table["hands"] + 1
    if table["status"] != "in_progress":
        found = [problem(None, None, _("The match was over before this hand"))]
    elif not isinstance(entry, dict):
        found = [problem(None, None, _("A hand must be a group of named fields"))]
    elif not is_bounded(entry):
        found = [problem(None, None, TOO_LARGE)]
    else:
        played = {name: entry[name] for name in entry if name not in REMARKS}
        game = game_of(setup)
        found = entry_problems(setup, game.ways, played) or game.problems(setup, table, played)
        found = found + _remark_problems(entry)
    for each in found:
        each["hand"] = number
    return found


def _remark_problems(entry: Entry) -> list[Problem]:
    checks = Checks(entry)
    note = entry.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        checks.refuse("note", None, _("Use at most {longest} characters for a note"), longest=LONGEST_NOTE)
    elif not is_printable(note.replace("\n", " ").replace("\t", " ")):
        checks.refuse("note", None, _("This note has characters that cannot be printed"))
    if checks.has("at") and (not isinstance(entry["at"], str) or not is_moment(entry["at"])):
        checks.refuse("at", None, _("This must be a date or a moment, such as 2026-11-21T20:15:00Z"))
    return checks.problems


def score_hand(setup: Setup, table: Table, entry: Entry) -> dict[str, Any]:
    """Play one hand: its dealer, points and lines, and the table after it. Raises Refusal with all problems."""
    found = problems(setup, table, entry)
    if found:
        raise Refusal(found)
    played = {name: entry[name] for name in entry if name not in REMARKS}
    result = game_of(setup).score(setup, table, played)
    dealer = table["dealer"] or 0
    over = result["won_by"] is not None
    games = list(table["games"])
    winner = result["winner"]
    if winner is not None:
        games[winner] = result["games"]
    after: Table = {
        "hands": table["hands"] + 1,
        "totals": [total + more for total, more in zip(table["totals"], result["points"])],
        "dealer": None if over else result["next_dealer"],
        "dealt": [count + (1 if seat == dealer else 0) for seat, count in enumerate(table["dealt"])],
        "status": "finished" if over else "in_progress",
        "winner": winner,
        "games": games,
        "won_by": result["won_by"],
    }
    private = result.get("private", table.get("private"))
    if private is not None:
        after["private"] = private
    return {
        "entry": entry,
        "dealer": setup["seats"][dealer],
        "points": result["points"],
        "lines": result["lines"],
        "table": after,
    }


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """What the table must know before the next hand; nothing once the match is over."""
    return game_of(setup).next_hand(setup, table) if table["status"] == "in_progress" else {}


def score_hands(setup: Setup, entries: "list[Entry]") -> "tuple[list[dict[str, Any]], Table]":
    """Play all hands in order: the played hands, and the table after the last."""
    table = first_table(setup)
    hands = []
    for entry in entries:
        hand = score_hand(setup, table, entry)
        table = hand["table"]
        hands.append(hand)
    return hands, table


def opened(document: Any) -> "tuple[Setup, list[dict[str, Any]], Table]":
    """Read and play a match document."""
    setup = begin(document)
    entries = document.get("hands", [])
    if not isinstance(entries, list):
        raise refuse("hands", None, _("This is not a list of hands"))
    hands, table = score_hands(setup, entries)
    return setup, hands, table


def document(setup: Setup, entries: "list[Entry]") -> dict[str, Any]:
    """The match document of a match, complete: nothing is left to defaults."""
    written: dict[str, Any] = {
        "format": setup["format"],
        "game": setup["game"],
        "variant": setup["variant"],
        "options": setup["options"],
        "sides": [_written_side(setup, side) for side in setup["sides"]],
        "first_dealer": setup["seats"][setup["first_dealer"]],
        "hands": entries,
    }
    if setup["about"]:
        written["about"] = setup["about"]
    return written


def _written_side(setup: Setup, side: Side) -> Entry:
    """A side as a document has it, without players named after a long name where a reader would name them so too."""
    is_long = max([len(player) for player in side["players"]]) > LONGEST_NAME
    if is_long and len(side["players"]) == unnamed_players(game_of(setup), setup["variant"], len(setup["sides"])):
        return {"name": side["name"]}
    return {"name": side["name"], "players": side["players"]}


def score(document: Any, say: Say = english) -> dict[str, Any]:
    """Score a match document. Raises Refusal with all problems of the head, or of the first hand that has any."""
    setup, hands, table = opened(document)
    return {
        "format": RESULT,
        "hands": [
            {
                "dealer": hand["dealer"],
                "points": hand["points"],
                "totals": hand["table"]["totals"],
                "lines": said_lines(hand["lines"], say),
            }
            for hand in hands
        ],
        "totals": table["totals"],
        "status": table["status"],
        "winner": table["winner"],
        "games": table["games"],
        "won_by": table["won_by"],
        "next_dealer": None if table["dealer"] is None else setup["seats"][table["dealer"]],
        "next_hand": next_hand(setup, table),
    }


def claim(document: Any, claim: Any, say: Say = english) -> dict[str, Any]:
    """Judge a claim on the table as the match's hands leave it. Raises Refusal where there is nothing to judge."""
    setup, _hands, table = opened(document)
    return judge(setup, table, claim, say)


def rematch_head(setup: Setup) -> "dict[str, Any]":
    """The head of a match document like that of the last match; whoever sat after the first dealer deals first."""
    head = document(setup, [])
    head.pop("hands")
    head["first_dealer"] = setup["seats"][(setup["first_dealer"] + 1) % len(setup["seats"])]
    head["about"] = {name: text for name, text in setup["about"].items() if name != "ends"}  # the clock starts anew
    return head


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


def score_numbered(setup: Setup, table: Table, entry: Entry, number: int) -> "dict[str, Any]":
    """Hand `number` by the rules (see `score_hand`); a refusal names it as it is shown, struck hands counted."""
    try:
        return score_hand(setup_at(setup, number), table, entry)
    except Refusal as refusal:
        raise named(number, refusal.problems) from None


def play_hand(setup: Setup, table: Table, given: HandInput, number: int) -> Played:
    """Play a hand from its input; a struck one leaves the table as it was. Raises Refusal."""
    scored: dict[str, Any]
    if given["struck"]:
        dealer = None if table["dealer"] is None else setup_at(setup, number)["seats"][table["dealer"]]
        scored = {"dealer": dealer, "points": [0] * len(setup["sides"]), "lines": [], "table": table}
    else:
        scored = score_numbered(setup, table, given["entry"], number)
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


def play_all(setup: Setup, given: "list[HandInput]") -> list[Played]:
    """All hands from the first one on. Raises Refusal for the first that the rules refuse."""
    table = first_table(setup)
    hands: list[Played] = []
    for each in given:
        hands.append(play_hand(setup, table, each, len(hands) + 1))
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
            hand = play_hand(part.setup, table, _struck(given) if is_striking else given, number)
        except Refusal as refusal:
            if number in facts:
                raise
            if not strike_rest:
                raise _no_longer_possible(number, hands, refusal) from None
            is_striking = True
            hand = play_hand(part.setup, table, _struck(given), number)
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
        return first_table(part.setup)
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
