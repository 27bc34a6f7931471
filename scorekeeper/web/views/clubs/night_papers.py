"""PDFs of a club night: its matches' sheets, blank sheets, and the settlement of its stakes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import club_settings, named_games, nights
from scorekeeper.clubs.night_ranking import Ranking, ranking
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.standings import Line
from scorekeeper.clubs.tables import reckon, typed
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from scorekeeper.i18n import LOCALES, _, current_locale, format_date, format_number, language_tag, speaking
from scorekeeper.paper import blank
from scorekeeper.paper.club_sheets import Heading, Ranks, Settlement, StandingsSheet, blocks, signs_for
from scorekeeper.paper.layout import html_of
from scorekeeper.paper.model import DEFAULT_PAPER, PAPERS, Code, Sheet, letterhead
from scorekeeper.paper.page import html_of_settlement, html_of_standings
from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.typesetting import load_weasyprint
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Sitting
from scorekeeper.web.blank_sheets import Choice, choices, players_choices, sheet_query
from scorekeeper.web.downloads import FEW, print_now, print_pages, start_job, table_download
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.night_texts import title_of
from scorekeeper.web.printing import (
    as_pdf,
    as_printed,
    code_at,
    head_of,
    language_of_query,
    match_sheet,
    paper_of_query,
)
from scorekeeper.web.public_address import code_address_for
from scorekeeper.web.rate_limits import FILES, PAPER, limiter, was_made
from scorekeeper.web.saving import Page, aborting, saving, to
from scorekeeper.web.sheet_readings import sheet_keys
from scorekeeper.web.sitting_access import ruling, ruling_arbiter
from scorekeeper.web.standings import ties_in_words
from scorekeeper.web.table_links import tokens
from scorekeeper.web.work import SHEETS, SHEETS_AT_ONCE, upload_of

bp = Blueprint("night_papers", __name__, url_prefix="/c/<club>/nights/<int:number>")


MOST_SHEETS = 120  # most matches in one file; that takes some minutes
MOST_COPIES = 10


@bp.get("/sheets.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("member", Night)
def sheets(visit: Visit, night: Night) -> AnyResponse:
    """The sheets of all matches of the night in one PDF; many are made by a job."""
    paper, language = paper_of_query(), language_of_query()
    matches = nights.matches_of(night)[:MOST_SHEETS]
    if not matches:
        abort(404)
    with speaking(language):
        places = _ranking(visit, night, paper, language)
        name, region = f"{night.day} {night.name or _('Night')}.pdf", language_tag()

    if len(matches) + len(places) <= FEW and sum(match.hand_count for match in matches) <= SHEETS_AT_ONCE:
        with speaking(language):
            pages = [(html_of(match_sheet(match, paper=paper, language=language)), 1) for match in matches]
        return print_now([*places, *pages], name)
    load_weasyprint()  # fail now, not in the job
    return start_job(
        visit,
        SHEETS,
        asked={"matches": [match.id for match in matches], "paper": paper},
        about=[[as_printed(match) for match in matches], places],
        sent=upload_of(lambda: places),
        language=region,
        total=sum(match.hand_count for match in matches),
        title=_("Sheets of %(night)s", night=title_of(night)),
        name=name,
        back=url_for("nights.show", club=visit.club.slug, number=night.id),
    )


def _ranking(visit: Visit, night: Night, paper: str, language: str) -> list[tuple[str, int]]:
    """Returns the page with the ranking as HTML and number of copies; empty if no match has ended."""
    places = ranking(night)
    if places.is_empty:
        return []
    headings = places_headings(one_game=places.game is not None)
    people, pairs = (tuple(places_row(line, places) for line in lines) for lines in (places.players, places.pairs))
    title, head = title_of(night), head_of(visit)
    sheet = StandingsSheet(
        paper=paper,
        language=language,
        letterhead=head,
        title=_("Ranking"),
        season=f"{title} · {night.place}" if night.place else title,
        headings=headings,
        rows=people,
        note=ties_in_words(places.order, places.game),
        footer=" · ".join((visit.club.name, title)),
        more=(Ranks(_("Pairs"), headings, pairs),) if pairs else (),
        signatures=(_("Arbiter"), signs_for(head)),
    )
    return [(html_of_standings(sheet), 1)]


def places_headings(*, one_game: bool) -> tuple[Heading, ...]:
    """Returns the column headings of a night's ranking; with points only if all matches were of one game."""
    numbers = [Heading(text, "number") for text in (_("Won"), _("Played"), _("Games"))]
    points = [Heading(_("Points"), "points")] if one_game else []
    return (Heading("", "place"), Heading(_("Who"), "who"), *numbers, *points)


