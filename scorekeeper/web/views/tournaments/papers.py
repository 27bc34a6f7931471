"""PDFs of a tournament: lists, table slips with QR codes, bracket, prize list and certificates."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.cash import Cash, cash_of
from scorekeeper.clubs.tournaments.categories import categories_of
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import document_with_numbers
from scorekeeper.clubs.tournaments.holding import ranked
from scorekeeper.clubs.tournaments.rounds import tables_of
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import LOCALES, _, current_locale, format_date, speaking
from scorekeeper.paper.model import BRACKET_PAPERS, DEFAULT_PAPER, PAPERS
from scorekeeper.paper.tournaments.pages import CERTIFICATE, KINDS, POSTER, pages_of
from scorekeeper.paper.tournaments.parts import NOTHING_SAID, Wanted
from scorekeeper.paper.tournaments.result_sheet import table_of
from scorekeeper.paper.tournaments.slips import MOST_BLANK
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.tournaments.document import MOST_ROUNDS, read
from scorekeeper.tournaments.fields import LONGEST_NAME
from scorekeeper.tournaments.model import Entrant, Substitute
from scorekeeper.tournaments.shown_rounds import seating_of_round
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.downloads import print_pages, table_download
from scorekeeper.web.forms import first_problem, number_in
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.printing import as_pdf, head_of, language_of_query, paper_of_query
from scorekeeper.web.public_address import code_address_for
from scorekeeper.web.rate_limits import FILES, PAPER, limiter, was_made
from scorekeeper.web.slip_readings import slip_keys
from scorekeeper.web.table_links import tokens
from scorekeeper.web.tournament_pages.held import held_for
from scorekeeper.web.tournament_pages.invitations import invitation_of

bp = Blueprint("tournament_papers", __name__, url_prefix="/c/<club>/tournaments/<int:number>/papers")

TITLES = {
    "draw": (N_("Seating"), N_("Tables of the round, players by name")),
    "hall": (N_("Floor plan"), N_("The tables and who plays there")),
    "slips": (N_("Slips for the tables"), N_("One per table, with its QR code")),
    "blank-slips": (N_("Blank slips"), N_("For tables without a slip")),
    "results": (N_("Results of a round"), N_("Results by table; blank where missing")),
    "standings": (N_("Ranking"), N_("With tie-breaks and signature lines")),
    "result-sheet": (N_("Result sheet"), N_("For the federation: member numbers, every round, rulings")),
    "grid": (N_("Crosstable"), N_("Who met whom, with the result")),
    "bracket": (N_("Bracket"), N_("The knock-out so far")),
    "prize-list": (N_("Prize list"), N_("Top places, prizes and signatures")),
    "entry-list": (N_("Entry list"), N_("Member numbers, and a line for each player to sign")),
    "cash-sheet": (N_("Cash sheet"), N_("Who has paid, income and expenses")),
    "stands": (N_("Table stands"), N_("Large numbers, to be folded")),
    "badges": (N_("Badges"), N_("A name badge for each player")),
    POSTER: (N_("Poster"), N_("Day, fee, prizes, and a QR code to enter or follow")),
    CERTIFICATE: (N_("Certificates"), N_("One for each player of the top places")),
}
SECTIONS = {
    N_("Before the first round"): ("entry-list", POSTER, "stands", "badges"),
    N_("During the rounds"): ("draw", "hall", "slips", "blank-slips", "results", "standings", "grid", "bracket"),
    N_("At the end"): ("result-sheet", "prize-list", "cash-sheet", CERTIFICATE),
}
SLIPS_ON_A_PAGE = ("2", "4")
EVERY_ROUND = "all"
ENTRANTS_AT_ONCE = 150  # most entrants on lists that are printed within the request
SLIPS_AT_ONCE = 24  # most slips printed within the request; each needs a QR code


@bp.get("")
@of_club("scorer", Tournament)
def choose(visit: Visit, tournament: Tournament) -> str:
    """The forms for all papers."""
    has_bracket = SYSTEMS[tournament.document["system"]["kind"]].knocks_out
    return render_template(
        "tournaments/papers.html",
        visit=visit,
        tournament=tournament,
        titles=TITLES,
        sections={
            title: [kind for kind in kinds if kind != "bracket" or has_bracket] for title, kinds in SECTIONS.items()
        },
        papers=[(name, name) for name in PAPERS],
        only_brackets=[name for name in BRACKET_PAPERS if name not in PAPERS],
        slips=[(count, count) for count in SLIPS_ON_A_PAGE],
        languages=LOCALES,
        usual={
            "paper": visit.club.usual_paper or DEFAULT_PAPER,
            "lang": visit.club.sheet_language or current_locale(),
            "marks": visit.club.circles,
        },
        rounds=len(tournament.document.get("rounds") or []),
        most_blank=MOST_BLANK,
        arbiter=visit.account.name if visit.is_arbiter else "",
        longest=LONGEST_NAME,
    )


@bp.get("/<kind>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("scorer", Tournament)
def sheet(visit: Visit, tournament: Tournament, kind: str) -> AnyResponse:
    """A paper of this kind as PDF; a long one becomes a job.

    Query: `round` (`all`: results of every round), `paper`, `lang`, `arbiter` and `code` (texts to print); for slips
    `per_page` and `marks` (`0`: without), for blank ones their number `slips`; for prize list and certificates the
    number of `places`; for the bracket its paper size `on`.
    """
    if kind not in KINDS:
        abort(404)
    back = url_for("tournament_papers.choose", club=visit.club.slug, number=tournament.id)
    wanted = _wanted(visit, tournament, kind)
    try:
        pages = pages_of(kind, document_with_numbers(tournament), wanted)
    except Refusal as refusal:
        flash(first_problem(refusal), "error")
        return redirect(back, code=303)
    title = _(TITLES[kind][0])
    name = f"{tournament.day} {tournament.document.get('name') or ''} {title}.pdf"
    is_long = _is_long(tournament, kind, wanted)
    if len(pages) == 1 and not is_long:
        return as_pdf(pages[0][0], name)
    about = ("tournament", kind, tournament.id, tournament.version, wanted)
    return print_pages(
        visit,
        lambda: pages,
        about=about,
        different=len(pages),
        title=f"{title}{_(': ')}{tournament.document.get('name') or ''}",
        name=name,
        back=back,
        role="scorer",
        long=is_long,
    )


@bp.get("/ranking.csv")
@limiter.limit(FILES)
@of_club("member", Tournament)
def table(visit: Visit, tournament: Tournament) -> AnyResponse:
    """The ranking after the last complete round as CSV, with every round; with member numbers for scorers.

    For members without the rounds that are held back.
    """
    document = document_with_numbers(tournament) if visit.may_score else tournament.document
    read_tournament = ranked(read_incomplete(document), held_for(visit, tournament))
    if not visit.may_score:
        bare = tuple(replace(each, numbers=(), substitutes=_unnumbered(each)) for each in read_tournament.entrants)
        read_tournament = replace(read_tournament, entrants=bare)
    name = tournament.document.get("name") or ""
    return table_download(table_of(read_tournament), f"{tournament.day} {name} {_('Ranking')}.csv")


def _unnumbered(entrant: Entrant) -> tuple[Substitute, ...]:
    return tuple(substitute._replace(number=None) for substitute in entrant.substitutes)


def _is_long(tournament: Tournament, kind: str, wanted: Wanted) -> bool:
    """True if the paper may be too long for a request, so that a background job makes it."""
    entrants = len(tournament.document["entrants"])
    slips = {"slips": entrants // 2, "blank-slips": wanted.number}.get(kind)
    return entrants > ENTRANTS_AT_ONCE if slips is None else slips > SLIPS_AT_ONCE


def _wanted(visit: Visit, tournament: Tournament, kind: str) -> Wanted:
    """Returns the options of the query; 404 for invalid ones."""
    language, every_round = language_of_query(), request.args.get("round") == EVERY_ROUND
    asked = 0 if every_round else _whole("round", MOST_ROUNDS)
    per_page = request.args.get("per_page") or SLIPS_ON_A_PAGE[0]
    many = {"blank-slips": "slips", "prize-list": "places", CERTIFICATE: "places"}.get(kind)
    with speaking(language):
        day, cash = format_date(tournament.day, "long"), cash_of(tournament)
        invitation = invitation_of(tournament) if kind == POSTER else NOTHING_SAID
    desk = desk_of(tournament)
    return Wanted(
        paper=_bracket_paper() if kind == "bracket" else paper_of_query(),
        language=language,
        round=asked,
        number=_whole(many, MOST_BLANK) if many else 0,
        per_page=int(per_page) if per_page in SLIPS_ON_A_PAGE else abort(404),
        letterhead=head_of(visit),
        place=tournament.place,
        day=day,
        codes=_codes(visit, tournament, asked) if kind == "slips" else {},
        marks=request.args.getlist("marks") != ["0"],
        key=slip_keys(tournament)[0],
        hall=desk["hall"],
        arbiter=_short_text("arbiter"),
        code=_short_text("code"),
        every_round=every_round,
        paid=frozenset(desk["paid"]),
        categories=categories_of(tournament),
        invitation=invitation,
        **_money(tournament, cash),
    )


def _money(tournament: Tournament, cash: Cash | None) -> dict[str, Any]:
    """Returns fees and prizes as options of a paper: amounts, or else the fee as it was typed for all."""
    if cash is None:
        fee = desk_of(tournament)["fee"]
        return {"fees": {entrant["id"]: fee for entrant in tournament.document["entrants"]} if fee else {}}
    pool = cash.pool if cash.prizes else ""
    fees = {due.entrant: due.text for due in cash.dues}
    return {"fees": fees, "income": cash.collected, "pool": pool, "prizes": dict(enumerate(cash.prizes, 1))}


def _short_text(name: str) -> str:
    """Returns a text of the query on one line; 404 if it is longer than a name."""
    text = " ".join(request.args.get(name, "").split())
    return text if len(text) <= LONGEST_NAME and text.isprintable() else abort(404)


def _bracket_paper() -> str:
    paper = request.args.get("on") or request.args.get("paper") or DEFAULT_PAPER
    return paper if paper in BRACKET_PAPERS else abort(404)


def _whole(name: str, most: int) -> int:
    """Returns a whole number from the query; 0 if it is missing, 404 if it is invalid or above `most`."""
    text = request.args.get(name, "")
    if not text:
        return 0
    number = number_in(text)
    return number if number is not None and number <= most else abort(404)


def _codes(visit: Visit, tournament: Tournament, asked: int) -> dict[int, str]:
    """Returns the addresses in the slips' QR codes by table number; each opens the table's match for scoring.

    They are empty if other devices could not open them.
    """
    try:
        number = seating_of_round(read(tournament.document), asked).number
    except Refusal:
        return {}  # the paper itself refuses the unknown round
    sittings = {table: sitting for table, (_row, sitting) in tables_of(tournament, number).items()}
    keys = tokens(visit, sittings.values())
    return {
        table: code_address_for("tournament_tables.play", token=keys[sitting.id])
        for table, sitting in sittings.items()
        if sitting.id in keys  # a table whose links were revoked has no code
    }
