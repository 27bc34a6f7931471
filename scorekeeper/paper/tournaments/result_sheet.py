"""The ranking on paper: one for the wall, with the points of each round, and the result sheet for a federation."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from scorekeeper.i18n import _, format_number, format_signed, ngettext
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Block, Head, Listing, Wanted
from scorekeeper.paper.tournaments.ranking import RARE, is_final, ranking
from scorekeeper.paper.tournaments.wording import counted
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.scoring import Score
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
    head, signatures = with_facts(listing.head, shown, wanted), wording.signatures(wanted)
    return replace(listing, head=head, blocks=blocks, signatures=signatures)


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
    entrants, few = wording.by_id(shown), wanted.paper in MOST_ROUNDS
    by_points = any("figure" in column.kind for column in block.columns)
    counting = len(shown.rounds)
    if shown.system.kind == "groups":
        counting = min(counting, group_rounds(shown))  # the knock-out adds nothing to a group's points
    rounds = counting if by_points and counting <= MOST_ROUNDS.get(wanted.paper, MANY) else 0
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
    parts = (wording.members(entrant), entrant.club, *wording.coming_and_going(entrant).values())
    return " · ".join(part for part in parts if part)


def result_sheet(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the federation's result sheet (TOU-28): each round's points, byes, forfeits and rulings. Raises Refusal.

    Columns without any figure are left out; more rounds than fit go on in a second table.
    """
    shown = tournament.up_to(counted(tournament, wanted.round))
    rows: list[Row] = standings(shown)["standings"]
    numbers = range(1, len(shown.rounds) + 1)
    bands = [numbers[start : start + BAND] for start in range(0, max(len(numbers), 1), BAND)]
    blocks = tuple(_band(shown, rows, band, last=band is bands[-1]) for band in bands)
    title = _("Result sheet")
    if not is_final(tournament, len(shown.rounds)):
        title = _("Result sheet after round %(number)s", number=len(shown.rounds))
    head = with_facts(wording.head(tournament, wanted, title), shown, wanted)
    notes = wording.up_to(tournament, len(shown.rounds))
    signatures = wording.signatures(wanted)
    return Listing(wanted.paper, wanted.language, head, blocks, notes=notes, signatures=signatures, turns=True)


def _band(shown: Tournament, rows: list[Row], band: Sequence[int], *, last: bool) -> Block:
    """Returns a table with the rounds of `band`; the `last` one also has sums and counts, such as byes."""
    entrants = wording.by_id(shown)
    headings = [Heading(_("Pl."), "place"), wording.number_column(), Heading(wording.entrant(shown), "who")]
    headings += [Heading(format_number(number), "cell stacked") for number in band]
    sums = _sums(shown) if last else []
    sums = [
        (text, value)
        for text, value in sums
        if any(value(row, entrants[row["entrant"]]) not in NOTHING for row in rows)
    ]
    headings += [Heading(text, "cell summed") for text, _value in sums]
    cells = []
    for row, place in zip(rows, wording.places(rows), strict=True):
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
    sums.append((_("Rulings"), lambda row, _entrant: format_signed(row["rulings"]) if row["rulings"] else ""))
    return sums


def _figure(name: str, form: Callable[[int], str]) -> CellText:
    return lambda row, _entrant: form(row[name])


def _some(number: int) -> str:
    return format_number(number) if number else ""


def _count(shown: Tournament, entrant: Entrant, kind: str) -> int:
    turns = rounds_of_entrant(shown, entrant.id)
    return sum(getattr(turn.table, kind) == entrant.id for turn in turns if turn.table is not None)