def places_row(placed: Placed[Line], places: Ranking) -> tuple[str, ...]:
    """Returns the cells of a line of a night's ranking; where several play alone without the others' points."""
    place, line = placed
    cells = (str(place), line.name, *(format_number(figure) for figure in (line.won, line.played, line.games)))
    shown = (line.points_for,) if places.by_places else (line.points_for, line.points_against)
    return (*cells, " : ".join(map(format_number, shown))) if places.game else cells


@bp.get("/ranking.csv")
@limiter.limit(FILES)
@of_club("member", Night)
def ranking_csv(visit: Visit, night: Night) -> Response:
    """The night's ranking as CSV: the players, then the pairs if there are any."""
    places = ranking(night)
    rows = [_csv_headings(_("Player"), places.game), *(_csv_row(line, places.game) for line in places.players)]
    if places.pairs:
        rows += [[], _csv_headings(_("Pair"), places.game), *(_csv_row(line, places.game) for line in places.pairs)]
    return table_download(rows, f"{night.day} {night.name or _('Night')}.csv")


def _csv_headings(who: str, game: str | None) -> list[object]:
    points = [_("points"), _("points against")] if game else []
    return [_("Position"), who, _("Won"), _("Played"), _("Games"), *points]


def _csv_row(placed: Placed[Line], game: str | None) -> list[object]:
    place, line = placed
    points = [line.points_for, line.points_against] if game else []
    return [place, line.name, line.won, line.played, line.games, *points]


def _letterhead_key(visit: Visit) -> tuple[str, str]:
    """Returns the club's name and logo digest; jobs are shared only if the letterhead is the same."""
    logo = club_settings.logo_of(visit.club)
    return visit.club.name, logo.digest if logo else ""


@bp.get("/blank")
@of_club("scorer", Night)
def choose(visit: Visit, night: Night) -> str:
    """The forms for blank sheets, one per game."""
    kept = named_games.preset_choices(visit.club)
    return render_template(
        "clubs/night_blank.html",
        visit=visit,
        night=night,
        title=title_of(night),
        games=GAMES,
        choices={game.slug: [*_of_kept(kept, game), *choices(game)] for game in GAMES},
        papers=[(name, name) for name in PAPERS],
        players=players_choices(),
        languages=LOCALES,
        usual={"paper": DEFAULT_PAPER, "lang": current_locale(), "marks": visit.club.circles},
        most_copies=MOST_COPIES,
        tables=len(nights.tables_of(night)),
    )


def _of_kept(kept: Sequence[tuple[str, str]], game: Game) -> list[Choice]:
    """Returns the buttons for what the club keeps of a game: cards, or agreements with a name."""
    named = [(value.partition("/"), title) for value, title in kept]
    return [Choice("variant", variant, title) for (slug, _slash, variant), title in named if slug == game.slug]


def _kept(visit: Visit, slug: str) -> dict[str, Any] | None:
    """Returns the rules of the club's game in the query; None for another variant, 404 if the club has it no more."""
    variant = request.args.get("variant", "")
    if not variant.startswith(named_games.KEPT):
        return None
    rules = named_games.kept_rules(visit.club.id, variant)
    return rules if rules and rules["game"] == slug else abort(404)


