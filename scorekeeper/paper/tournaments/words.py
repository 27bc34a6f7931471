"""What the sheets of a tournament say in words: who plays, what was agreed, which round it is, who sits together."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.games import find_game
from scorekeeper.i18n import _, format_number, format_signed, ngettext, say
from scorekeeper.paper.season import Heading
from scorekeeper.paper.tournaments.knockout import left_in
from scorekeeper.paper.tournaments.model import Head, Wanted
from scorekeeper.tournaments.model import Entrant, Ids, Scoring, Tournament
from scorekeeper.tournaments.pairing import programme
from scorekeeper.tournaments.standings import Row
from scorekeeper.tournaments.systems import is_knockout


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
        rounds = len(programme(tournament))
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
