"""Plays a match by its rules: reads its document, scores its hands in order, changes earlier hands. Pure.

`score_hand` scores an entry; `play_hand` adds what is stored with a hand, `play_all` plays all hands. The input of a
stored hand is what people entered for it: `{"entry", "struck", "corrected", "at"}`, `at` a time in ISO 8601.
"""

from typing import Any, TypeAlias, TypedDict

from . import final_result
from .checks import Checks, Refusal, _, english, is_bounded, is_moment, is_printable, problem, refuse
from .claims import TOO_LARGE, judge, over
from .field_checks import entry_problems
from .final_result import FINAL
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
REMARKS = ("note", "at")  # parts of an entry that never score


def first_table(setup: Setup) -> Table:
    """Returns the table before the first hand."""
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
    """True if players may stop a match with its score as the result; else a stopped match has none."""
    return not problems(setup, first_table(setup), {"stop": True})


def problems(setup: Setup, table: Table, entry: Any) -> list[Problem]:
    """Returns all problems of an entry as the next hand; an empty list if there are none."""
    number = table["hands"] + 1
    if table["status"] != "in_progress":
        reasons = [problem(None, None, _("The match was over before this hand"))]
    elif not isinstance(entry, dict):
        reasons = [problem(None, None, _("A hand must be a group of named fields"))]
    elif not is_bounded(entry):
        reasons = [problem(None, None, TOO_LARGE)]
    else:
        played = {name: entry[name] for name in entry if name not in REMARKS}
        reasons = _problems_by_kind(setup, table, played)
        reasons = reasons + _remark_problems(entry)
    for reason in reasons:
        reason["hand"] = number
    return reasons