@bp.get("/blank/<slug>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("scorer", Night)
def blanks(visit: Visit, night: Night, slug: str) -> AnyResponse:
    """Blank sheets with each table's QR code as PDF; `copies` of each, other options as in `sheets.blank`."""
    paper, language = paper_of_query(), language_of_query()
    copies, query = _copies(request.args.get("copies", "")), sheet_query(slug, _kept(visit, slug))
    tables = nights.tables_of(night)
    keys = tokens(visit, [sitting for _number, sitting in tables])
    tables = [pair for pair in tables if pair[1].id in keys]  # a table whose links were revoked has no sheet
    codes = {sitting.id: code_address_for("sittings.show", token=keys[sitting.id]) for _n, sitting in tables}
    if not tables:
        abort(404)
    with speaking(language):
        printed = _printed_of(visit, night, codes[tables[0][1].id])
        with aborting(404):
            first = blank.blank_sheet(slug, paper=paper, language=language, night=printed, **query)
        region = language_tag()

    def pages() -> Pages:
        with speaking(language):
            return [(html_of(_for_table(first, night, table, codes[sitting.id])), copies) for table, sitting in tables]

    return print_pages(
        visit,
        pages,
        about=("blank", slug, query, copies, night.place, night.name, codes, _letterhead_key(visit), paper, region),
        different=len(tables),
        copies=copies,
        title=_("Blank sheets for %(night)s", night=title_of(night)),
        name=f"{night.day} {first.title}.pdf",
        back=url_for("night_papers.choose", club=visit.club.slug, number=night.id),
        role="scorer",
    )


def _copies(text: str) -> int:
    if not text:
        return 1
    if not (text.isdecimal() and len(text) < 4 and 0 < int(text) <= MOST_COPIES):
        abort(404)
    return int(text)


def _printed_of(visit: Visit, night: Night, address: str) -> blank.Night:
    """Returns the texts and the logo on all the night's blank sheets, without table number and QR code."""
    logo = club_settings.logo_of(visit.club)
    return blank.Night(
        letterhead=letterhead(visit.club.name, logo.picture if logo else None),
        code=_code(address),
        place=night.place,
        day=format_date(night.day, "long"),
        name=night.name,
        key=sheet_keys(night.id)[0],
    )


def _code(address: str) -> Code:
    return code_at(address, _("Scan to keep score at this table"))


def _for_table(sheet: Sheet, night: Night, table: int, address: str) -> Sheet:
    """Returns the blank sheet with the table's number and codes."""
    assert sheet.letterhead is not None  # noqa: S101 (for mypy: a night has one)
    head = replace(sheet.letterhead, table=_("Table %(number)s", number=table))
    marked = blank.at_table(sheet, table, sheet_keys(night.id)[0])
    return replace(marked, letterhead=head, code=_code(address))


@bp.get("/settlement")
@of_club("member", Night)
def settlement(visit: Visit, night: Night) -> str:
    """The settlement of the stakes at all tables together; scorers also get the form for the stake."""
    stakes = [sitting.stake for sitting in _sittings(night) if sitting.stake]
    return _page(visit, night, PlainForm(typed(stakes[0] if stakes else None)))


def _sittings(night: Night) -> list[Sitting]:
    return [sitting for _number, sitting in nights.tables_of(night)]


def _page(visit: Visit, night: Night, form: PlainForm) -> str:
    settlements = blocks(reckon(_sittings(night)), tables=True)
    approved = any(ledger.has_approved(sitting) for sitting in _sittings(night))
    return render_template(
        "clubs/settlement.html",
        visit=visit,
        night=night,
        form=form,
        blocks=settlements,
        approved=approved,
        arbiter=visit.is_arbiter,
    )


@bp.post("/settlement")
@of_club("scorer", Night)
@saving(_page)
def save_settlement(visit: Visit, night: Night, form: PlainForm) -> Page:
    """POST: sets the stake of a game at every table of the night; an empty amount, or the field `none`, removes it."""
    reason: dict[str, str] = {}
    for sitting in _sittings(night):
        with ruling(sitting, ruling_arbiter(sitting)) as arbiter_reason:
            ledger.play_for(sitting, "" if "none" in form.typed else form.text("amount"), form.text("unit"))
            reason |= arbiter_reason
    _note(visit, night, **reason)
    return to("night_papers.settlement", club=visit.club.slug, number=night.id)


def _note(visit: Visit, night: Night, **reason: str) -> None:
    """Logs the stake of the night's tables, or that it was removed."""
    stakes = [typed(sitting.stake) for sitting in _sittings(night) if sitting.stake]
    night_name = night.name or night.day.isoformat()
    if stakes:
        worth = f"{stakes[0]['amount']} {stakes[0]['unit']}".strip()
        visit.note("stake", table=night_name, stake=worth, **reason)
    else:
        visit.note("no_stake", table=night_name, **reason)


@bp.get("/settlement.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("member", Night)
def settlement_pdf(visit: Visit, night: Night) -> Response:
    """The settlement as PDF; 404 without stakes."""
    paper, language = paper_of_query(), language_of_query()
    with speaking(language):
        settlements = reckon(_sittings(night))
        if not settlements:
            abort(404)
        title = f"{visit.club.name} · {night.name}" if night.name else visit.club.name
        day = format_date(night.day, "long")
        head, reckoned = head_of(visit), blocks(settlements, tables=True)
        page = html_of_settlement(Settlement(night.name, night.place, day, paper, language, reckoned, head))
    return as_pdf(page, f"{night.day} {title}.pdf")
