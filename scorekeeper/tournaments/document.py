"""Reads a whole tournament document, and reports every problem with its field."""

from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import LARGEST, N_, Problem, Refusal, refuse
from scorekeeper.tournaments import settings
from scorekeeper.tournaments.fields import LARGEST_ID, LONGEST_NUMBER, LONGEST_PLAYER, Fields
from scorekeeper.tournaments.model import Entrant, Ruling, Scoring, Tournament
from scorekeeper.tournaments.rounds import rounds_of, seating_problems
from scorekeeper.tournaments.substitutes import check_substitutes, substitutes_of
from scorekeeper.tournaments.system import System

FORMAT = "scorekeeper-tournament/1"
HEAD = ("format", "name", "game", "variant", "entrants", "scoring", "system", "seed", "rounds", "rulings")
ENTRANT = ("id", "name", "players", "numbers", "club", "late", "out", "substitutes")
FEWEST, MOST = 2, 400
MOST_PLAYERS = 6
MOST_ROUNDS = 10_000
LONGEST_REASON = 200


def read(document: Any, *, strict: bool = False) -> Tournament:
    """Reads a document. Raises Refusal with all problems of the first stage that finds any.

    Stages: settings and entrants, then the fields of rounds and rulings, then the seating. Decision: `name`, `game`,
    `variant`, `rounds` and `rulings` may be left out. Unless `strict`, a tournament that has begun may have more rounds
    or late entrants than its system seats: earlier versions allowed it.
    """
    if not isinstance(document, dict):
        raise refuse(None, None, N_("This must be a tournament document"))
    fields = Fields(document)
    fields.only(HEAD)
    if document.get("format") != FORMAT:
        fields.refuse("format", None, N_("The format must be {format}"), format=FORMAT)
    game, variant = _game(fields)
    entrants = _entrants(fields)
    scoring = settings.scoring(fields)
    system = settings.system(fields, len(entrants), sum(entrant.takes_part(1) for entrant in entrants))
    if system is not None and (strict or not document.get("rounds")):
        system.check_entrants(fields, entrants)
    name = fields.text_or_none("name") or ""
    seed = fields.whole_or("seed", "TOU-9", 0, -LARGEST_ID, LARGEST_ID)
    if scoring is None or system is None or fields.problems:
        raise Refusal(fields.problems)
    empty = Tournament(name, game, variant, entrants, scoring, system, seed, (), ())
    rounds = rounds_of(fields, empty)
    rulings = _rulings(fields, empty)
    _raise_problems(fields.problems)
    whole = Tournament(name, game, variant, entrants, scoring, system, seed, rounds, rulings)
    _raise_problems(seating_problems(whole))
    return whole


def scoring_of(document: dict[str, Any]) -> Scoring:
    """Reads only the scoring of a document, not the rest. Raises Refusal if the scoring is invalid."""
    fields = Fields(document)
    scoring = settings.scoring(fields)
    if scoring is None or fields.problems:
        raise Refusal(fields.problems)
    return scoring


def system_of(document: dict[str, Any]) -> System:
    """Reads only the system of a document, not the rest. Raises Refusal if the system is invalid."""
    fields = Fields(document)
    system = settings.system(fields, settings.ANY_SYSTEM_FITS, settings.ANY_SYSTEM_FITS)
    if system is None or fields.problems:
        raise Refusal(fields.problems)
    return system


def _raise_problems(problems: list[Problem]) -> None:
    if problems:
        raise Refusal(problems)


def _game(fields: Fields) -> tuple[str | None, str | None]:
    """Reads the game's slug and the preset's slug; both None if neither is set."""
    name, variant = fields.mapping.get("game"), fields.mapping.get("variant")
    if name is None and variant is None:
        return None, None
    game = find_game(name) if isinstance(name, str) else None
    if game is None:
        fields.refuse("game", None, N_("Unknown game; choose one from the list"))
    elif variant is not None and game.preset(variant) is None:
        fields.refuse("variant", None, N_("This must be one of the game’s presets"))
    return name, variant


