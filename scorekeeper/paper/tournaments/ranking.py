"""The ranking with its tie-breaks and the deciding ones (TOU-7 … TOU-9), the prize list, and certificates."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.categories import TITLES
from scorekeeper.i18n import _, format_number, format_signed, ngettext
from scorekeeper.paper.club_sheets import Cell, Certificate, Figure, Heading
from scorekeeper.paper.model import Letterhead
from scorekeeper.paper.tournaments.parts import Block, Listing, Wanted, head_of, number_column, signature_lines
from scorekeeper.tournaments import shown_rounds
from scorekeeper.tournaments.model import Entrant, Scoring, Tournament
from scorekeeper.tournaments.ranking import Compared, Count, Placed, compared
from scorekeeper.tournaments.shown_rounds import counted
from scorekeeper.tournaments.stages import by_place, count_all, group_standings, stage_begun, stage_count, stages
from scorekeeper.tournaments.standings import Row, standings
from scorekeeper.tournaments.systems import flights, is_knockout, knockout


class Level(NamedTuple):
    """A ranked entrant and its position in the list, counted from 1 without shared positions."""

    position: int
    placed: Placed


def criteria(scoring: Scoring) -> tuple[str, ...]:
    """Returns the criteria of the ranking, in order."""
    lots = _("Still equal: the place is shared; lots only set the order")
    if scoring.kind == "vp":
        return (
            _("Victory points (VP)"),
            _("Match points (MP): sum of the differences of all rounds"),
            _("If exactly two are equal and have met: VP, then MP of the tables where they met"),
            _("Sum of the opponents’ victory points; a bye or an unplayed table counts 10"),
            lots,
        )
    return (
        _("Tournament points (TP)"),
        _("The difference of the legs won and lost"),
        _("The difference of the points"),
        _("If exactly two are equal and have met: TP of the tables where they met"),
        _("Sum of the opponents’ tournament points; a bye or an unplayed table counts nothing"),
        lots,
    )


def tie_break_sentences(
    tournament: Tournament, counted: Count, placed: Sequence[Placed], behind: int = 0
) -> tuple[str, ...]:
    """Returns sentences on how ties by the first criterion were broken, or not (TOU-7, TOU-8).

    `behind` is the number of entrants ranked ahead of those in `placed`.
    """
    worth = compared(tournament, counted, (place.entrant for place in placed))
    listed = [Level(position, place) for position, place in enumerate(placed, start=behind + 1)]
    return tuple(_sentences(tournament, worth, listed, 0))


def _values(worth: Compared) -> tuple[int | tuple[int, ...], ...]:
    return (*worth.sums, worth.direct, worth.opponents)


def _sentences(tournament: Tournament, worth: dict[int, Compared], equal: list[Level], criterion: int) -> list[str]:
    """Returns sentences on how entrants tied before `criterion` were ranked: by it, then by later criteria."""
    if len(equal) < 2:
        return []
    if criterion == len(_values(worth[equal[0].placed.entrant])):
        return [_shared_place(tournament, equal)]
    same = [list(part) for _value, part in groupby(equal, lambda one: _values(worth[one.placed.entrant])[criterion])]
    texts = [_tie_break(tournament, worth, equal, criterion)] if criterion and len(same) > 1 else []
    return texts + [sentence for part in same for sentence in _sentences(tournament, worth, part, criterion + 1)]


def _shared_place(tournament: Tournament, equal: list[Level]) -> str:
    entrants = words.by_id(tournament)
    names = " · ".join(entrants[level.placed.entrant].name for level in equal)
    return _("Place %(place)s is shared, equal in everything: %(names)s", place=equal[0].position, names=names)


def _tie_break(tournament: Tournament, worth: dict[int, Compared], equal: list[Level], criterion: int) -> str:
    """Returns a sentence on the places that a criterion decided, with the figure of each entrant."""
    entrants = words.by_id(tournament)
    vp = tournament.scoring.kind == "vp"
    texts = []
    for _position, placed in equal:
        value = _values(worth[placed.entrant])[criterion]
        if isinstance(value, tuple):
            figure = format_number(value[0]) + (f" ({format_signed(value[1])})" if vp else "")
        else:
            figure = (
                format_number(value) if criterion == len(_values(worth[placed.entrant])) - 1 else format_signed(value)
            )
        texts.append(f"{entrants[placed.entrant].name}\N{NO-BREAK SPACE}{figure}")
    vp_or_legs = (
        _("Places %(first)s–%(last)s by match points: %(who)s")
        if vp
        else _("Places %(first)s–%(last)s by legs: %(who)s")
    )
    sentences = {
        1: vp_or_legs,
        2: _("Places %(first)s–%(last)s by points: %(who)s"),
        3: _("Places %(first)s–%(last)s by their own matches: %(who)s"),
        4: _("Places %(first)s–%(last)s by the opponents’ points: %(who)s"),
    }
    places = {"first": equal[0].position, "last": equal[-1].position, "who": " · ".join(texts)}
    return sentences[criterion] % places


RARE = ("byes", "rulings")  # shown if there are any


def ranking(tournament: Tournament, wanted: Wanted, *, live: bool = False) -> Listing:
    """Returns the ranking after `wanted.round` rounds, 0 for all complete ones; `live` adds the round in play.

    Raises Refusal.
    """
    rounds = len(tournament.rounds) if live else counted(tournament, wanted.round)
    shown = tournament.up_to(rounds)
    begun = shown if wanted.round else tournament  # a stage or flights are shown once their first round is published
    answer = standings(begun, live)
    if answer["finished"] and rounds == len(tournament.rounds):
        title = _("Final ranking")
    elif live:
        title = _("Ranking during round %(number)s", number=rounds)
    else:
        title = _("Ranking after round %(number)s", number=rounds)
    return Listing(
        wanted.paper,
        wanted.language,
        head_of(tournament, wanted, title),
        tuple(_blocks(begun, shown, answer)),
        criteria=_criteria(begun, shown),
        notes=words.up_to(tournament, rounds),
        signatures=signature_lines(wanted),
    )


def _criteria(begun: Tournament, shown: Tournament) -> tuple[str, ...]:
    """Returns the criteria in order; `begun` decides whether there are flights, `shown` which rounds count."""
    if flights.are_begun(begun):
        by_flights = _("Everybody of flight A is before flight B, and so on; within a flight:")
        if not flights.last_part(begun).system.carry:
            by_flights = _(
                "Everybody of flight A is before flight B, and so on; within a flight only its own rounds count:"
            )
        return (by_flights, *criteria(shown.scoring))
    by_knockout = _("The round of elimination; third and fourth place by their match, or shared")
    if shown.system.has_groups:
        by_groups = _("Knock-out players come first, then the others by their places in the groups")
        seeded = {words.seeding(shown, stage.end + 1) for stage in stages(shown)} - {""}  # one sentence at most
        return (by_groups, *seeded, by_knockout, *criteria(shown.scoring))
    return (by_knockout,) if shown.system.knocks_out else criteria(shown.scoring)


def _blocks(begun: Tournament, shown: Tournament, answer: dict[str, Any]) -> Iterable[Block]:
    """Yields the ranking of all entrants, then of each Mitchell line or each group; in flights only of each flight.

    `begun` decides which stage or flights there are, `shown` which rounds count.
    """
    rounds = len(shown.rounds)
    within = count_all(shown, rounds)
    if shown.system.has_groups:
        within = stage_count(shown, stage_begun(begun), rounds)
    if rounds and is_knockout(shown, rounds):
        yield Block("", *_by_round(shown, answer["standings"]), notes=_parted_behind(shown))
    elif words.is_second_stage(begun):
        notes = tie_break_sentences(shown, within, _placed(answer["standings"][: len(stage_begun(begun).members)]))
        yield Block("", *_by_points(shown, answer["standings"]), notes=notes)
    elif "flights" in answer:
        yield from _flights(begun, shown, answer)
    else:
        yield _block(shown, within, "", answer["standings"])
    for name, rows in zip(words.lines(shown), answer.get("lines", ()), strict=False):
        yield _block(shown, within, name, rows)
    for name, rows in zip(words.group_headings(begun), answer.get("groups", ()), strict=False):
        yield _block(shown, within, name, rows)
    if words.is_second_stage(begun):
        yield from _first_groups(shown)


def _first_groups(shown: Tournament) -> Iterable[Block]:
    """Yields the rankings of the first groups, from which the second ones were filled."""
    first = stages(shown)[0]
    before = shown.up_to(first.end)
    within = stage_count(before, first, first.end)
    for index, rows in enumerate(standings(before)["groups"]):
        yield _block(before, within, _("First groups: %(group)s", group=words.group_name(index)), rows)


def _flights(begun: Tournament, shown: Tournament, answer: dict[str, Any]) -> Iterable[Block]:
    """Yields the ranking of each flight, then of entrants without a flight; places continue from flight to flight.

    Until the first round in flights is complete they are in the order of the cut, which has no reasons to print.
    """
    rows, start, rounds = answer["standings"], 0, len(shown.rounds)
    part = flights.last_part(begun)
    has_reasons = part.system.carry or rounds > part.start
    for index, flight in enumerate(flights.flights(begun, len(begun.rounds), rounds)):
        end = start + len(flight.placed)
        notes = tie_break_sentences(shown, flight.counted, flight.placed, start) if has_reasons else ()
        yield Block(words.flight_name(index), *_by_points(shown, rows[start:end]), notes=notes)
        start = end
    if rows[start:]:
        yield Block(_("Without a flight"), *_by_points(shown, rows[start:]))


def _block(shown: Tournament, counts: Count, heading: str, rows: list[Row]) -> Block:
    notes = tie_break_sentences(shown, counts, _placed(rows)) if shown.rounds else ()
    return Block(heading, *_by_points(shown, rows), notes=notes)


def _placed(rows: list[Row]) -> list[Placed]:
    return [Placed(row["place"], row["entrant"]) for row in rows]


def _parted_behind(shown: Tournament) -> tuple[str, ...]:
    """Returns sentences on how ties between groups were broken among entrants outside the knock-out."""
    if not shown.system.has_groups:
        return ()
    stage = stages(shown)[-1]
    counts = stage_count(shown, stage, stage.end)
    seeds = set(knockout.qualified(shown))
    tables = [[row.entrant for row in table] for table in group_standings(shown, stage, stage.end)]
    behind = len(seeds)
    texts: list[str] = []
    for same in by_place(shown, stage, tables):
        rest = [row for row in same if row.entrant not in seeds]
        texts += tie_break_sentences(shown, counts, rest, behind) if len(rest) == len(same) else ()
        behind += len(rest)
    return tuple(texts)


def _who(shown: Tournament, rows: list[Row]) -> tuple[list[Heading], list[list[Cell]]]:
    """Returns headings and cells for place, number and name; in small type players, club, late entry, withdrawal."""
    entrants = words.by_id(shown)
    headings = [Heading(_("Pl."), "place"), number_column(), Heading(words.entrant(shown), "who")]
    cells = []
    for row, place in zip(rows, words.places(rows), strict=True):
        entrant = entrants[row["entrant"]]
        parts = (words.everybody(entrant), entrant.club, *words.coming_and_going(entrant).values())
        small = " · ".join(part for part in parts if part)
        cells.append([Cell(place), Cell(str(entrant.id)), Cell(entrant.name, small)])
    return headings, cells


def _by_points(shown: Tournament, rows: list[Row]) -> tuple[tuple[Heading, ...], tuple[tuple[Cell, ...], ...]]:
    """Returns headings and cells with the entrants' sums; columns for byes and rulings only if there are any."""
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
    for row, line in zip(rows, cells, strict=True):
        line += [Cell(form(row[name]) if row[name] or name not in RARE else "") for name, _text, form in figures]
    return tuple(headings), tuple(map(tuple, cells))


