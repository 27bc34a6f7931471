"""Games in which a player goes out at a limit or the lowest total wins: reentries, the last one in, and other ends.

The option `limit` is the total from which on a side is out (`Game.limit_of`), `reentries` how often each may come back.
The entry of a hand names in `reenter` the sides that come back with it.
"""

from typing import Any

from .base import best, field, line, outcome, totals_after, win
from .checks import Checks, _
from .declared import Field, Option
from .game import Game, game_of
from .setup import whole
from .shapes import Entry, Line, Outcome, Setup, Table, Verdict, Words

# How a match ended, for screens and for paper.
LAST_IN = (_("Won by the last player in"), _("Won as the last player in"))
LAST_IN_DRAWN = (_("All went out together: a draw"), _("All out together, and equal"))


def limit_option(rule: str) -> Option:
    """Returns the option for the total from which on a player is out."""
    return whole("limit", _("Out from this total on"), rule, 1, 999)


def reentries_option(rule: str) -> Option:
    """Returns the option for the number of times that each player may come back."""
    return whole("reentries", _("How often each player may come back"), rule, 0, 9)


def reenter_field(rule: str) -> Field:
    """Returns the field for the sides that come back with a hand."""
    label, unplayed = _("Who comes back with this hand"), _("In this match nobody comes back")
    return field("reenter", "some_sides", label, rule, option="reentries", unplayed=unplayed)


def is_out(setup: Setup, total: int) -> bool:
    """True if a side with this total is out; False in a match without a limit."""
    limit = game_of(setup).limit_of(setup["options"])
    return limit is not None and total >= limit


def sides_in(setup: Setup, totals: "list[int]") -> "list[int]":
    """Returns the sides that are not out at these totals."""
    return [side for side, total in enumerate(totals) if not is_out(setup, total)]


def sides_out(setup: Setup, totals: "list[int]") -> "list[int]":
    """Returns the sides that are out at these totals."""
    return [side for side, total in enumerate(totals) if is_out(setup, total)]


def may_reenter(table: Table) -> "list[int]":
    """Returns the sides that may come back with the next hand."""
    return list(table.get("private", {}).get("may_reenter", []))


def sides_playing(setup: Setup, table: Table, entry: Entry) -> "list[int]":
    """Returns the sides that play a hand: those not out, and those that come back with it."""
    back = entry.get("reenter", [])
    return sorted(sides_in(setup, table["totals"]) + [side for side in may_reenter(table) if side in back])


def next_dealer(setup: Setup, table: Table, sides: "list[int]") -> int:
    """Returns the seat of the next dealer among the players of these sides."""
    seats = len(setup["seats"])
    order = [((table["dealer"] or 0) + step) % seats for step in range(1, seats + 1)]
    return next(seat for seat in order if setup["seat_sides"][seat] in sides)


class Elimination(Game):
    """A game in which sides go out."""

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns `out`, the sides that are out; empty without a limit.

        Where players may come back: `may_reenter`, those that may with the next hand, and `reenter_at`, their total.
        """
        if self.limit_of(setup["options"]) is None:
            return {}
        known: dict[str, Any] = {"out": sides_out(setup, table["totals"])}
        if "reentries" in setup["options"]:
            known["may_reenter"] = may_reenter(table)
            known["reenter_at"] = _reentry_total(setup, table) if known["may_reenter"] else None
        return known

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the sides that are out, and those that may come back, with their totals."""
        words: Words = []
        for side in next_hand.get("out", []):
            who = setup["sides"][side]["name"]
            if side in next_hand.get("may_reenter", []):
                words.append(
                    [_("{who} is out, may come back at {total}"), {"who": who, "total": next_hand["reenter_at"]}]
                )
            else:
                words.append([_("{who} is out"), {"who": who}])
        return words


