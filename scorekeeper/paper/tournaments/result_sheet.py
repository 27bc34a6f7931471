"""The ranking on paper, with each round's points, and a federation's result sheet, also as a CSV table (TOU-28)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.i18n import _, format_number, format_signed, ngettext
from scorekeeper.i18n.languages import csv_file
from scorekeeper.ledger.names import common_name
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.tournaments.parts import Block, Head, Listing, Wanted, head_of, number_column, signature_lines
from scorekeeper.paper.tournaments.ranking import RARE, by_category, is_final, ranking
from scorekeeper.tournaments.model import NAME_SEPARATOR, Entrant, Tournament
from scorekeeper.tournaments.scoring import Score
from scorekeeper.tournaments.shown_rounds import counted
from scorekeeper.tournaments.stages import group_rounds
from scorekeeper.tournaments.standings import Row, rounds_of_entrant, standings

NOTHING = ("", "0")
WHO = 2  # the place of the entrant's name in a row of the ranking
MOST_ROUNDS = {"A5": 4}  # with a column of their own on the wall, by paper
MANY, BAND = 8, 10  # rounds with a column of their own on other papers, and on each band of a federation's sheet


def printed_ranking(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the ranking for paper: with member numbers, points of each round, and no empty columns."""
    listing = ranking(tournament, wanted)
    shown = tournament.up_to(counted(tournament, wanted.round))
    blocks = tuple(_printed(shown, wanted, block) for block in listing.blocks)
    head, signatures = with_facts(listing.head, shown, wanted), signature_lines(wanted)
    blocks += by_category(tournament, wanted, len(shown.rounds))
    return replace(listing, head=head, blocks=blocks, signatures=signatures)


def screen_ranking(tournament: Tournament, wanted: Wanted, *, live: bool = False) -> Listing:
    """Returns the ranking for a screen: with the points of each round behind the sums. Raises Refusal."""
    listing = ranking(tournament, wanted, live=live)
    shown = tournament.up_to(len(tournament.rounds) if live else counted(tournament, wanted.round))
    blocks = tuple(_with_rounds(shown, block) for block in listing.blocks)
    return replace(listing, blocks=(*blocks, *by_category(tournament, wanted, shown.complete)))


def _with_rounds(shown: Tournament, block: Block) -> Block:
    entrants, rounds = words.by_id(shown), _counting_rounds(shown, block)
    headings = (Heading(_("R%(number)s", number=number), "figure round") for number in range(1, rounds + 1))
    rows = tuple((*row, *_points(shown, entrants[int(row[1].text)], rounds)) for row in block.rows)
    return replace(block, columns=(*block.columns, *headings), rows=rows)


def _counting_rounds(shown: Tournament, block: Block) -> int:
    """Returns the number of rounds whose points make the sums of a block; 0 if places are not by points."""
    if not any("figure" in column.kind for column in block.columns):
        return 0
    counting = len(shown.rounds)
    return min(counting, group_rounds(shown)) if shown.system.has_groups else counting  # a knock-out adds nothing


def with_facts(head: Head, shown: Tournament, wanted: Wanted) -> Head:
    """Returns the head with how many entered, and the federation's code if there is one."""
    players = sum(len(entrant.players) for entrant in shown.entrants)
    entrants = len(shown.entrants)
    sizes = {len(entrant.players) for entrant in shown.entrants}
    facts = [ngettext("%(num)s player", "%(num)s players", players)]
    if sizes != {1}:
        pairs = ngettext("%(num)s pair", "%(num)s pairs", entrants)
        facts.insert(0, pairs if sizes == {2} else ngettext("%(num)s team", "%(num)s teams", entrants))
    if wanted.code:
        facts.append(_("Code: %(code)s", code=wanted.code))
    return replace(head, about=" · ".join([part for part in (head.about,) if part] + facts))


