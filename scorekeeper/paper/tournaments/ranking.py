"""The ranking, with what decided in words, how equal ones were parted, what the arbiter ruled, and who signs."""

from collections.abc import Callable, Iterable
from typing import Any

from scorekeeper.i18n import _, format_number, format_signed
from scorekeeper.paper.season import Heading
from scorekeeper.paper.tournaments import knockout, rulings, words
from scorekeeper.paper.tournaments.model import Block, Cell, Listing, Wanted
from scorekeeper.paper.tournaments.parted import criteria, parted
from scorekeeper.paper.tournaments.rounds import counted
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import programme
from scorekeeper.tournaments.ranking import Count, Placed, count
from scorekeeper.tournaments.standings import Row, standings
from scorekeeper.tournaments.systems import groups

RARE = ("byes", "rulings")  # shown where there are any
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ranking(tournament: Tournament, wanted: Wanted, *, live: bool = False) -> Listing:
    """Who stands where, after all complete rounds or those asked for; `live` counts what has come in since.

    Raises Refusal.
    """
    rounds = len(tournament.rounds) if live else counted(tournament, wanted.round)
    shown = tournament.up_to(rounds)
    answer = standings(shown, live)
    if answer["finished"] and rounds == len(tournament.rounds):
        title = _("Final ranking")
    elif live:
        title = _("Ranking during round %(number)s", number=rounds)
    else:
        title = _("Ranking after round %(number)s", number=rounds)
    return Listing(
        wanted.paper,
        wanted.language,
        words.head(tournament, wanted, title),
        tuple(_blocks(shown, answer)),
        criteria=_criteria(shown),
        notes=rulings.up_to(tournament, rounds),
        signatures=(_("Arbiter"), _("For the club")),
    )


def _criteria(shown: Tournament) -> tuple[str, ...]:
    by_knockout = _("The round of elimination; third and fourth place by their match, or shared")
    if shown.system.kind == "knockout":
        return (by_knockout,)
    if shown.system.kind == "groups":
        by_groups = _("Knock-out players come first, then the others by their places in the groups")
        return (by_groups, by_knockout, *criteria(shown.scoring))
    return criteria(shown.scoring)


def _blocks(shown: Tournament, answer: dict[str, Any]) -> Iterable[Block]:
    """The ranking of all, then of each line or group."""
    rounds = len(shown.rounds)
    within = count(shown, min(rounds, knockout.rounds_before(shown) or rounds))
    in_knockout = shown.system.kind == "knockout" or (shown.system.kind == "groups" and rounds > len(programme(shown)))
    if in_knockout:
        yield Block("", *_by_round(shown, answer["standings"]), notes=_parted_behind(shown, within))
    else:
        yield _block(shown, within, "", answer["standings"])
    for name, rows in zip(words.lines(shown), answer.get("lines", ()), strict=False):
        yield _block(shown, within, name, rows)
    for index, rows in enumerate(answer.get("groups", ())):
        yield _block(shown, within, group_name(index), rows)


def group_name(index: int) -> str:
    """A group by its letter, past the alphabet by its number."""
    return _("Group %(letter)s", letter=LETTERS[index] if index < len(LETTERS) else index + 1)


def _block(shown: Tournament, counts: Count, heading: str, rows: list[Row]) -> Block:
    placed = [Placed(row["place"], row["entrant"]) for row in rows]
    notes = parted(shown, counts, placed) if shown.rounds else ()
    return Block(heading, *_by_points(shown, rows), notes=notes)


def _parted_behind(shown: Tournament, within: Count) -> tuple[str, ...]:
    """How those were parted who have the same place in their groups and are not in the knock-out."""
    if shown.system.kind != "groups":
        return ()
    rounds = len(programme(shown))
    seeds = set(groups.qualified(shown))
    tables = [[each.entrant for each in table] for table in groups.tables_of_groups(shown, rounds)]
    behind = len(seeds)
    told: list[str] = []
    for same in groups.by_place(shown, tables, rounds):
        rest = [each for each in same if each.entrant not in seeds]
        told += parted(shown, within, rest, behind) if len(rest) == len(same) else ()
        behind += len(rest)
    return tuple(told)


def _who(shown: Tournament, rows: list[Row]) -> tuple[list[Heading], list[list[Cell]]]:
    """Place, number and name, with players and club in small type."""
    known = words.by_id(shown)
    headings = [Heading(_("Pl."), "place"), words.number_column(), Heading(words.entrant(shown), "who")]
    cells = []
    for row, place in zip(rows, words.places(rows), strict=True):
        each = known[row["entrant"]]
        small = " · ".join(told for told in (words.players(each), each.club) if told)
        cells.append([Cell(place), Cell(str(each.id)), Cell(each.name, small)])
    return headings, cells


def _by_points(shown: Tournament, rows: list[Row]) -> tuple[tuple[Heading, ...], tuple[tuple[Cell, ...], ...]]:
    """The sums beside the names; byes and rulings where there are any."""
    headings, cells = _who(shown, rows)
    figures: list[tuple[str, str, Callable[[int], str]]]
    if shown.scoring.kind == "vp":
        figures = [("vp", _("VP"), format_number), ("mp", _("MP"), format_signed)]
    else:
        figures = [("tp", _("TP"), format_number), ("legs", _("Legs"), format_signed)]
        figures.append(("points", _("Points"), format_signed))
    figures += [("opponents", _("Opp."), format_number), ("played", _("Played"), format_number)]
    if any(row["byes"] for row in rows):
        figures.append(("byes", _("Byes"), format_number))
    if any(row["rulings"] for row in rows):
        figures.append(("rulings", _("Rulings"), format_signed))
    headings += [Heading(text, f"figure {name}") for name, text, _form in figures]
    for row, made in zip(rows, cells, strict=True):
        made += [Cell(form(row[name]) if row[name] or name not in RARE else "") for name, _text, form in figures]
    return tuple(headings), tuple(map(tuple, cells))


def _by_round(shown: Tournament, rows: list[Row]) -> tuple[tuple[Heading, ...], tuple[tuple[Cell, ...], ...]]:
    """The round in which each went out of the knock-out; nothing for who is still in it or never was."""
    headings, cells = _who(shown, rows)
    lost = knockout.stage(shown).lost
    names = {number: words.round_name(shown, number) for number in set(lost.values())}
    for row, made in zip(rows, cells, strict=True):
        made.append(Cell(names.get(lost.get(row["entrant"], 0), "")))
    return (*headings, Heading(_("Out in"), "out")), tuple(map(tuple, cells))