def over(setup: Setup, totals: "list[int]") -> "tuple[int | None, str, dict[str, Any]]":
    """Returns the last player in at these totals (None while several are), and a text with parameters."""
    players_in, limit = sides_in(setup, totals), game_of(setup).limit_of(setup["options"])
    if len(players_in) == 1:
        text = _("{who} is the last player in, the limit is {limit}: {totals}")
        return players_in[0], text, {"who": setup["sides"][players_in[0]]["name"], "limit": limit}
    return None, _("{count} players are in, the limit is {limit}: {totals}"), {"count": len(players_in), "limit": limit}


def judged_at(limit: int, side: int, total: int, rule: str, texts: "tuple[str, str]") -> Verdict:
    """Returns the verdict on “at the limit” for a side with this total; `texts`: the reason if it is, and if not."""
    reached = total >= limit
    reasons = [line(side, rule, texts[0] if reached else texts[1], total=total, limit=limit)]
    return {"upheld": reached, "reasons": reasons, "effect": {"total": total, "limit": limit}}


def judged_out(setup: Setup, side: int, total: int, rule: str) -> Verdict:
    """Returns the verdict on the claim “You are out” against a side with this total."""
    texts = (_("Is out: {total}, the limit is {limit}"), _("Is in with {total}, the limit is {limit}"))
    return judged_at(setup["options"]["limit"], side, total, rule, texts)


def check_reentries(checks: Checks, setup: Setup, table: Table, rule: str) -> None:
    """Refuses coming back later than with the hand after going out, or more often than agreed."""
    most = setup["options"]["reentries"]
    for side in checks.mapping.get("reenter", []):
        who = setup["sides"][side]["name"]
        if side in may_reenter(table):
            continue
        if side in sides_in(setup, table["totals"]):
            checks.refuse("reenter", rule, _("{who} is not out"), who=who)
        elif _reentered(setup, table)[side] >= most:
            checks.refuse("reenter", rule, _("{who} has come back as often as agreed: {most}"), who=who, most=most)
        else:
            checks.refuse("reenter", rule, _("{who} could come back only with the hand after going out"), who=who)


def check_together(checks: Checks, counts: "list[int]", most: "list[int]", rule: str) -> None:
    """Refuses counts that together are higher than the packs allow; `most`: for one player, for two, and so on."""
    highest = sorted(counts, reverse=True)
    for players in range(2, len(highest) + 1):
        held = sum(highest[:players])
        if held > most[players - 1]:
            text = _("{players} players together hold {held}, the packs allow {most}")
            checks.refuse("counts", rule, text, players=players, held=held, most=most[players - 1])
            return


def reentry_lines(setup: Setup, table: Table, entry: Entry, rule: str) -> "list[Line]":
    """Returns the lines that raise returning players to the highest total of the sides still in."""
    totals, at = table["totals"], _reentry_total(setup, table)
    back = sorted(entry.get("reenter", []))
    return [line(side, rule, _("Comes back at {total}"), at - totals[side], total=at) for side in back]


def scored(
    setup: Setup, table: Table, entry: Entry, lines: "list[Line]", rules: "tuple[str, str]", closed: "int | None" = None
) -> Outcome:
    """Returns the outcome of a hand with these lines: who is out, who deals next, and the end of the match.

    `rules`: the numbers for going out and for winning. If no side is left in, the lowest total of the hand's players
    wins; if several share it, `closed` if it is one of them, else there is no winner.
    """
    result = outcome(setup, table, lines)
    totals, playing = totals_after(table, result["points"]), sides_playing(setup, table, entry)
    players_in, limit = sides_in(setup, totals), setup["options"]["limit"]
    went_out = [side for side in playing if side not in players_in]
    text = _("Is out: {total}, the limit is {limit}")
    lines += [line(side, rules[0], text, total=totals[side], limit=limit) for side in went_out]
    if len(players_in) > 1:
        result["next_dealer"] = next_dealer(setup, table, players_in)
        result["private"] = _private(setup, table, entry, went_out)
        return result
    winner = players_in[0] if players_in else _lowest(totals, playing, closed)
    text = _("The last player in wins with {total}") if players_in else _("All are out: the lowest wins with {total}")
    if winner is not None:
        lines.append(line(winner, rules[1], text, total=totals[winner]))
    win(result, winner, "last_in")
    return result