def _printed(shown: Tournament, wanted: Wanted, block: Block) -> Block:
    entrants, few = words.by_id(shown), wanted.paper in MOST_ROUNDS
    counting = _counting_rounds(shown, block)
    rounds = counting if counting <= MOST_ROUNDS.get(wanted.paper, MANY) else 0
    positions = [at for at in range(len(block.columns)) if not _is_left_out(block, at, few=few, has_rounds=rounds > 0)]
    columns = [block.columns[at] for at in positions]
    rows = []
    for row in block.rows:
        entrant = entrants[int(row[1].text)]
        moved = [
            f"{block.columns[at].text} {row[at].text}"
            for at in range(WHO + 1, len(row))
            if few and _is_rare(block.columns[at]) and row[at].text
        ]
        name = Cell(entrant.name, " · ".join([text for text in (small_print(entrant),) if text] + moved))
        cells = [name if at == WHO else row[at] for at in positions]
        rows.append((*cells[: WHO + 1], *_points(shown, entrant, rounds), *cells[WHO + 1 :]))
    numbers = tuple(Heading(format_number(number), "figure round") for number in range(1, rounds + 1))
    return replace(block, columns=(*columns[: WHO + 1], *numbers, *columns[WHO + 1 :]), rows=tuple(rows))


def _is_left_out(block: Block, at: int, *, few: bool, has_rounds: bool) -> bool:
    """True for an empty column, for rounds played if each round has a column, and with `few` for rare columns."""
    if at <= WHO:
        return False
    column = block.columns[at]
    return (
        all(row[at].text == "" for row in block.rows)
        or (has_rounds and "played" in column.kind)
        or (few and _is_rare(column))
    )


def _is_rare(column: Heading) -> bool:
    return column.kind.split()[-1] in RARE


def _points(shown: Tournament, entrant: Entrant, rounds: int) -> list[Cell]:
    """Returns the main points of each of the first `rounds` rounds; a dash for a round without the entrant."""
    scores: dict[int, Score | None] = {turn.round: turn.score for turn in rounds_of_entrant(shown, entrant.id)}
    cells = []
    for number in range(1, rounds + 1):
        score = scores.get(number)
        cells.append(Cell("–" if number not in scores else format_number(score.main) if score else ""))
    return cells


def small_print(entrant: Entrant) -> str:
    """Returns players and member numbers, substitutes, club, a late entry and a withdrawal as one text."""
    parts = (words.members(entrant), entrant.club, *words.coming_and_going(entrant).values())
    return " · ".join(part for part in parts if part)


