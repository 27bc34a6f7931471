"""A tournament in words for its sheets: the round, who plays and sits together, what was agreed and ruled."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.i18n import _, format_number, format_signed, ngettext, say
from scorekeeper.paper.club_sheets import Heading
from scorekeeper.paper.tournaments.parts import Head, Wanted
from scorekeeper.tournaments.api import refuse_an_open_round
from scorekeeper.tournaments.hall import Hall, table_numbers
from scorekeeper.tournaments.model import Entrant, Ids, Ruling, Scoring, Table, Tournament
from scorekeeper.tournaments.pairing import next_number
from scorekeeper.tournaments.schedule import scheduled_rounds
from scorekeeper.tournaments.standings import Row
from scorekeeper.tournaments.systems import bracket, is_knockout, is_over, knockout, next_round

NO_ROUND = marked("There is no round {round}")


class RoundTables(NamedTuple):
    """A round's number, its tables by their numbers, and who has no opponent."""

    number: int
    tables: tuple[Table, ...]
    byes: Ids


def to_be_played(tournament: Tournament, wanted: int, hall: Hall | None = None) -> RoundTables:
    """The round of that number; 0 asks for the one under way, else for the next one, else for the last one.

    The next one is paired by the rule, at the tables of the `hall`. Raises Refusal where there is no such round, or it
    cannot be paired yet.
    """
    last = len(tournament.rounds)
    under_way = tournament.complete < last
    number = wanted or (last if last and (under_way or is_over(tournament)) else next_number(tournament))
    if number <= last:
        played = tournament.rounds[number - 1]
        return RoundTables(number, tuple(sorted(played.tables, key=lambda table: table.number)), played.byes)
    if number > next_number(tournament):
        raise refuse("round", None, NO_ROUND, round=number)
    refuse_an_open_round(tournament)
    draft = next_round(tournament)
    if draft is None:
        raise refuse("round", None, NO_ROUND, round=number)
    numbers = table_numbers(hall or [], max((at for at, _one, _other in draft.tables), default=0))
    tables = tuple(Table(numbers[at - 1], (one, other)) for at, one, other in draft.tables)
    return RoundTables(number, tables, draft.byes)


def with_results(tournament: Tournament, wanted: int) -> RoundTables:
    """The round of that number; 0 asks for the last one in which a table has a result. Raises Refusal."""
    known = [
        number
        for number, each in enumerate(tournament.rounds, start=1)
        if any(table.is_decided for table in each.tables)
    ]
    number = wanted or (known[-1] if known else 1)
    if number > len(tournament.rounds):
        raise refuse("round", None, NO_ROUND, round=number)
    return to_be_played(tournament, number)


def counted(tournament: Tournament, wanted: int) -> int:
    """After how many rounds a ranking is asked for; 0 asks for all that are complete. Raises Refusal."""
    if wanted > tournament.complete:
        raise refuse("round", None, marked("Round {round} is not complete yet"), round=wanted)
    return wanted or tournament.complete


KNOCK_OUTS = ("knockout", "groups")  # the systems in which there is one


def rounds_before(tournament: Tournament) -> int:
    """How many rounds the groups take, none where there are no groups."""
    return len(scheduled_rounds(tournament)) if tournament.system.kind == "groups" else 0


def stage(tournament: Tournament) -> bracket.Stage:
    """How far the knock-out is. Raises Refusal where there is none, or the groups are not through."""
    kind = tournament.system.kind
    if kind not in KNOCK_OUTS:
        raise refuse("system.kind", "TOU-17", marked("This tournament has no knock-out"))
    if tournament.complete < rounds_before(tournament):
        raise refuse("rounds", "TOU-16", marked("The groups are not finished yet"))
    return knockout.stage(tournament)


def stages(tournament: Tournament) -> list[bracket.Stage]:
    """How far the knock-out was before each of its rounds, the one to come last. Raises Refusal as `stage` does."""
    stage(tournament)
    rounds = range(rounds_before(tournament), tournament.complete + 1)
    return [stage(tournament.up_to(number)) for number in rounds]


def left_in(tournament: Tournament, number: int) -> int:
    """How many have a place in the line of the round of that number: a power of two, two in the final."""
    return max(len(stage(tournament.up_to(number - 1)).line), 2)


def head(tournament: Tournament, wanted: Wanted, title: str) -> Head:
    """The head of a sheet: its title, the tournament, game, system and scoring, where and when."""
    about = (game(tournament), system(tournament), scoring(tournament.scoring), wanted.place, wanted.day)
    return Head(title, tournament.name, " · ".join(part for part in about if part), wanted.letterhead)


def game(tournament: Tournament) -> str:
    """The game with its preset, where the document names them."""
    found = find_game(tournament.game) if tournament.game else None
    if found is None:
        return ""
    preset = found.preset(tournament.variant) if tournament.variant and len(found.presets) > 1 else None
    named = say(found.title, {})
    return f"{named}, {say(preset['title'], {})}" if preset else named