def _entrants(fields: Fields) -> tuple[Entrant, ...]:
    groups = fields.groups("entrants", needed=True)
    entrants = tuple(map(_entrant, groups))
    value = fields.mapping.get("entrants")
    if isinstance(value, list) and not FEWEST <= len(value) <= MOST:
        fields.refuse("entrants", None, N_("There must be {fewest} to {most} entrants"), fewest=FEWEST, most=MOST)
    _check_unique(groups, [entrant.id for entrant in entrants], "id", N_("Two entrants have the number {same}"))
    check_substitutes(fields, entrants)
    _check_unique(groups, [entrant.name for entrant in entrants], "name", N_("Two entrants have the name {same}"))
    return entrants


def _entrant(fields: Fields) -> Entrant:
    fields.only(ENTRANT)
    players = fields.list_of("players", needed=True)
    if fields.has_value("players") and not 1 <= len(players) <= MOST_PLAYERS:
        fields.refuse("players", None, N_("There must be 1 to {most} players"), most=MOST_PLAYERS)
    number, name = fields.whole_needed("id", None, -LARGEST_ID, LARGEST_ID), fields.text("name")
    names = tuple(
        fields.printable(f"players.{index}", player, LONGEST_PLAYER)
        for index, player in enumerate(players[:MOST_PLAYERS])
    )
    return Entrant(
        id=number,
        name=name,
        players=names,
        club=fields.text_or_none("club"),
        late=fields.whole_or("late", None, 1, 1, MOST_ROUNDS),
        out=fields.whole("out", None, 1, MOST_ROUNDS) if fields.has_value("out") else None,
        numbers=_numbers(fields, len(players)),
        substitutes=substitutes_of(fields, names, MOST_ROUNDS),
    )


def _numbers(fields: Fields, players: int) -> tuple[str | None, ...]:
    """Reads the member numbers, one a player, None for a player without one (TOU-28)."""
    values = fields.list_of("numbers")
    if fields.has_value("numbers") and isinstance(fields.mapping["numbers"], list) and len(values) != players:
        fields.refuse("numbers", "TOU-28", N_("There must be a member number, or null, for each player"))
        return ()
    return tuple(
        None if value is None else fields.printable(f"numbers.{index}", value, LONGEST_NUMBER, "TOU-28")
        for index, value in enumerate(values)
    )


def _check_unique(groups: list[Fields], values: list[Any], name: str, message: str) -> None:
    """Refuses values that occur in more than one group of fields; missing ones are not compared."""
    seen = set()
    for fields, value in zip(groups, values, strict=True):
        if value in seen and fields.has_value(name):
            fields.refuse(name, None, message, same=value)
        seen.add(value)


def _rulings(fields: Fields, tournament: Tournament) -> tuple[Ruling, ...]:
    return tuple(_ruling(group, tournament) for group in fields.groups("rulings"))


def _ruling(fields: Fields, tournament: Tournament) -> Ruling:
    """Reads a ruling.

    Decision: a ruling on an undone round stays, and counts again once there is a new round of that number.
    """
    kinds = ("vp", "mp") if tournament.scoring.kind == "vp" else ("tp",)
    fields.only(("round", "entrant", "reason", *kinds))
    number = fields.whole_needed("round", "TOU-5", 1, tournament.system.rounds or MOST_ROUNDS)
    entrant = fields.whole("entrant", "TOU-5", -LARGEST_ID, LARGEST_ID)
    if entrant is not None and entrant not in tournament.id_set:
        fields.refuse("entrant", "TOU-5", N_("There is no entrant {entrant}"), entrant=entrant)
    reason = fields.text("reason", LONGEST_REASON, "TOU-5")
    if not any(fields.has_value(kind) for kind in kinds):
        fields.refuse(kinds[0], "TOU-5", N_("Enter the points that the ruling adds or takes away"))
    added = [fields.whole_or(kind, "TOU-5", 0, -LARGEST, LARGEST) for kind in kinds]
    return Ruling(number, entrant or 0, added[0], added[1] if len(added) > 1 else 0, reason)
