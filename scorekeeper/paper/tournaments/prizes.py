"""The prize list, and certificates for the first places."""

from scorekeeper.i18n import _, format_number, format_signed, ngettext
from scorekeeper.paper.club_sheets import Certificate, Figure, Heading
from scorekeeper.paper.model import Letterhead
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Block, Cell, Listing, Wanted
from scorekeeper.paper.tournaments.wording import counted
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.standings import Row, standings

USUAL_PRIZES = 10
USUAL_CERTIFICATES = 3


def first_places(tournament: Tournament, wanted: Wanted, usual: int) -> list[Row]:
    """The rows of the ranking down to a place; all who share the last one are among them."""
    rounds = counted(tournament, wanted.round)
    last = wanted.number or usual
    rows: list[Row] = standings(tournament.up_to(rounds))["standings"]
    return [row for row in rows if row["place"] <= last]


def prize_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Who gets a prize, with a line for what it is and one to sign on. Raises Refusal."""
    known = wording.by_id(tournament)
    main = "vp" if tournament.scoring.kind == "vp" else "tp"
    by_points = tournament.system.kind not in ("knockout", "groups")
    rows = tuple(
        (
            Cell(str(row["place"])),
            Cell(str(row["entrant"])),
            Cell(row["name"], wording.players(known[row["entrant"]])),
            *([Cell(format_number(row[main]))] if by_points else []),
            Cell("", kind="write"),
            Cell("", kind="write"),
        )
        for row in first_places(tournament, wanted, USUAL_PRIZES)
    )
    columns = (
        Heading(_("Pl."), "place"),
        wording.number_column(),
        Heading(wording.entrant(tournament), "who"),
        *([Heading(wording.main_points(tournament.scoring), "figure")] if by_points else []),
        Heading(_("Prize"), "prize"),
        Heading(_("Received (signature)"), "prize"),
    )
    head = wording.head(tournament, wanted, _("Prize list"))
    signatures = (_("Arbiter"), _("For the club"))
    return Listing(wanted.paper, wanted.language, head, (Block("", columns, rows),), signatures=signatures)


def certificates(tournament: Tournament, wanted: Wanted) -> tuple[Certificate, ...]:
    """A certificate for everybody down to a place, the first three unless given. Raises Refusal."""
    rows = first_places(tournament, wanted, USUAL_CERTIFICATES)
    return tuple(_certificate(tournament, wanted, row) for row in rows)


def _certificate(tournament: Tournament, wanted: Wanted, row: Row) -> Certificate:
    each = wording.by_id(tournament)[row["entrant"]]
    place = _("Place %(place)s among %(entrants)s", place=row["place"], entrants=len(tournament.entrants))
    about = " · ".join(part for part in (wording.game(tournament), wanted.place) if part)
    return Certificate(
        paper=wanted.paper,
        language=wanted.language,
        letterhead=wanted.letterhead or Letterhead(""),
        season=" · ".join(part for part in (tournament.name, about) if part),
        player=each.name,
        place=place,
        figures=_figures(tournament, row),
        day=wanted.day,
        footer=" · ".join(part for part in (tournament.name, each.name) if part),
        names=wording.players(each),
    )


def _figures(tournament: Tournament, row: Row) -> tuple[Figure, ...]:
    """What counted; in a knock-out only how much was played."""
    played = Figure(format_number(row["played"]), ngettext("round played", "rounds played", row["played"]))
    if tournament.system.kind in ("knockout", "groups"):
        return (played,)
    if tournament.scoring.kind == "match":
        return Figure(format_number(row["tp"]), _("tournament points")), played
    victory = Figure(format_number(row["vp"]), _("victory points"))
    return victory, Figure(format_signed(row["mp"]), _("match points")), played