def system(tournament: Tournament) -> str:
    """Who meets whom, by the name that players have for it."""
    if tournament.system.singles:
        return _("Single players, a new partner each round")
    return {
        "draw": _("Random draw each round"),
        "danese": _("Danese"),
        "mitchell": _("Mitchell"),
        "round_robin": _("Round robin"),
        "groups": _("Groups, then knock-out"),
        "knockout": _("Knock-out"),
    }[tournament.system.kind]


def scoring(agreed: Scoring) -> str:
    """What a round consists of."""
    if agreed.kind == "vp":
        return ngettext("%(num)s hand per round", "%(num)s hands per round", agreed.hands)
    return _("best of %(legs)s", legs=agreed.best_of) if agreed.best_of > 1 else ""


def entrant(tournament: Tournament) -> str:
    """What an entrant is called: a player, a pair, a team."""
    sizes = {len(each.players) for each in tournament.entrants}
    if sizes == {1}:
        return _("Player")
    return _("Pair") if sizes == {2} else _("Team")


def main_points(agreed: Scoring) -> str:
    """The sign of the points that count first."""
    return _("VP") if agreed.kind == "vp" else _("TP")


def round_name(tournament: Tournament, number: int) -> str:
    """The round as it is called: by its number, in a knock-out by how many are left."""
    if is_knockout(tournament, number):
        return stage_name(left_in(tournament, number))
    rounds = tournament.system.rounds
    if tournament.system.kind in ("round_robin", "groups"):
        rounds = len(scheduled_rounds(tournament))
    if tournament.system.kind == "groups":
        return _("Groups, round %(number)s of %(rounds)s", number=number, rounds=rounds)
    return _("Round %(number)s of %(rounds)s", number=number, rounds=rounds)


def lines(tournament: Tournament) -> tuple[str, ...]:
    """Mitchell's two lines: who stays at the tables, then who moves on; none of another system."""
    return (_("North–South"), _("East–West")) if tournament.system.kind == "mitchell" else ()


def stage_name(left: int) -> str:
    """A round of a knock-out by how many are left in its line, a power of two; one is the winner."""
    named = {1: _("Winner"), 2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals"), 16: _("Last sixteen")}
    return named.get(left) or _("Last %(number)s", number=left)


def by_id(tournament: Tournament) -> dict[int, Entrant]:
    """The entrants by their ids."""
    return {each.id: each for each in tournament.entrants}


def numbers(side: Ids) -> str:
    """The number of who sits on a side; both of partners for a round."""
    return "+".join(str(each) for each in side)


def names(known: dict[int, Entrant], side: Ids) -> str:
    """The name of who sits on a side; both of partners for a round."""
    return " – ".join(known[each].name for each in side)


def players(each: Entrant) -> str:
    """An entrant's players, unless the name says them all."""
    return "" if all(player in each.name for player in each.players) else ", ".join(each.players)


def players_of(known: dict[int, Entrant], side: Ids) -> str:
    """The players of a side that its name does not say."""
    return ", ".join(told for told in (players(known[each]) for each in side) if told)


def places(rows: Sequence[Row]) -> list[str]:
    """The places of rows of a ranking as they are read; one that is shared has a sign."""
    sharing = Counter(row["place"] for row in rows)
    return [f"{row['place']}=" if sharing[row["place"]] > 1 else str(row["place"]) for row in rows]


def two(values: tuple[int, int], *, sign: bool = False) -> str:
    """What both sides have, such as 13 : 7; none of it is torn apart."""
    shown = (format_signed(each) if sign else format_number(each) for each in values)
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(shown)


def number_column(partners: bool = False) -> Heading:
    """The column of the entrants' numbers, or of those of partners."""
    return Heading(_("No."), "number partners" if partners else "number")


def of_round(tournament: Tournament, number: int) -> tuple[str, ...]:
    """The rulings of one round."""
    return tuple(_sentence(tournament, each) for each in tournament.rulings if each.round == number)


def up_to(tournament: Tournament, rounds: int) -> tuple[str, ...]:
    """The rulings that count after so many rounds."""
    return tuple(told for number in range(1, rounds + 1) for told in of_round(tournament, number))


def _sentence(tournament: Tournament, ruling: Ruling) -> str:
    name = by_id(tournament)[ruling.entrant].name
    signs = (main_points(tournament.scoring), _("MP"))
    added = ", ".join(
        f"{format_signed(amount)} {sign}"
        for amount, sign in zip((ruling.main, ruling.second), signs, strict=True)
        if amount
    )
    return _(
        "Round %(number)s, %(name)s: %(added)s (%(reason)s)",
        number=ruling.round, name=name, added=added or "0", reason=ruling.reason,
    )  # fmt: skip
