"""Scopa, Scopone, Escoba and Cirulla: cards, coins, the settebello, the primiera and each sweep score a point.

Sources: the rules of scopone of the F.I.G.S., digitalmoka.com, centrosportivopieve.it, melele.es and others; questions
that none settles are decided here. Not covered: the taking of cards. Points are whole.
"""

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    end_at_target,
    highest,
    line,
    outcome,
    points_of_lines,
    win,
    winner_at,
)
from .calling import check_claim, has_all_coins, judged
from .entry import best_of, check_deal, counts_of, primiera_of
from .fields import CARDS, COINS, GRANDE
from .worths import accusi_line, napola_line


class Rules(Game):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "claim" in entry:
            check_claim(Checks(entry["claim"], "claim.", checks.problems), setup)
        else:
            check_deal(checks, setup)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "claim" in entry:
            holds, winner, lines = judged(setup, table, entry["claim"])
            result = outcome(setup, table, lines)
            win(result, winner, "claim" if holds else "claim_failed")
            return result
        steps = _steps(setup, entry)
        if setup["options"]["order"] and _side_with_all_coins(setup, entry) is None:
            steps = _until_the_first_arrives(setup, table, steps)
        result = outcome(setup, table, [scored for step in steps for scored in step])
        _win(setup, table, result, entry)
        return result


def _steps(setup: Setup, entry: Entry) -> "list[list[Line]]":
    """Returns a list of score lines for each kind of point, in the order of counting (SCO-12, SCO-28)."""
    cards_text, coins_text = _("Most cards: {count}"), _("Most coins: {count}")
    steps = [
        _most(setup, entry, "cards", ("SCO-1", cards_text, _("Most cards")), CARDS // 2 + 1),
        _most(setup, entry, "coins", ("SCO-2", coins_text, _("Most coins")), COINS // 2 + 1),
        [line(entry["settebello"], "SCO-4", _("Settebello"), 1)],
        _fourth(setup, entry),
    ]
    if "re_bello" in entry:
        steps.append([line(entry["re_bello"], "SCO-10", _("Re bello"), 1)])
    if entry.get("grande") is not None:
        steps.append([line(entry["grande"], "SCO-24", _("Grande"), GRANDE)])
    steps.append([napola_line(setup, side, napola) for side, napola in enumerate(entry.get("napola", [])) if napola])
    steps.append(_last_lines(entry, len(setup["sides"])))
    return steps


def _last_lines(entry: Entry, sides: int) -> "list[Line]":
    """Returns the lines for sweeps and accusi, which are counted together (SCO-7, SCO-25, SCO-28)."""
    nothing, accusi = [0] * sides, entry.get("accusi", {})
    sweeps, threes, tens = entry.get("scope", nothing), accusi.get("3", nothing), accusi.get("10", nothing)
    text, lines = _("Sweeps: {count}"), []
    for side in range(sides):
        if sweeps[side]:
            lines.append(line(side, "SCO-7", text, sweeps[side], count=sweeps[side]))
        lines += accusi_line(side, threes[side], tens[side])
    return lines


def _most(setup: Setup, entry: Entry, name: str, texts: "tuple[str, str, str]", majority: int) -> "list[Line]":
    """Returns the point for having the most, by option at least `majority` (SCO-1 to SCO-3)."""
    rule, counted, ready = texts
    counts = counts_of(entry, name)
    if counts is None:
        side = entry[name]
        return [] if side is None else [line(side, rule, ready, 1)]
    side = highest(counts)
    if side is None or (setup["options"]["majority"] and counts[side] < majority):
        return []
    return [line(side, rule, counted, 1, count=counts[side])]


def _fourth(setup: Setup, entry: Entry) -> "list[Line]":
    """Returns the lines of the fourth point: for the primiera, or the sevens in its place (SCO-5, SCO-6)."""
    if setup["options"]["fourth_point"] == "sevens":
        texts = ("SCO-6", _("Most sevens: {count}"), _("Most sevens"))
        return _most(setup, entry, "sevens", texts, 0)
    best = best_of(entry)
    if best is None:
        side = entry["primiera"]
        return [] if side is None else [line(side, "SCO-5", _("Primiera"), 1)]
    sums = [primiera_of(cards) for cards in best]
    lines = [line(side, "SCO-5", _("Primiera of {sum}"), sum=sum) for side, sum in enumerate(sums) if sum is not None]
    winner = winner_of_primiera(sums)
    return lines if winner is None else lines + [line(winner, "SCO-5", _("The highest primiera"), 1)]


def winner_of_primiera(sums: "list[int | None]") -> "int | None":
    """Returns the side with the highest sum; None if several share it, or no side has a primiera."""
    return highest([value or 0 for value in sums])


def _until_the_first_arrives(setup: Setup, table: Table, steps: "list[list[Line]]") -> "list[list[Line]]":
    """Returns the steps up to the first after which one side is at the target and leads alone (SCO-12)."""
    totals = list(table["totals"])
    for index, step in enumerate(steps):
        totals = [total + gained for total, gained in zip(totals, points_of_lines(step, len(totals)))]
        if any(scored["points"] for scored in step) and winner_at(totals, setup["options"]["target"]) is not None:
            return steps[: index + 1]
    return steps


def _win(setup: Setup, table: Table, result: Outcome, entry: Entry) -> None:
    """Ends the match if a side has all ten coins or reached the target (SCO-9, SCO-11, SCO-12)."""
    side = _side_with_all_coins(setup, entry)
    if side is not None:
        result["lines"].append(line(side, "SCO-9", _("All ten coins: wins the match")))
        win(result, side, "napola")
        return
    rule = "SCO-12" if setup["options"]["order"] else "SCO-11"
    end_at_target(result, table, setup["options"]["target"], rule, "SCO-11")


def _side_with_all_coins(setup: Setup, entry: Entry) -> "int | None":
    """Returns the side with all ten coins, which are a napola of ten (SCO-17), if they win the match, else None."""
    for side, count in enumerate(entry.get("napola", [])):
        if has_all_coins(setup, count):
            return side
    return None
