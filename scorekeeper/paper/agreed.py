"""Texts for a match's sheet: the game, its house rules and rules in short, the seats and the result."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.engine.words import short, who_won
from scorekeeper.games.paper import CribLine, draw, rules_in_short
from scorekeeper.games.paper import ending as own_ending
from scorekeeper.games.rulebook import agreed_words
from scorekeeper.i18n import _, ngettext, say
from scorekeeper.paper.model import Paper, Seat, Seating


def title(setup: Setup) -> str:
    """Returns the name of the game."""
    return play.game_of(setup).title_of(setup["options"], say)


def variant(setup: Setup) -> str:
    """Returns the name of the match's preset; empty if the game has only one."""
    return play.game_of(setup).variant_title(setup["variant"], say)


def entered(setup: Setup, entry: Mapping[str, Any]) -> str:
    """Returns a hand's entry as a short text, with no line break before a side's sign."""
    text = " · ".join(say(message, params) for message, params in short(setup, dict(entry)))
    for sign in SIGNS:
        text = text.replace(f" {sign}", f"\N{NO-BREAK SPACE}{sign}")
    return text


def house_rules(setup: Setup) -> tuple[str, ...]:
    """Returns every option that differs from the preset, e.g. “Target: 31”."""
    return tuple(text for text, differs in agreed_words(setup) if differs)


def winner(setup: Setup, table: Table) -> str:
    """Returns a sentence with the winner, e.g. “Anna & Carla win”; empty without a winner."""
    return " ".join(say(message, params) for message, params in who_won(setup, table, False))


def ending(setup: Setup, table: Table, *, stopped: bool = False) -> str:
    """Returns how the match ended, or that it is in progress."""
    hands = table["hands"]
    if table["status"] != "finished":
        if stopped:
            return _("Stopped without a winner")
        return ngettext("In progress after %(num)s hand", "In progress after %(num)s hands", hands)
    if table["winner"] is None:
        return draw(setup, table["won_by"])
    won_by = table["won_by"] or "target"
    lowest = play.game_of(setup).is_lowest_best(setup["options"])
    if won_by == "target" and lowest:
        return _("Lowest total at the target of %(target)s", target=setup["options"].get("target"))
    if won_by == "stopped" and lowest:
        return _("Fewest points when the players stopped")
    if won_by == "target":
        return _("Won by reaching %(target)s", target=setup["options"].get("target"))
    if won_by == "stopped":
        return _("Most points when the players stopped")
    return own_ending(setup, table)


def crib(setup: Setup, paper: Paper) -> tuple[tuple[CribLine, ...], ...]:
    """Returns the match's rules in short, in order, in the paper's columns, the longest as short as possible."""
    lines = [(line, ceil(len(f"{line.text} {line.worth}") / paper.crib_line)) for line in rules_in_short(setup)]
    most = ceil(sum(height for _line, height in lines) / paper.crib_columns)
    while len(columns := _columns(lines, most)) > paper.crib_columns:
        most += 1
    return columns


def _columns(lines: Iterable[tuple[CribLine, int]], most: int) -> tuple[tuple[CribLine, ...], ...]:
    """Returns the lines, each with its height, in columns that are `most` high, or as high as a single line needs."""
    columns: list[list[CribLine]] = []
    free = 0
    for line, height in lines:
        if height > free:
            columns.append([])
            free = most
        columns[-1].append(line)
        free -= height
    return tuple(map(tuple, columns))


# Number of seats → how many sit at the right, at the top (one or none) and at the left.
PLACES = {2: (0, 1, 0), 3: (1, 0, 1), 4: (1, 1, 1), 5: (2, 0, 2), 6: (2, 1, 2)}
PLACES |= {7: (3, 0, 3), 8: (3, 1, 3), 9: (4, 0, 4), 10: (4, 1, 4), 11: (5, 0, 5), 12: (5, 1, 5)}


def seating_of(seats: Sequence[Seat], *, clockwise: bool) -> Seating:
    """Returns the seating as seen from above; `seats` are in order of play, the first is at the bottom.

    Counter-clockwise play goes from the bottom to the right, then to the top and the left.
    """
    first, *others = seats
    if clockwise:
        others.reverse()
    at_right, at_top, _at_left = PLACES[len(seats)]
    right, top, left = others[:at_right], others[at_right : at_right + at_top], others[at_right + at_top :]
    return Seating(
        bottom=first,
        right=tuple(reversed(right)),
        top=top[0] if top else None,
        left=tuple(left),
        clockwise=clockwise,
    )
