"""The seating of a round: by table, and by name for whoever looks for a place."""

from unicodedata import combining, normalize

from scorekeeper.i18n import _
from scorekeeper.paper.season import Heading
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.model import Block, Cell, Listing, Wanted
from scorekeeper.paper.tournaments.rounds import Seated, to_be_played
from scorekeeper.tournaments.model import Entrant, Ids, Tournament


def draw_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Who sits where in a round. Raises Refusal where there is no such round."""
    seated = to_be_played(tournament, wanted.round, wanted.hall)
    title = _("Seating: %(round)s", round=words.round_name(tournament, seated.number))
    blocks = (_by_table(tournament, seated), _by_name(tournament, seated))
    return Listing(wanted.paper, wanted.language, words.head(tournament, wanted, title), blocks)


def _by_table(tournament: Tournament, seated: Seated) -> Block:
    known = words.by_id(tournament)
    rows = tuple(
        (Cell(str(table.number)), *_sits(known, table.sides[0]), *_sits(known, table.sides[1]))
        for table in seated.tables
    )
    who = (words.number_column(tournament.system.singles), Heading(words.entrant(tournament), "who"))
    lines = (Heading(_("North–South"), "who"), Heading(_("East–West"), "who"))
    if tournament.system.kind == "mitchell":
        columns: tuple[Heading, ...] = (who[0], lines[0], who[0], lines[1])
    else:
        columns = who + who
    return Block(_("By table"), (Heading(_("Table"), "table"), *columns), rows, byes(tournament, seated.byes))


def _sits(known: dict[int, Entrant], side: Ids) -> tuple[Cell, Cell]:
    return Cell(words.numbers(side)), Cell(words.names(known, side), words.players_of(known, side))


def byes(tournament: Tournament, without: Ids) -> tuple[str, ...]:
    """A sentence about who has no opponent in a round."""
    known = words.by_id(tournament)
    names = " · ".join(known[each].name for each in without)
    return (_("Bye: %(names)s", names=names),) if without else ()


def _by_name(tournament: Tournament, seated: Seated) -> Block:
    """Every player by name, with the table."""
    known = words.by_id(tournament)
    table = {each: str(at.number) for at in seated.tables for each in at.ids}
    there = [known[each] for each in (*table, *seated.byes)]
    listed = sorted(((player, each) for each in there for player in each.players), key=lambda one: in_order(one[0]))
    alone = all(each.players == (each.name,) for each in there)
    rows = tuple(
        (
            Cell(player),
            Cell(str(each.id)),
            *(() if alone else (Cell(each.name),)),
            Cell(table.get(each.id) or _("bye")),
        )
        for player, each in listed
    )
    team = () if alone else (Heading(words.entrant(tournament), "who"),)
    columns = (Heading(_("Name"), "who"), words.number_column(), *team, Heading(_("Table"), "table"))
    return Block(_("By name"), columns, rows)


def in_order(name: str) -> str:
    """What names are sorted by: accents and capital letters do not count."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()