def _problems_by_kind(setup: Setup, table: Table, played: Entry) -> list[Problem]:
    """Returns the problems of the entry of a hand, or of a final result."""
    game = game_of(setup)
    if FINAL in played and game.installed:
        return final_result.problems(setup, played)
    of_fields = entry_problems(setup, game.ways_of(setup), played) if game.installed and game.checks_fields else []
    return of_fields or game.problems(setup, table, played)


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
    """Scores a hand: its dealer, points and lines, and the table after it. Raises Refusal with all problems."""
    reasons = problems(setup, table, entry)
    if reasons:
        raise Refusal(reasons)
    played = {name: entry[name] for name in entry if name not in REMARKS}
    score_entry = final_result.score if FINAL in played else game_of(setup).score
    result = score_entry(setup, table, played)
    dealer = table["dealer"] or 0
    over = result["won_by"] is not None
    games = list(table["games"])
    winner = result["winner"]
    if winner is not None:
        games[winner] = result["games"]
    after: Table = {
        "hands": table["hands"] + 1,
        "totals": [total + gained for total, gained in zip(table["totals"], result["points"])],
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
    """Returns the game's data for players before the next hand; an empty dict once the match is over."""
    return game_of(setup).next_hand(setup, table) if table["status"] == "in_progress" else {}


def score_hands(setup: Setup, entries: "list[Entry]") -> "tuple[list[dict[str, Any]], Table]":
    """Scores all hands in order; returns them and the table after the last. Raises Refusal."""
    table = first_table(setup)
    hands = []
    for entry in entries:
        hand = score_hand(setup, table, entry)
        table = hand["table"]
        hands.append(hand)
    return hands, table


def opened(document: Any) -> "tuple[Setup, list[dict[str, Any]], Table]":
    """Reads and scores a match document; returns its setup, its hands and the table after them. Raises Refusal."""
    setup = begin(document)
    entries = document.get("hands", [])
    if not isinstance(entries, list):
        raise refuse("hands", None, _("This is not a list of hands"))
    hands, table = score_hands(setup, entries)
    return setup, hands, table


def document(setup: Setup, entries: "list[Entry]") -> dict[str, Any]:
    """Returns the match document of a match, with all options that its preset has."""
    written: dict[str, Any] = {
        "format": setup["format"],
        "game": setup["game"],
        "variant": setup["variant"],
        "options": game_of(setup).written_options(setup),
        "sides": [_written_side(setup, side) for side in setup["sides"]],
        "first_dealer": setup["seats"][setup["first_dealer"]],
        "hands": entries,
    }
    if setup["about"]:
        written["about"] = setup["about"]
    return written


def _written_side(setup: Setup, side: Side) -> Entry:
    """Returns a side for a match document, without player names that were generated from a long name."""
    is_long = max([len(player) for player in side["players"]]) > LONGEST_NAME
    if is_long and len(side["players"]) == unnamed_players(
        game_of(setup), setup["variant"], setup["options"], len(setup["sides"])
    ):
        return {"name": side["name"]}
    return {"name": side["name"], "players": side["players"]}


def score(document: Any, say: Say = english) -> dict[str, Any]:
    """Scores a match document. Raises Refusal with all problems of the head, or of the first hand with any."""
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
    """Judges a claim after the last hand of a match document. Raises Refusal if it cannot be judged."""
    setup, _hands, table = opened(document)
    return judge(setup, table, claim, say)


def rematch_head(setup: Setup) -> "dict[str, Any]":
    """Returns the head of a match document for a rematch; the next player in seat order deals first."""
    head = document(setup, [])
    head.pop("hands")
    head["first_dealer"] = setup["seats"][(setup["first_dealer"] + 1) % len(setup["seats"])]
    # A rematch has its own clock.
    head["about"] = {name: text for name, text in setup["about"].items() if name != "ends"}
    return head


HandInput: TypeAlias = "dict[str, Any]"
Facts: TypeAlias = "dict[int, HandInput | None]"  # by hand number; None for a hand that doesn't exist
INPUT_FIELDS = ("entry", "struck", "corrected", "at")


class Played(TypedDict):
    """A played hand: its input and its score; `table` is the table after it."""

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

    `table` is the one after the last hand, `count` the number of hands, including struck ones. A command that changes
    earlier hands also needs these stored `hands` by number: the changed hand, all after it, and the one before it.
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
        """Returns the status, and the side that won."""
        return status_of(self.stopped, self.table), self.table["winner"]


def status_of(stopped: bool, table: Table) -> Status:
    """Returns `in_progress`, `finished` (by the rules), or `stopped` (by the players, without a result)."""
    return "stopped" if stopped and table["status"] == "in_progress" else table["status"]


def input_of(hand: Any) -> HandInput:
    """Returns the input of a hand, without its score."""
    return {name: hand[name] for name in INPUT_FIELDS}


def setup_at(setup: Setup, number: int) -> Setup:
    """Returns the setup with the names at the time of hand `number`."""
    for names in setup.get("former", []):
        if number <= names["until"]:
            then = setup.copy()
            then["seats"] = names["seats"]
            then["sides"] = names["sides"]
            return then
    return setup


def with_facts(setup: Setup, facts: "dict[str, Any]") -> Setup:
    """Returns the setup as a line of the log changes it: with its `about`, or with its `seats`, `sides` and `until`.

    `until` is the last hand with former names, 0 if there is none: the names before the change apply up to that hand.
    Lines of versions up to 0.3 hold the whole list `former` instead.
    """
    new: Any = setup.copy()
    new.update(facts)
    until = new.pop("until", None)
    if until is not None:
        former = [names for names in setup.get("former", []) if names["until"] <= until]
        if until > last_former(former):
            former.append({"until": until, "seats": setup["seats"], "sides": setup["sides"]})
        new["former"] = former
    changed: Setup = new
    return changed


def last_former(former: "list[dict[str, Any]]") -> int:
    """Returns the number of the last hand with former names; 0 if there is none."""
    return int(former[-1]["until"]) if former else 0


def score_numbered(setup: Setup, table: Table, entry: Entry, number: int) -> "dict[str, Any]":
    """Scores hand `number` (see `score_hand`); a refusal has the number shown on screens, which counts struck hands."""
    try:
        return score_hand(setup_at(setup, number), table, entry)
    except Refusal as refusal:
        raise named(number, refusal.problems) from None


def foreseen(setup: Setup, table: Table, entry: Entry, number: int) -> "list[int | None]":
    """Returns the points that an incomplete hand makes certain (see `Game.foreseen`). Raises Refusal."""
    return game_of(setup).foreseen(setup_at(setup, number), table, entry)


def play_hand(setup: Setup, table: Table, hand: HandInput, number: int) -> Played:
    """Plays a hand from its input; a struck hand leaves the table unchanged. Raises Refusal."""
    scored: dict[str, Any]
    if hand["struck"]:
        dealer = None if table["dealer"] is None else setup_at(setup, number)["seats"][table["dealer"]]
        scored = {"dealer": dealer, "points": [0] * len(setup["sides"]), "lines": [], "table": table}
    else:
        scored = score_numbered(setup, table, hand["entry"], number)
    return {
        "number": number,
        "entry": hand["entry"],
        "struck": hand["struck"],
        "corrected": hand["corrected"],
        "at": hand["at"],
        "dealer": scored["dealer"],
        "points": scored["points"],
        "lines": scored["lines"],
        "table": scored["table"],
    }


def play_all(setup: Setup, inputs: "list[HandInput]", played: "list[Played] | None" = None) -> list[Played]:
    """Plays all hands after those `played`. Raises Refusal with the problems of the first hand that has any."""
    hands = list(played or [])
    table = hands[-1]["table"] if hands else first_table(setup)
    for hand in inputs[len(hands) :]:
        hands.append(play_hand(setup, table, hand, len(hands) + 1))
        table = hands[-1]["table"]
    return hands


def named(number: int, reasons: "list[Problem]") -> Refusal:
    """Returns a refusal for hand `number` with these problems."""
    for reason in reasons:
        reason["hand"] = number
    return Refusal(reasons)


def no_such_hand(number: int) -> Refusal:
    """Returns a refusal for the number of a hand that does not exist."""
    return named(number, [problem(None, None, _("This hand doesn’t exist"))])


Rewritten: TypeAlias = "tuple[dict[int, Played | None], dict[str, Any], Facts, Facts]"


def rewrite(part: Excerpt, facts: Facts, strike_rest: bool = False) -> Rewritten:
    """Replaces the inputs of hands and plays the later hands again, until the table is the same as before.

    Returns the played hands, the match's new `table` and `hand_count`, and the facts before and after: the given ones
    and, with `strike_rest`, those of the later hands that were struck. Raises Refusal.
    """
    before: Facts = {number: input_of(part.hands[number]) if number in part.hands else None for number in facts}
    after = dict(facts)
    hands: dict[int, Played | None] = {}
    table, is_striking = _table_before(part, min(facts)), False
    numbers = [number for number in sorted(set(part.hands) | set(facts)) if number >= min(facts)]
    for number in numbers:
        hand_input = facts[number] if number in facts else input_of(part.hands[number])
        if hand_input is None:
            hands[number] = None
            continue
        try:
            hand = play_hand(part.setup, table, _struck(hand_input) if is_striking else hand_input, number)
        except Refusal as refusal:
            if number in facts:
                raise
            if not strike_rest:
                raise _no_longer_possible(number, hands, refusal) from None
            is_striking = True
            hand = play_hand(part.setup, table, _struck(hand_input), number)
        if hand["struck"] != hand_input["struck"]:
            before[number], after[number] = hand_input, input_of(hand)
        hands[number], table = hand, hand["table"]
        if not is_striking and number >= max(facts) and _is_as_stored(part, number, table):
            table = part.table
            break
    numbers_left = [number for number in numbers if hands.get(number, {}) is not None]
    return hands, {"table": table, "hand_count": max([min(facts) - 1] + numbers_left)}, before, after


def _table_before(part: Excerpt, number: int) -> Table:
    if number == 1:
        return first_table(part.setup)
    if number - 1 not in part.hands:
        raise no_such_hand(number)
    return part.hands[number - 1]["table"]


def _is_as_stored(part: Excerpt, number: int, table: Table) -> bool:
    """True if the table after this hand is the stored one, so that later hands do not change."""
    return number in part.hands and part.hands[number]["table"] == table


def _struck(hand: HandInput) -> HandInput:
    crossed = dict(hand)
    crossed["struck"] = True
    return crossed


def _no_longer_possible(number: int, hands: "dict[int, Played | None]", refusal: Refusal) -> Refusal:
    """Returns the refusal of a change that makes the later hand `number` impossible or ends the match before it.

    Its problems name no field.
    """
    ends = [at for at, hand in hands.items() if hand is not None and hand["table"]["status"] == "finished"]
    rule = refusal.problems[0]["rule"]
    if ends:
        text = _("This ends the match with hand {last}: hand {hand} and all later hands must be struck out")
        return named(number, [problem(None, rule, text, last=min(ends), hand=number)])
    reasons = [problem(None, rule, _("This would make hand {hand} impossible"), hand=number)]
    reasons += [problem(None, reason["rule"], reason["message"], **reason["params"]) for reason in refusal.problems]
    return named(number, reasons)