def _by_round(shown: Tournament, rows: list[Row]) -> tuple[tuple[Heading, ...], tuple[tuple[Cell, ...], ...]]:
    """Returns headings and cells with the round in which each entrant lost in the knock-out, empty for others."""
    headings, cells = _who(shown, rows)
    lost = shown_rounds.stage(shown).lost
    names = {number: words.round_name(shown, number) for number in set(lost.values())}
    for row, line in zip(rows, cells, strict=True):
        line.append(Cell(names.get(lost.get(row["entrant"], 0), "")))
    return (*headings, Heading(_("Out in"), "out")), tuple(map(tuple, cells))


USUAL_PRIZES = 10
SHORT_PRIZE = 10  # characters of a prize in a narrow column
USUAL_CERTIFICATES = 3


def first_places(tournament: Tournament, wanted: Wanted, usual: int) -> list[Row]:
    """Returns the ranking's rows down to place `wanted.number`, or `usual` if it is 0, with shared places."""
    rounds = counted(tournament, wanted.round)
    last = wanted.number or usual
    rows: list[Row] = standings(tournament.up_to(rounds))["standings"]
    return [row for row in rows if row["place"] <= last]


def is_final(tournament: Tournament, rounds: int) -> bool:
    """True if no round is left after the first `rounds` ones."""
    return rounds == len(tournament.rounds) and bool(standings(tournament)["finished"])


