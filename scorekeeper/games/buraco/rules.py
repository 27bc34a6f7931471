"""Rules of Buraco: sides lay down melds, runs of seven cards earn a bonus, and the first to 2,000 points wins.

Source: the rules as played in the United States and their variations (English Wikipedia, *Buraco*; Parlett's *Oxford
Dictionary of Card Games*). Not covered: drawing, discarding and the course of a turn. Points are multiples of five.
"""

from typing import Any

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
    check_stop,
    end_after_hands,
    end_at_target,
    line,
    outcome,
    step_at,
    stopped,
    totals_after,
)
from .entry import FLAT, check_hand, points_of
from .melds import KINDS, bonus_of, free_of_wild_cards
from .three import (
    VARIANT,
    check_hand_of_three,
    each_scores_alone,
    is_for_three,
    lines_of_the_pair,
    lines_of_three_pots,
    lines_without_a_lone_player,
    plays_three_pots,
    pots_made,
)


def required_first_meld(setup: Setup, total: int, failed: int = 0) -> int:
    """Returns the points that a side's first meld needs, by its total and failed attempts (BUR-13, BUR-14).

    Always 0 at totals for which no minimum is agreed.
    """
    required = step_at(setup["options"]["first_meld"], total)
    return required + failed * setup["options"]["failed_meld_increment"] if required else 0


class Rules(Game):
    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns the points that each side's next first meld needs; for three players also the sizes of the pots."""
        next_hand_state: dict[str, Any] = {
            "first_meld": [required_first_meld(setup, total) for total in table["totals"]]
        }
        if is_for_three(setup):
            next_hand_state["pots"] = pots_made(setup, table)
        return next_hand_state

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "BUR-15", setup["options"]["target"] is None)
        elif is_for_three(setup):
            check_hand_of_three(checks, setup, table)
        else:
            check_hand(checks, setup, table)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "BUR-15")
        result = outcome(setup, table, _lines(setup, table, entry))
        if is_for_three(setup):
            totals = totals_after(table, result["points"])
            result["lines"] += lines_of_three_pots(setup, table, totals)
            result["private"] = {"three_pots": plays_three_pots(setup, table, totals)}
        end_at_target(result, table, setup["options"]["target"], "BUR-15")
        end_after_hands(result, table, setup["options"]["hands"], "BUR-37")
        return result

    def check_options(self, checks: Checks, options: "dict[str, Any]", variant: str) -> None:
        """Refuses the option `lone_hand_until` unless three play (BUR-32)."""
        if options["lone_hand_until"] != 0 and variant != VARIANT:
            checks.refuse("lone_hand_until", "BUR-32", _("Only three players play a lone hand"))


def _lines(setup: Setup, table: Table, entry: Entry) -> list[Line]:
    """Returns the lines that explain all points; partners against a lone player get half each (BUR-33)."""
    went_out = entry.get("went_out")
    if "lone" in entry:
        lone = entry["lone"]
        lines = [line(lone, "BUR-32", _("Plays alone against the two others"))]
        lines += _side_lines(setup, table, lone, entry["alone"], went_out == lone, True)
        of_the_pair = _side_lines(setup, table, lone, entry["pair"], went_out not in (None, lone), True)
        return lines + lines_of_the_pair(setup, lone, of_the_pair)
    took_a_pot = any(part["pot"] in ("played", "unplayed") for part in entry["sides"])
    lines = [] if each_scores_alone(setup, table) else lines_without_a_lone_player(setup)
    for side, part in enumerate(entry["sides"]):
        lines += _side_lines(setup, table, side, part, went_out == side, took_a_pot)
    return lines


def _side_lines(setup: Setup, table: Table, side: int, part: Entry, went_out: bool, took_a_pot: bool) -> list[Line]:
    """Returns the lines that add up to one side's points. `took_a_pot` is True if any side took one (BUR-27)."""
    options = setup["options"]
    lines = _meld_lines(options, side, part)
    in_hand = points_of(options, part["hand"])
    if in_hand:
        lines.append(line(side, "BUR-6", _("Cards left in hand: −{worth}"), -in_hand, worth=in_hand))
    lines += _pot_lines(setup, side, part, took_a_pot)
    if went_out:
        lines.append(line(side, "BUR-9", _("Goes out: {worth}"), FLAT, worth=FLAT))
    if part.get("cut_bonus"):
        worth = options["exact_cut"]
        lines.append(line(side, "BUR-11", _("Cut exactly the cards of the pots: {worth}"), worth, worth=worth))
    failed = part.get("failed_melds", 0)
    required = required_first_meld(setup, table["totals"][side], failed)
    if failed and required:
        text = _("Failed first melds: {count}, the last was due {required}")
        lines.append(line(side, "BUR-14", text, count=failed, required=required))
    return lines


def _meld_lines(options: "dict[str, Any]", side: int, part: Entry) -> list[Line]:
    """Returns the lines for melds and runs; melds cost points without a clean run if so agreed (BUR-31)."""
    melds = points_of(options, part["melds"])
    if options["without_clean"] == "minus" and not free_of_wild_cards(part):
        text = _("No run free of wild cards: the melds are deducted, −{worth}")
        return [line(side, "BUR-31", text, -melds, worth=melds)]
    lines = [line(side, "BUR-2", _("Melds: {worth}"), melds, worth=melds)]
    for name, rule, text, _cards, _points, _free in KINDS:
        count, bonus = part.get(name, 0), bonus_of(options, name)
        if count:
            lines.append(line(side, rule, text, count * bonus, count=count, bonus=bonus))
    return lines


def _pot_lines(setup: Setup, side: int, part: Entry, took_a_pot: bool) -> list[Line]:
    """Returns the line for a pot that was not played, with its cost if any (BUR-7, BUR-8, BUR-27, BUR-30)."""
    if part["pot"] == "none":
        if setup["options"]["missed_pot"] == "if_taken" and not took_a_pot:
            return [line(side, "BUR-27", _("No side took a pot: it costs nothing"))]
        return [line(side, "BUR-7", _("Never took the pot: −{worth}"), -FLAT, worth=FLAT)]
    if part["pot"] == "stock":
        return [line(side, "BUR-30", _("The pot became the stock: it costs nothing"))]
    if part["pot"] == "played":
        return []
    way = setup["options"]["unplayed_pot"]
    if way == "flat":
        return [line(side, "BUR-8", _("The pot was not played: −{worth}"), -FLAT, worth=FLAT)]
    cards = part["pot_cards"]
    cost = cards if way == "cards" else min(cards, FLAT)
    text = _("The pot was not played, its cards are {cards}: −{worth}")
    return [line(side, "BUR-8", text, -cost, cards=cards, worth=cost)]
