"""Bisca: the sides share the card points of a hand, and the first to reach the target wins.

Sources:
Not covered:
"""

from scorekeeper.games.engine.base import (
    Checks,
    Entry,
    Game,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    end_at_target,
    line,
    outcome,
)


class Rules(Game):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        for side, points in enumerate(entry["points"]):
            if points and not entry["tricks"][side]:
                checks.refuse("points." + str(side), "BIS-2", _("A side without a trick cannot have points"))
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        lines = [
            line(side, "BIS-1", _("Card points: {taken}"), points, taken=points)
            for side, points in enumerate(entry["points"])
        ]
        result = outcome(setup, table, lines)
        end_at_target(result, table, setup["options"]["target"], "BIS-3")
        return result