def prize_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the winners of prizes, each with the prize or a line for it, and one for a signature. Raises Refusal."""
    entrants = words.by_id(tournament)
    winners = first_places(tournament, wanted, max(wanted.prizes, default=USUAL_PRIZES))
    sharing = Counter(row["place"] for row in winners)
    main = "vp" if tournament.scoring.kind == "vp" else "tp"
    by_points = not tournament.system.knocks_out
    are_short = 0 < max(map(len, wanted.prizes.values()), default=0) <= SHORT_PRIZE
    rows = tuple(
        (
            Cell(str(row["place"])),
            Cell(str(row["entrant"])),
            Cell(row["name"], words.everybody(entrants[row["entrant"]])),
            *([Cell(format_number(row[main]))] if by_points else []),
            _prize(wanted, row["place"], sharing[row["place"]]),
            Cell("", kind="write"),
        )
        for row in winners
    )
    columns = (
        Heading(_("Pl."), "place"),
        number_column(),
        Heading(words.entrant(tournament), "who"),
        *([Heading(words.main_points(tournament.scoring), "figure")] if by_points else []),
        Heading(_("Prize"), "prize amount" if are_short else "prize"),
        Heading(_("Received (signature)"), "prize"),
    )
    rounds = counted(tournament, wanted.round)
    title = _("Prize list")
    if not is_final(tournament, rounds):
        title = _("Prize list after round %(number)s", number=rounds)
    head = head_of(tournament, wanted, title)
    signatures = signature_lines(wanted)
    blocks = (Block("", columns, rows), *_prizes_by_category(tournament, wanted, rounds))
    return Listing(wanted.paper, wanted.language, head, blocks, signatures=signatures)


def by_category(tournament: Tournament, wanted: Wanted, rounds: int) -> tuple[Block, ...]:
    """Returns a list of the best of each category after so many rounds; none without categories."""
    rows: list[Row] = standings(tournament.up_to(rounds))["standings"] if wanted.categories else []
    cells = [
        (Cell(str(row["place"])), Cell(str(row["entrant"])), Cell(row["name"], _(TITLES[name])))
        for name, ids in wanted.categories.items()
        for row in _best(rows, ids)
    ]
    columns = (Heading(_("Pl."), "place"), number_column(), Heading(words.entrant(tournament), "who"))
    return (Block(_("By category"), columns, tuple(cells)),) if cells else ()


def _best(rows: Sequence[Row], ids: Collection[int]) -> list[Row]:
    """Returns the rows of the best of these entrants, several if they share the place."""
    among = [row for row in rows if row["entrant"] in ids]
    return [row for row in among if row["place"] == among[0]["place"]]


def _prizes_by_category(tournament: Tournament, wanted: Wanted, rounds: int) -> Iterable[Block]:
    """Yields the same with lines for prize and signature."""
    to_write = (Heading(_("Prize"), "prize"), Heading(_("Received (signature)"), "prize"))
    for block in by_category(tournament, wanted, rounds):
        rows = tuple((*row, Cell("", kind="write"), Cell("", kind="write")) for row in block.rows)
        yield Block(block.heading, (*block.columns, *to_write), rows)


def _prize(wanted: Wanted, place: int, sharing: int) -> Cell:
    """Returns the prize of a place, or a line to write it on; if `sharing` it, their part of the prizes of all."""
    prizes = [wanted.prizes[at] for at in range(place, place + sharing) if at in wanted.prizes]
    if not prizes:
        return Cell("", kind="write")
    if sharing == 1:
        return Cell(prizes[0])
    together = " + ".join(prizes)
    return Cell(f"({together}) / {sharing}" if len(prizes) > 1 else f"{together} / {sharing}")


def certificates(tournament: Tournament, wanted: Wanted) -> tuple[Certificate, ...]:
    """Returns certificates for the places down to `wanted.number`, by default the third, one for each player.

    Raises Refusal.
    """
    rows, by_id = first_places(tournament, wanted, USUAL_CERTIFICATES), words.by_id(tournament)
    return tuple(
        _certificate(tournament, wanted, row, by_id[row["entrant"]], player)
        for row in rows
        for player in _who_played(by_id[row["entrant"]])
    )


def _who_played(entrant: Entrant) -> tuple[str, ...]:
    return (*entrant.players, *(substitute.player for substitute in entrant.substitutes))


def _certificate(tournament: Tournament, wanted: Wanted, row: Row, entrant: Entrant, player: str) -> Certificate:
    about = " · ".join(part for part in (words.game(tournament), wanted.place) if part)
    return Certificate(
        paper=wanted.paper,
        language=wanted.language,
        letterhead=wanted.letterhead or Letterhead(""),
        season=" · ".join(part for part in (tournament.name, about) if part),
        player=player,
        place=_place(tournament, wanted, row["place"]),
        figures=_figures(tournament, row),
        day=wanted.day,
        footer=" · ".join(part for part in (tournament.name, player) if part),
        names=_company(entrant, player),
    )


def _company(entrant: Entrant, player: str) -> str:
    """Returns the team and the partners of a player, as a text; empty for somebody alone."""
    partners = ", ".join(name for name in _who_played(entrant) if name != player)
    team = "" if words.is_its_players(entrant) else entrant.name
    return " · ".join(part for part in (team, _("with %(names)s", names=partners) if partners else "") if part)


def _place(tournament: Tournament, wanted: Wanted, place: int) -> str:
    """Returns a certificate's place as text; before the end of the tournament, with the number of the last round."""
    rounds, entrants = counted(tournament, wanted.round), len(tournament.entrants)
    if is_final(tournament, rounds):
        return _("Place %(place)s among %(entrants)s", place=place, entrants=entrants)
    return _(
        "Place %(place)s among %(entrants)s after round %(number)s (provisional)",
        place=place, entrants=entrants, number=rounds,
    )  # fmt: skip


def _figures(tournament: Tournament, row: Row) -> tuple[Figure, ...]:
    """Returns a certificate's figures: points and rounds played; with a knock-out only the rounds."""
    played = Figure(format_number(row["played"]), ngettext("round played", "rounds played", row["played"]))
    if tournament.system.knocks_out:
        return (played,)
    if tournament.scoring.kind == "match":
        return Figure(format_number(row["tp"]), _("tournament points")), played
    victory = Figure(format_number(row["vp"]), _("victory points"))
    return victory, Figure(format_signed(row["mp"]), _("match points")), played
