"""Lanterns: two pairs share twenty lanterns, and the last one echoes."""

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
            return stopped(setup, table, "LAN-3")
        lines = [
            line(side, "LAN-1", _("Lanterns: {count}"), count, count=count)
            for side, count in enumerate(entry["lanterns"])
        ]
        if entry.get("last") is not None:
            lines.append(line(entry["last"], "LAN-2", _("The last lantern echoes"), ECHO))
        result = outcome(setup, table, lines)
        result["private"] = {"echoes": table.get("private", {}).get("echoes", 0) + (1 if "last" in entry else 0)}
        totals = totals_after(table, result["points"])
        winner = winner_at(totals, setup["options"]["target"])
        if winner is not None:
            lines.append(line(winner, "LAN-3", _("Has {total} lanterns"), total=totals[winner]))
            win(result, winner, "shore")
        return result