def result_sheet(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the federation's result sheet (TOU-28): each round's points, byes, forfeits and rulings. Raises Refusal.

    Columns without any figure are left out; more rounds than fit go on in a second table.
    """
    shown = _with_plain_names(tournament.up_to(counted(tournament, wanted.round)))
    rows: list[Row] = standings(shown)["standings"]
    numbers = range(1, len(shown.rounds) + 1)
    bands = [numbers[start : start + BAND] for start in range(0, max(len(numbers), 1), BAND)]
    blocks = tuple(_band(shown, rows, band, last=band is bands[-1]) for band in bands)
    title = _("Result sheet")
    if not is_final(tournament, len(shown.rounds)):
        title = _("Result sheet after round %(number)s", number=len(shown.rounds))
    head = with_facts(head_of(tournament, wanted, title), shown, wanted)
    notes = words.up_to(tournament, len(shown.rounds))
    signatures = signature_lines(wanted)
    return Listing(wanted.paper, wanted.language, head, blocks, notes=notes, signatures=signatures, turns=True)


def _band(shown: Tournament, rows: list[Row], band: Sequence[int], *, last: bool) -> Block:
    """Returns a table with the rounds of `band`; the `last` one also has sums and counts, e.g. of byes."""
    entrants = words.by_id(shown)
    headings = [Heading(_("Pl."), "place"), number_column(), Heading(words.entrant(shown), "who")]
    headings += [Heading(format_number(number), "cell stacked") for number in band]
    sums = _sums(shown) if last else []
    sums = [
        (text, value)
        for text, value in sums
        if any(value(row, entrants[row["entrant"]]) not in NOTHING for row in rows)
    ]
    headings += [Heading(text, "cell summed") for text, _value in sums]
    cells = []
    for row, place in zip(rows, words.places(rows), strict=True):
        entrant = entrants[row["entrant"]]
        who = [Cell(place), Cell(str(entrant.id)), Cell(entrant.name, small_print(entrant))]
        cells.append((*who, *_of_rounds(shown, entrant, band), *(Cell(value(row, entrant)) for _text, value in sums)))
    return Block("", tuple(headings), tuple(cells), (_explanation(shown),) if last and shown.rounds else ())


def _explanation(shown: Tournament) -> str:
    """Returns a sentence that explains the two figures of each round."""
    if shown.scoring.kind == "vp":
        return _("Each round: victory points (VP), below them match points (MP).")
    if shown.scoring.best_of == 1:
        return _("Each round: tournament points (TP), below them the difference of the points.")
    return _("Each round: tournament points (TP), below them the difference of the legs.")


def _of_rounds(shown: Tournament, entrant: Entrant, band: Iterable[int]) -> list[Cell]:
    """Returns the cells of some rounds: main points, and match points, legs or points in small type."""
    turns = {turn.round: turn for turn in rounds_of_entrant(shown, entrant.id)}
    by_points = shown.scoring.kind == "match" and shown.scoring.best_of == 1
    cells = []
    for number in band:
        turn = turns.get(number)
        if turn is None:
            cells.append(Cell("–"))
        elif turn.score is None:
            cells.append(Cell(_("bye") if turn.table is None else ""))
        else:
            second = turn.score.third if by_points else turn.score.second
            small = _("bye") if turn.table is None else format_signed(second)
            cells.append(Cell(format_number(turn.score.main), small))
    return cells


CellText = Callable[[Row, Entrant], str]


def _sums(shown: Tournament) -> list[tuple[str, CellText]]:
    """Returns a heading and a function for each sum and count; the function returns the text, empty for none."""
    kinds: list[tuple[str, str, Callable[[int], str]]]
    if shown.scoring.kind == "vp":
        kinds = [(_("VP"), "vp", format_number), (_("MP"), "mp", format_signed)]
    else:
        kinds = [(_("TP"), "tp", format_number), (_("Legs"), "legs", format_signed)]
        kinds.append((_("Points"), "points", format_signed))
    sums: list[tuple[str, CellText]] = [(text, _figure(name, form)) for text, name, form in kinds]
    sums.append((_("Byes"), lambda row, _entrant: _some(row["byes"])))
    sums.append((_("Forfeits"), lambda _row, entrant: _some(_count(shown, entrant, "forfeit"))))
    sums.append((_("Late"), lambda _row, entrant: _some(_count(shown, entrant, "late"))))
    sums.append((_("Rulings"), lambda row, _entrant: _signed(row["rulings"])))
    sums.append((_("Rulings (MP)"), lambda _row, entrant: _signed(_ruled_mp(shown, entrant))))
    return sums


def _ruled_mp(shown: Tournament, entrant: Entrant) -> int:
    """Returns the sum of the match points that rulings gave the entrant; the rounds' columns lack them."""
    return sum(
        ruling.second for ruling in shown.rulings if ruling.entrant == entrant.id and ruling.round <= len(shown.rounds)
    )


def _figure(name: str, form: Callable[[int], str]) -> CellText:
    return lambda row, _entrant: form(row[name])


def _signed(points: int) -> str:
    return format_signed(points) if points else ""


def _some(number: int) -> str:
    return format_number(number) if number else ""


def _count(shown: Tournament, entrant: Entrant, kind: str) -> int:
    turns = rounds_of_entrant(shown, entrant.id)
    return sum(getattr(turn.table, kind) == entrant.id for turn in turns if turn.table is not None)


Cells = list[str]


def csv_of(tournament: Tournament) -> bytes:
    """Returns the table after the last complete round as CSV."""
    return csv_file(table_of(tournament))


def table_of(tournament: Tournament) -> list[Cells]:
    """Returns the heading and a row for each entrant, in the order of the ranking after the last complete round."""
    shown = _with_plain_names(tournament.up_to(tournament.complete))
    seats = max((len(entrant.players) for entrant in shown.entrants), default=0)
    entrants = words.by_id(shown)
    rows = standings(shown)["standings"]
    table = [_heading(shown, seats), *(_row(shown, entrants[row["entrant"]], row, seats) for row in rows)]
    ruled = [str(_ruled_mp(shown, entrants[row["entrant"]])) for row in rows]
    if set(ruled) <= {"0"}:
        return table
    return [[*cells, last] for cells, last in zip(table, (_("Rulings (MP)"), *ruled), strict=True)]


def _with_plain_names(shown: Tournament) -> Tournament:
    """Returns the tournament without the numerals of namesakes who have a member number."""
    return replace(shown, entrants=tuple(_plain(entrant) for entrant in shown.entrants))


def _plain(entrant: Entrant) -> Entrant:
    numbers = (*entrant.numbers, *[None] * len(entrant.players))
    players = tuple(_plain_name(name, number) for name, number in zip(entrant.players, numbers, strict=False))
    substitutes = tuple(each._replace(player=_plain_name(each.player, each.number)) for each in entrant.substitutes)
    is_named_after_players = entrant.name == NAME_SEPARATOR.join(entrant.players)
    name = NAME_SEPARATOR.join(players) if is_named_after_players else entrant.name
    return replace(entrant, name=name, players=players, substitutes=substitutes)


def _plain_name(name: str, number: str | None) -> str:
    """Returns a name without numeral, or without the number that former versions put behind it."""
    return common_name(name.removesuffix(f" ({number})")) if number else name


class Kind(NamedTuple):
    """The sums of a scoring: their headings, and their names in a row of the standings."""

    headings: tuple[str, ...]
    names: tuple[str, ...]


def _kind(shown: Tournament) -> Kind:
    if shown.scoring.kind == "vp":
        return Kind((_("VP"), _("MP")), ("vp", "mp"))
    return Kind((_("TP"), _("Legs"), _("Points")), ("tp", "legs", "points"))


def _heading(shown: Tournament, seats: int) -> Cells:
    headings = _kind(shown).headings
    players = [
        text
        for number in range(1, seats + 1)
        for text in (_("Player %(number)s", number=number), _("Member number %(number)s", number=number))
    ]
    rounds = [f"{heading} {number}" for number in range(1, len(shown.rounds) + 1) for heading in headings]
    return [
        _("Position"),
        _("No."),
        _("Name"),
        *players,
        _("Club"),
        *rounds,
        *headings,
        _("Byes"),
        _("Forfeits"),
        _("Late"),
        _("Rulings"),
        _("Withdrawn from round"),
        _("Substitutes"),
    ]


def _row(shown: Tournament, entrant: Entrant, row: Row, seats: int) -> Cells:
    filled = zip_longest(entrant.players, entrant.numbers, range(seats))
    players = chain.from_iterable((player or "", number or "") for player, number, _seat in filled)
    tables = [turn.table for turn in rounds_of_entrant(shown, entrant.id) if turn.table]
    forfeits = sum(table.forfeit == entrant.id for table in tables)
    late = sum(table.late == entrant.id for table in tables)
    return [
        str(row["place"]),
        str(entrant.id),
        entrant.name,
        *players,
        entrant.club or "",
        *_rounds(shown, entrant),
        *(str(row[name]) for name in _kind(shown).names),
        str(row["byes"]),
        str(forfeits),
        str(late),
        str(row["rulings"]),
        str(entrant.out or ""),
        _substitutes(entrant),
    ]


def _rounds(shown: Tournament, entrant: Entrant) -> Cells:
    """Returns the entrant's sums of each round; empty for rounds that it was not in, and for byes without points."""
    kinds = len(_kind(shown).names)
    played: dict[int, Score | None] = {turn.round: turn.score for turn in rounds_of_entrant(shown, entrant.id)}
    scores = [played.get(number) for number in range(1, len(shown.rounds) + 1)]
    return [text for score in scores for text in ([""] * kinds if score is None else map(str, score[:kinds]))]


def _substitutes(entrant: Entrant) -> str:
    texts = []
    for one in entrant.substitutes:
        text = _("%(player)s for %(out)s from round %(number)s", player=one.player, out=one.out, number=one.round)
        texts.append(f"{text} ({one.number})" if one.number else text)
    return ", ".join(texts)
