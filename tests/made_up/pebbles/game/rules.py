"""Pebbles: two pairs share twenty pebbles, and the last one echoes."""

from scorekeeper.games.engine.base import (
    Entry,
    Game,
    Outcome,
    Setup,
    Table,
    _,
    line,
    outcome,
    stopped,
    totals_after,
    win,
    winner_at,
)

ECHO = 2


class Rules(Game):
    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "PEB-3")
        lines = [
            line(side, "PEB-1", _("Pebbles: {count}"), count, count=count)
            for side, count in enumerate(entry["pebbles"])
        ]
        if entry.get("last") is not None:
            lines.append(line(entry["last"], "PEB-2", _("The last pebble echoes"), ECHO))
        result = outcome(setup, table, lines)
        result["private"] = {"echoes": table.get("private", {}).get("echoes", 0) + (1 if "last" in entry else 0)}
        totals = totals_after(table, result["points"])
        winner = winner_at(totals, setup["options"]["target"])
        if winner is not None:
            lines.append(line(winner, "PEB-3", _("Has {total} pebbles"), total=totals[winner]))
            win(result, winner, "shore")
        return result