def _lowest(totals: "list[int]", playing: "list[int]", closed: "int | None") -> "int | None":
    """Returns the side with the lowest total among those that played; for a tie, the side that closed, or None."""
    winner = best([totals[side] for side in playing], True)
    if winner is not None:
        return playing[winner]
    return closed if closed in playing and totals[closed] == min([totals[side] for side in playing]) else None


def _reentry_total(setup: Setup, table: Table) -> int:
    """Returns the total at which a side comes back: the highest of the sides still in."""
    return max([table["totals"][side] for side in sides_in(setup, table["totals"])])


def _reentered(setup: Setup, table: Table) -> "list[int]":
    """Returns how often each side has come back."""
    return list(table.get("private", {}).get("reentered", [0] * len(setup["sides"])))


def _private(setup: Setup, table: Table, entry: Entry, went_out: "list[int]") -> "dict[str, Any]":
    """Returns the state kept for the next hand: how often each side has come back, and which sides may do so."""
    back = _reentered(setup, table)
    for side in entry.get("reenter", []):
        back[side] += 1
    may = [side for side in went_out if back[side] < setup["options"]["reentries"]]
    return {"reentered": back, "may_reenter": may}


def end_at_target_of_the_lowest(result: Outcome, totals: "list[int]", target: "int | None", rule: str) -> None:
    """Ends the match if a total has reached the target: the lowest wins; if it is shared, play goes on."""
    if target is None or max(totals) < target:
        return
    winner, lowest = best(totals, True), min(totals)
    if winner is None:
        text = _("The best total is shared at {total}: another hand is played")
        result["lines"] += [
            line(side, rule, text, total=lowest) for side, total in enumerate(totals) if total == lowest
        ]
        return
    text = _("{target} is reached: the lowest total wins, {total}")
    result["lines"].append(line(winner, rule, text, target=target, total=lowest))
    win(result, winner, "target")


def end_if_one_is_in(
    setup: Setup, result: Outcome, totals: "list[int]", playing: "list[int]", rule: str, win_rule: str = ""
) -> None:
    """Adds a line for each side that goes out; ends the match if at most one of those `playing` is left in.

    If none is, the lowest total of those that played wins; equal totals are a draw. `win_rule` is the number of the
    rule about winning, if it is not `rule`.
    """
    limit, still_in = game_of(setup).limit_of(setup["options"]), sides_in(setup, totals)
    for side in playing:
        if side not in still_in:
            text = _("Is out: {total}, the limit is {limit}")
            result["lines"].append(line(side, rule, text, total=totals[side], limit=limit))
    if len(still_in) > 1:
        return
    winner = still_in[0] if still_in else best_of(playing, totals, True)
    if winner is not None:
        text = _("Stays in and wins with {total}") if still_in else _("All are out: the lowest of them wins, {total}")
        result["lines"].append(line(winner, win_rule or rule, text, total=totals[winner]))
    win(result, winner, "last_in")


def end_after_hands_of(
    sides: "list[int]", setup: Setup, table: Table, result: Outcome, totals: "list[int]", rule: str
) -> None:
    """Ends the match after the agreed number of hands; the best total of these sides wins, a tie is a draw."""
    hands = setup["options"]["hands"]
    if result["won_by"] is not None or hands is None or table["hands"] + 1 < hands:
        return
    winner = best_of(sides, totals, game_of(setup).is_lowest_best(setup["options"]))
    if winner is not None:
        text = _("The agreed {hands} hands are played: wins with {total}")
        result["lines"].append(line(winner, rule, text, hands=hands, total=totals[winner]))
    win(result, winner, "hands_played")


def best_of(sides: "list[int]", totals: "list[int]", lowest: bool) -> "int | None":
    """Returns the side with the best total of these sides, or None if several share it."""
    winner = best([totals[side] for side in sides], lowest)
    return None if winner is None else sides[winner]
