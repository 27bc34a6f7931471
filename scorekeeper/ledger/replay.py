"""Scores made to follow from changed facts: from the first changed hand on, the hands are played again."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Line, Refusal, Table, _, problem
from scorekeeper.ledger.log import Facts, Said, said_of, session_of
from scorekeeper.ledger.seating import setup_then
from scorekeeper.store.models import Hand, Match


class Played(NamedTuple):
    """What a hand's row holds: what was said of it, and what follows."""

    said: Said
    dealer: str | None
    points: list[int]
    lines: list[Line]
    table: Table


def play(match: Match, table: Table, entry: Entry, number: int) -> dict[str, Any]:
    """The hand as the rules play it. A refusal's problems name the hand as it is shown, struck ones counted."""
    try:
        return rules.play(setup_then(match.setup, number), table, entry)
    except Refusal as refusal:
        for each in refusal.problems:
            each["hand"] = number
        raise


def rewrite(match: Match, facts: Facts, version: int, *, strike_rest: bool = False) -> tuple[Facts, Facts]:
    """Make these facts hold, and play all later hands again.

    Answers the facts before and after: those given, and with `strike_rest` those of the later hands that it struck,
    from the first one on that could no longer be played. Without it such a hand raises Refusal, with nothing written.
    """
    first = min(facts)
    rows = _rows_from(match, first)
    table = table_before(match, first)
    steps = _steps(match, rows, table, facts, strike_rest=strike_rest)
    before = {number: said_of(rows.get(number)) for number in facts}
    after = dict(facts)
    for number, step in steps.items():
        if step is not None and number not in facts and step.said != (was := said_of(rows[number])):
            before[number], after[number] = was, step.said
    _write(match, rows, steps, version)
    return before, after


def _rows_from(match: Match, first: int) -> dict[int, Hand]:
    found = select(Hand).where(Hand.match_id == match.id, Hand.number >= first).order_by(Hand.number)
    return {row.number: row for row in session_of(match).scalars(found)}


def table_before(match: Match, number: int) -> Table:
    """The table as the hands before that one left it."""
    row = session_of(match).get(Hand, (match.id, number - 1)) if number > 1 else None
    return row.table if row else rules.first_table(match.setup)


def _steps(
    match: Match, rows: dict[int, Hand], table: Table, facts: Facts, *, strike_rest: bool
) -> dict[int, Played | None]:
    """What each hand comes to, by number, up to where nothing differs from now on; None for one that goes."""
    steps: dict[int, Played | None] = {}
    striking = False
    for number in sorted({*rows, *facts}):
        row = rows.get(number)
        said = facts[number] if number in facts else said_of(row)
        if said is None:
            steps[number] = None
            continue
        if striking:
            said = {**said, "struck": True}
        try:
            step = step_of(match, table, said, number)
        except Refusal as refusal:
            if number in facts:
                raise
            if not strike_rest:
                raise _no_longer_possible(number, steps, refusal) from None
            striking = True
            step = step_of(match, table, {**said, "struck": True}, number)
        steps[number], table = step, step.table
        if row is not None and number >= max(facts) and table == row.table and not striking:
            break
    return steps


def step_of(match: Match, table: Table, said: Said, number: int) -> Played:
    """One hand played; a struck one leaves the table as it was."""
    if said["struck"]:
        dealer = None if table["dealer"] is None else setup_then(match.setup, number)["seats"][table["dealer"]]
        return Played(said, dealer, [0] * len(match.setup["sides"]), [], table)
    hand = play(match, table, said["entry"], number)
    return Played(said, hand["dealer"], hand["points"], hand["lines"], hand["table"])


def _no_longer_possible(number: int, steps: dict[int, Played | None], refusal: Refusal) -> Refusal:
    """A later hand stands in the way. Its problems belong to no field of what is being entered."""
    ends = [at for at, step in steps.items() if step is not None and step.table["status"] == "finished"]
    rule = refusal.problems[0]["rule"]
    if ends:
        text = _("This would end the match with hand {last}; hand {hand} and all after it would have to be struck")
        found = [problem(None, rule, text, last=ends[0], hand=number)]
    else:
        found = [problem(None, rule, _("This would make hand {hand} impossible"), hand=number)]
        found += [problem(None, each["rule"], each["message"], **each["params"]) for each in refusal.problems]
    for each in found:
        each["hand"] = number
    return Refusal(found)


def _write(match: Match, rows: dict[int, Hand], steps: dict[int, Played | None], version: int) -> None:
    session = session_of(match)
    for number, step in steps.items():
        row = rows.get(number)
        if step is not None:
            if row is None:
                row = Hand(match_id=match.id, number=number)
                session.add(row)
            put(row, step, version)
        elif row is not None:
            session.delete(row)
    numbers = {*rows, *steps} - {number for number, step in steps.items() if step is None}
    match.hand_count = max(numbers, default=min(steps) - 1)
    last = steps.get(match.hand_count)
    if last is not None:
        match.table = last.table
    elif match.hand_count < min(steps):
        match.table = table_before(match, min(steps))


def put(row: Hand, step: Played, version: int) -> None:
    """Fill a row; its version moves on only where anything in it does."""
    values = {
        "entry": step.said["entry"],
        "struck": step.said["struck"],
        "corrected": step.said["corrected"],
        "at": datetime.fromisoformat(step.said["at"]),
        "dealer": step.dealer,
        "points": step.points,
        "lines": step.lines,
        "table": step.table,
    }
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    if changed:
        for name, value in changed.items():
            setattr(row, name, value)
        row.version = version
