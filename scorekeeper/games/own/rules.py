"""Rules of the players' own game: its options set who wins, when it ends and what counts.

All rules are decisions of this project. Points and totals are whole numbers, which may be negative.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    end_at_target,
    line,
    outcome,
    points_of_lines,
    stopped,
    totals_after,
)
from ..engine.elimination import (
    Elimination,
    end_after_hands_of,
    end_at_target_of_the_lowest,
    end_if_one_is_in,
    next_dealer,
    sides_in,
)


class Rules(Elimination):
    def check_options(self, checks: Checks, options: "dict[str, Any]", variant: str) -> None:
        """Refuses a limit at which sides drop out, unless the lowest total wins and there is no target (OWN-8)."""
        if options["limit"] is not None and (options["best"] != "low" or options["target"] is not None):
            checks.refuse("limit", "OWN-8", _("Sides go out only where the lowest total wins and there is no target"))

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "OWN-9", is_open(setup))
            return checks.problems
        playing = sides_in(setup, table["totals"])
        counts = entry.get("columns", {})
        for column in setup["options"]["columns"]:
            if column["name"] in counts:
                _check_who_plays(checks, "columns." + column["name"], counts[column["name"]], playing)
        if checks.has("points"):
            _check_points(checks, setup, playing)
        elif not counts:
            checks.required("points", "OWN-1")
        if not checks.problems:
            _check_sums(checks, setup, playing)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        lowest = setup["options"]["best"] == "low"
        if "stop" in entry:
            return stopped(setup, table, "OWN-9", lowest)
        playing = sides_in(setup, table["totals"])
        result = outcome(setup, table, _lines(setup, entry, playing))
        totals = totals_after(table, result["points"])
        if not lowest:
            end_at_target(result, table, setup["options"]["target"], "OWN-6")
        elif setup["options"]["limit"] is None:
            end_at_target_of_the_lowest(result, totals, setup["options"]["target"], "OWN-6")
        else:
            end_if_one_is_in(setup, result, totals, playing, "OWN-8")
        end_after_hands_of(sides_in(setup, totals), setup, table, result, totals, "OWN-7")
        if result["won_by"] is None:
            result["next_dealer"] = next_dealer(setup, table, sides_in(setup, totals))
        return result


def is_open(setup: Setup) -> bool:
    """True if the match has no agreed end, so that it ends when the players stop it (OWN-9)."""
    return all(setup["options"][name] is None for name in ("target", "hands", "limit"))


def _check_points(checks: Checks, setup: Setup, playing: "list[int]") -> None:
    points, step = checks.mapping["points"], setup["options"]["step"]
    _check_who_plays(checks, "points", points, playing)
    for side in playing:
        if points[side] is not None and points[side] % step:
            checks.refuse("points." + str(side), "OWN-2", _("Points come in steps of {step}"), step=step)


def _check_who_plays(checks: Checks, name: str, values: "list[int | None]", playing: "list[int]") -> None:
    """Refuses a missing number of a side that plays, and any number of a side that has dropped out."""
    for side, value in enumerate(values):
        path = name + "." + str(side)
        if side in playing and value is None:
            checks.refuse(path, "OWN-2", _("This must be a whole number"))
        elif side not in playing and value is not None:
            checks.refuse(path, "OWN-8", _("This side is out: it has no points"))


def _check_sums(checks: Checks, setup: Setup, playing: "list[int]") -> None:
    """Refuses a side's negative points unless allowed, and points whose sum is not as agreed (OWN-3, OWN-4)."""
    points = points_of(setup, checks.mapping, playing)
    field_name = "points" if checks.has("points") else "columns"
    if not setup["options"]["negative"]:
        for side in playing:
            if points[side] < 0:
                path = field_name + ("." + str(side) if field_name == "points" else "")
                checks.refuse(
                    path, "OWN-3", _("A hand cannot cost points here, this makes {points}"), points=points[side]
                )
    agreed = setup["options"]["sum"]
    if agreed is not None and sum(points) != agreed:
        text = _("These add up to {sum} instead of {total}")
        checks.refuse(field_name, "OWN-4", text, sum=sum(points), total=agreed)


def points_of(setup: Setup, entry: Entry, playing: "list[int]") -> "list[int]":
    """Returns each side's points for a hand (OWN-1)."""
    return points_of_lines(_lines(setup, entry, playing), len(setup["sides"]))


def _lines(setup: Setup, entry: Entry, playing: "list[int]") -> "list[Line]":
    lines = []
    for side in playing:
        for column in setup["options"]["columns"]:
            counts = entry.get("columns", {}).get(column["name"])
            if counts and counts[side]:
                count = counts[side]
                worth = count * column["factor"]
                params = {"name": column["name"], "count": count, "factor": column["factor"]}
                lines.append(line(side, "OWN-1", _("{name}: {count} × {factor}"), worth, **params))
        if "points" in entry:
            points = entry["points"][side]
            lines.append(line(side, "OWN-1", _("Points: {worth}"), points, worth=points))
    return lines
