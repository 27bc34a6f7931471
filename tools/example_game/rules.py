"""Bisca: the sides share the card points of a hand, and the first to reach the target wins.

Sources:
Not covered:
"""

from scorekeeper.games.engine.base import (
    Checks,
    Entry,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    end_at_target,
    line,
    outcome,
)


def problems(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    """Returns the problems between the fields of an entry; each single field is already checked."""
    checks = Checks(entry)
    for side, points in enumerate(entry["points"]):
        if points and not entry["tricks"][side]:
            checks.refuse("points." + str(side), "BIS-2", _("A side without a trick cannot have points"))
    return checks.problems


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Returns the outcome of an entry without problems."""
    lines = [
        line(side, "BIS-1", _("Card points: {taken}"), points, taken=points)
        for side, points in enumerate(entry["points"])
    ]
    result = outcome(setup, table, lines)
    end_at_target(result, table, setup["options"]["target"], "BIS-3")
    return result
