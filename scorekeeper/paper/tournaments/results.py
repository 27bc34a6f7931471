"""The results list of a round: the figures of each table, and the arbiter's rulings."""

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.words import rulings_of_round
from scorekeeper.i18n import _, format_number
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.tournaments.parts import Block, Listing, Wanted, head_of, number_column, signature_lines
from scorekeeper.tournaments.model import Entrant, Ids, Table, Tournament
from scorekeeper.tournaments.pairing import forbidden_twos
from scorekeeper.tournaments.scoring import bye_score, scores, winner
from scorekeeper.tournaments.shown_rounds import with_results
from scorekeeper.tournaments.stages import rounds_without_bye_score
from scorekeeper.tournaments.systems import is_knockout


def results(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the results of a round, or of every round so far, with lines to write on for unfinished tables.

    Raises Refusal.
    """
    last = with_results(tournament, wanted.round)
    rounds = range(1, last.number + 1) if wanted.every_round else [last.number]
    title = _("Results: %(round)s", round=words.round_name(tournament, last.number))
    return Listing(
        wanted.paper,
        wanted.language,
        head_of(tournament, wanted, _("Results of all rounds") if wanted.every_round else title),
        tuple(_block(tournament, number, named=wanted.every_round) for number in rounds),
        notes=tuple(note for number in rounds for note in rulings_of_round(tournament, number)),
        signatures=(signature_lines(wanted)[0],),
    )


def _block(tournament: Tournament, number: int, *, named: bool) -> Block:
    """Returns the table of a round's results; `named`: under the name of the round."""
    seated = with_results(tournament, number)
    entrants, sat = words.by_id(tournament), words.sitting(tournament, number)
    names = words.names_of_round(tournament, number)
    rows = tuple(_row(tournament, entrants, sat, table, names.get(table.number, "")) for table in seated.tables)
    notes = (*_remarks(sat, seated.tables), *_forbidden(tournament, seated.tables))
    notes += tuple(_byes(tournament, number, seated.byes))
    return Block(words.round_name(tournament, number) if named else "", _columns(tournament), rows, notes)


def _columns(tournament: Tournament) -> tuple[Heading, ...]:
    who = (number_column(tournament.system.singles), Heading(words.entrant(tournament), "who"))
    points = Heading(_("Points"), "result")
    if tournament.scoring.kind == "vp":
        kinds = (points, Heading(_("MP"), "result narrow"), Heading(_("VP"), "result narrow"))
    else:
        legs = (Heading(_("Legs"), "result narrow"),) if tournament.scoring.best_of > 1 else ()
        kinds = (points, *legs, Heading(_("TP"), "result narrow"))
    return (Heading(_("Table"), "table"), *who, *who, *kinds)


def _substituted_players(entrants: dict[int, Entrant], sat: dict[int, Entrant], side: Ids) -> str:
    """Returns the players of entrants that have a team name and a substitute, since the name does not show them."""
    return ", ".join(
        ", ".join(sat[entrant].players)
        for entrant in side
        if sat[entrant].players != entrants[entrant].players and sat[entrant].name == entrants[entrant].name
    )


def _best(tournament: Tournament, table: Table) -> int | None:
    """Returns the side that won more than the other; None if neither did, also at 10 : 10 victory points."""
    if not table.is_decided:
        return None
    if tournament.scoring.kind == "vp":
        scored = scores(tournament.scoring, table)
        ours, others = ({scored[entrant].main for entrant in side} for side in table.sides)
        if ours == others:
            return None
    return winner(tournament.scoring, table)


def _row(
    tournament: Tournament, entrants: dict[int, Entrant], sat: dict[int, Entrant], table: Table, name: str
) -> tuple[Cell, ...]:
    """Returns the cells of a table; `entrants` are the entrants as they began, `sat` as they sat in the round."""
    best = _best(tournament, table)
    sides = [
        cell
        for index, side in enumerate(table.sides)
        for cell in (
            Cell(words.numbers(side)),
            Cell(words.names(sat, side), _substituted_players(entrants, sat, side), "won" if best == index else ""),
        )
    ]
    return (Cell(str(table.number), name), *sides, *_figures(tournament, table))


def _figures(tournament: Tournament, table: Table) -> list[Cell]:
    """Returns the cells of a table's result: points, MP and VP; or points, legs if there are several, and TP."""
    scoring = tournament.scoring
    if not table.is_decided:
        return [Cell("", kind="write")] * (len(_columns(tournament)) - 5)
    points = Cell(words.two(table.points) if table.points else "")
    if scoring.kind == "vp":
        return [points, Cell(_match_points(tournament, table)), Cell(words.figures_of_sides(tournament, table, 0))]
    legs = [Cell(words.two(table.legs) if table.legs else "")] if scoring.best_of > 1 else []
    return [points, *legs, Cell(words.figures_of_sides(tournament, table, 0))]


def _match_points(tournament: Tournament, table: Table) -> str:
    """Returns the match points as one number if both sides have opposite ones, else the points of both sides."""
    scored = scores(tournament.scoring, table)
    ours, others = ({scored[entrant].second for entrant in side} for side in table.sides)
    if len(ours) == len(others) == 1 and ours == {-points for points in others}:
        return format_number(abs(ours.pop()))
    return words.figures_of_sides(tournament, table, 1)


def _remarks(entrants: dict[int, Entrant], tables: tuple[Table, ...]) -> list[str]:
    """Returns sentences on tables without a normal result: forfeited, too late, or set by the arbiter."""
    remarks = []
    for table in tables:
        if table.forfeit is not None:
            name = entrants[table.forfeit].name
            remarks.append(_("Table %(table)s was not played: %(name)s did not play.", table=table.number, name=name))
        elif table.late is not None:
            name = entrants[table.late].name
            remarks.append(_("Table %(table)s was not played: %(name)s came too late.", table=table.number, name=name))
        elif table.vp is not None:
            remarks.append(_("At table %(table)s the arbiter set the result.", table=table.number))
    return remarks


def _forbidden(tournament: Tournament, tables: tuple[Table, ...]) -> list[str]:
    """Returns sentences on tables with entrants who were not to meet, by their numbers (TOU-39)."""
    twos = {table.number: forbidden_twos(tournament.forbidden, table.ids) for table in tables}
    return [
        _("Table %(table)s: numbers %(pairs)s were not to meet.", table=number, pairs=words.joined_twos(met))
        for number, met in twos.items()
        if met
    ]


def _byes(tournament: Tournament, number: int, without: Ids) -> list[str]:
    """Returns sentences on the entrants with a bye, with their points for it if there are any."""
    entrants, score = words.sitting(tournament, number), bye_score(tournament.scoring)
    if number <= rounds_without_bye_score(tournament) or is_knockout(tournament, number):
        return [_("Bye: %(names)s", names=entrants[entrant].name) for entrant in without]
    text = _("Bye: %(name)s, %(points)s VP") if tournament.scoring.kind == "vp" else _("Bye: %(name)s, %(points)s TP")
    return [text % {"name": entrants[entrant].name, "points": score.main} for entrant in without]
