"""Substitutes, who replace a player from a round on (TOU-25)."""

from collections import Counter
from collections.abc import Iterator
from statistics import mode
from typing import Any

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.fields import LONGEST_NUMBER, LONGEST_PLAYER, Fields
from scorekeeper.tournaments.model import NAME_SEPARATOR, Entrant, Substitute, Tournament, is_still_in

SUBSTITUTE = ("round", "out", "in", "number")
FIRST_ROUND = 2  # those who begin are the players
RULE = "TOU-25"


def substitutes_of(fields: Fields, players: tuple[str, ...], most_rounds: int) -> tuple[Substitute, ...]:
    """Reads the substitutes of an entrant with these players; skips refused ones."""
    sitting, since = list(players), [1] * len(players)
    read: list[Substitute] = []
    for group in fields.groups("substitutes"):
        group.only(SUBSTITUTE)
        number = group.whole("round", RULE, FIRST_ROUND, most_rounds)
        out, player = (group.text(name, LONGEST_PLAYER, RULE) for name in ("out", "in"))
        member = group.text("number", LONGEST_NUMBER, RULE) if group.has_value("number") else None
        if number is None or not out or not player:
            continue
        if out not in sitting:
            group.refuse("out", RULE, N_("{player} is not playing then"), player=out)
        elif player == out:
            group.refuse("in", RULE, N_("{player} is already playing in this tournament"), player=player)
        elif number <= since[seat := sitting.index(out)]:
            group.refuse("round", RULE, N_("The rounds of a seat’s substitutes must rise"))
        else:
            sitting[seat], since[seat] = player, number
            read.append(Substitute(number, seat, out, player, member))
    return tuple(read)


def check_substitutes(fields: Fields, entrants: tuple[Entrant, ...]) -> None:
    """Refuses substitutes for entrants who are absent in that round, and substitutes who are playing already."""
    for index, entrant in enumerate(entrants):
        for at, substitute in enumerate(entrant.substitutes):
            path, number = f"entrants.{index}.substitutes.{at}", substitute.round
            if not entrant.takes_part(number):
                text = N_("{player} does not play in round {round}")
                fields.refuse(f"{path}.round", RULE, text, player=entrant.name, round=number)
            elif _playing(entrants, number)[substitute.player] > 1:
                text = N_("{player} is already playing in this tournament")
                fields.refuse(f"{path}.in", RULE, text, player=substitute.player)


def _playing(entrants: tuple[Entrant, ...], number: int) -> Counter[str]:
    """Returns how often each name plays in round `number`; includes late entrants, excludes withdrawn ones."""
    staying = (entrant for entrant in entrants if is_still_in(entrant.out, number))
    return Counter(player for entrant in staying for player in entrant.players_in(number))


def sitting_in(entrant: dict[str, Any], number: int) -> list[str]:
    """Returns the names of the players at the table for an entrant of a checked document in round `number`."""
    sitting: list[str] = list(entrant["players"])
    for substitute in entrant.get("substitutes") or ():
        if substitute["round"] <= number:
            sitting[sitting.index(substitute["out"])] = substitute["in"]
    return sitting


def name_in(entrant: dict[str, Any], number: int) -> str:
    """Returns the name of an entrant of a checked document in round `number`, as `Entrant.name_in`."""
    name: str = entrant["name"]
    is_named_after_players = name == NAME_SEPARATOR.join(entrant["players"])
    return NAME_SEPARATOR.join(sitting_in(entrant, number)) if is_named_after_players else name


def after_half(tournament: Tournament) -> Iterator[tuple[Entrant, Substitute]]:
    """Yields the substitutes that came after half of the rounds; none if the number of rounds is not known."""
    rounds = tournament.system.planned_rounds(tournament)
    for entrant in tournament.entrants:
        for substitute in entrant.substitutes:
            if rounds and 2 * (substitute.round - 1) >= rounds:
                yield entrant, substitute


def mainly_seated(tournament: Tournament, entrant: Entrant, rounds: int) -> tuple[str, ...]:
    """Returns for each seat the player who sat there in most of the first `rounds` rounds in which the entrant played.

    Byes count. If equal, the earlier player.
    """
    there = [number for number, played in enumerate(tournament.rounds[:rounds], start=1) if entrant.id in played.ids]
    lineups = [entrant.players_in(number) for number in there] or [entrant.players]
    return tuple(mode(seat) for seat in zip(*lineups, strict=True))
