"""PDFs of a season: standings, a player's certificate, a championship's standings."""

from collections.abc import Sequence
from math import ceil
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import statistics
from scorekeeper.clubs.named_games import all_titles
from scorekeeper.clubs.places import Placed, count_players, places_of, ranked
from scorekeeper.clubs.series import Championship, Part, Score, Standing, championship, scheme_in_words
from scorekeeper.clubs.standings import Line, Period, season_name, standings
from scorekeeper.i18n import _, format_date, format_number, ngettext, speaking
from scorekeeper.paper.club_sheets import Certificate, Figure, Heading, Ranks, StandingsSheet, signs_for
from scorekeeper.paper.page import html_of_certificate, html_of_standings
from scorekeeper.paper.pdf import Pages
from scorekeeper.store.club_models import Player, Result, Series
from scorekeeper.store.models import today
from scorekeeper.web.downloads import print_pages, table_download
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.printing import as_pdf, head_of, language_of_query, paper_of_query
from scorekeeper.web.rate_limits import FILES, PAPER, limiter, was_made
from scorekeeper.web.standings import order_of_query, requested_period, ties_in_words

bp = Blueprint("season_papers", __name__, url_prefix="/c/<club>")


FEW = 60  # most lines that are printed within the request


@bp.get("/standings.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club()
def standings_pdf(visit: Visit) -> AnyResponse:
    """The standings as PDF, with the page's filter and order."""
    period = requested_period(visit.club)
    order, paper, language = order_of_query(period), paper_of_query(), language_of_query()
    lines = ranked(period, order, standings(visit.club, period, order))
    with speaking(language):
        page = html_of_standings(_standings(visit, period, order, lines, paper, language))
    name = f"{visit.club.name} {season_in_words(period, all_titles(visit.club))}.pdf"
    if len(lines) <= FEW:
        return as_pdf(page, name)

    def pages() -> Pages:
        return [(page, 1)]

    back = f"{url_for('standings.show', club=visit.club.slug)}?{urlencode({**period.query, 'order': order})}"
    return print_pages(visit, pages, about=(page,), different=1, title=_("Standings"), name=name, back=back, long=True)


def _standings(
    visit: Visit, period: Period, order: str, lines: list[Placed[Line]], paper: str, language: str
) -> StandingsSheet:
    shown = [Heading("", "place"), Heading(_("Player"), "who")]
    shown += [Heading(text, "number") for text in (_("Won"), _("Played"), "%", _("Games"))]
    if period.game:
        shown += [Heading(_("Rating"), "number"), Heading(_("Points"), "points")]
    note = ties_in_words(order, period.game)
    if period.game:
        rating = _(
            "The rating estimates playing strength. Everyone starts at 1,000; an unexpected win adds more, and the "
            "rating stays low until enough matches are played."
        )
        note = f"{note} {rating}"
    season = season_in_words(period, all_titles(visit.club))
    return StandingsSheet(
        paper=paper,
        language=language,
        letterhead=head_of(visit),
        title=_("Standings"),
        season=season,
        headings=tuple(shown),
        rows=tuple(_row(place, line, bool(period.game)) for place, line in lines),
        note=note,
        footer=" · ".join((visit.club.name, season, format_date(today(), "long"))),
    )


def _row(place: int, line: Line, one_game: bool) -> tuple[str, ...]:
    figures = (line.won, line.played, line.share, line.games)
    cells = (str(place), line.name, *(format_number(figure) for figure in figures))
    if not one_game:
        return cells
    rating = format_number(line.rating) if line.rating is not None else ""
    return (*cells, rating, f"{format_number(line.points_for)} : {format_number(line.points_against)}")


@bp.get("/players/<int:number>/certificate.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("member", Player)
def certificate(visit: Visit, player: Player) -> Response:
    """A player's certificate for a season as PDF; 404 if the player has finished no match in it."""
    period = requested_period(visit.club)
    season = statistics.season_of(player, period)
    paper, language = paper_of_query(), language_of_query()
    if not season.line.played:
        abort(404)
    with speaking(language):
        certificate_data = Certificate(
            paper=paper,
            language=language,
            letterhead=head_of(visit),
            season=season_in_words(period, all_titles(visit.club)),
            player=player.name,
            place=_place(visit, period, player.id),
            figures=_certificate_figures(
                season,
                statistics.biggest_win(player, period),
                statistics.company_of(player, period).partners,
                all_titles(visit.club),
            ),
            day=format_date(today(), "long"),
        )
        page = html_of_certificate(certificate_data)
    return as_pdf(page, f"{player.name} {certificate_data.season}.pdf")


def _place(visit: Visit, period: Period, player: int) -> str:
    """Returns the player's place as text, e.g. “Place 2 of 9”; empty if there is none."""
    own = places_of(visit.club, period, [player])
    players = count_players(visit.club, period)
    return _("Place %(place)s of %(players)s", place=own[player], players=players) if own and players > 1 else ""


def _certificate_figures(
    season: statistics.Season, biggest: Result | None, met: list[statistics.Companion], titles: dict[str, str]
) -> tuple[Figure, ...]:
    """Returns the figures of a player's certificate; the longest streak and similar ones only if there are any."""
    line, streak = season.line, season.longest_streak
    figures = [
        Figure(format_number(line.won), _("Matches won"), _("of %(played)s", played=format_number(line.played))),
        Figure(f"{line.share} %", _("Share of matches won")),
        Figure(format_number(line.games), _("Games won")),
    ]
    if streak > 1:
        figures.append(Figure(str(streak), _("Longest streak")))
    if biggest:
        points = f"{format_number(biggest.points_for)} : {format_number(biggest.points_against)}"
        figures.append(Figure(points, _("Biggest win"), f"{titles[biggest.game]}, {format_date(biggest.played_at)}"))
    if met and met[0].played > 1:
        figures.append(Figure(format_number(met[0].played), _("Matches with %(name)s", name=met[0].name)))
    return tuple(figures)


def season_in_words(period: Period, titles: dict[str, str]) -> str:
    """Returns a period and its game as text; `titles` are the games' names as in `all_titles`."""
    since, until = (format_date(day, "long") if day else "" for day in (period.since, period.until))
    if name := season_name(period):
        time = _("Season %(year)s", year=name)
    elif since and until:
        time = _("%(since)s to %(until)s", since=since, until=until)
    elif since or until:
        time = _("since %(day)s", day=since) if since else _("until %(day)s", day=until)
    else:
        time = _("All time")
    parts = [time, *([titles[period.game]] if period.game else [])]
    parts += [_("approved results")] if period.approved else []
    return " · ".join(parts + ([_("without unconfirmed results")] if period.confirmed else []))


UPRIGHT, SMALL, BAND = 9, 5, 12  # most parts with a column: upright, upright on A5, in one table of a wide page


@bp.get("/series/<int:number>/standings.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("member", Series)
def series_pdf(visit: Visit, series: Series) -> AnyResponse:
    """The championship's standings as PDF, with a column per part; a long one becomes a job."""
    added = championship(series)
    with speaking(language_of_query()):
        page = html_of_standings(_sheet(visit, series.name, added))
        name = f"{visit.club.name} {series.name}.pdf"
        title = _("Championship")
    if len(added.lines) <= FEW:
        return as_pdf(page, name)

    def pages() -> Pages:
        return [(page, 1)]

    back = url_for("series.show", club=visit.club.slug, number=series.id)
    return print_pages(visit, pages, about=(page,), different=1, title=title, name=name, back=back, long=True)


def _sheet(visit: Visit, name: str, added: Championship) -> StandingsSheet:
    """Returns the championship's standings; more parts than fit side by side are in further tables."""
    many, paper = len(added.over), paper_of_query()
    wide = many > (SMALL if paper == "A5" else UPRIGHT)
    days = _days_of(added.over)
    parts_a_table = ceil(many / ceil(max(many, 1) / BAND)) or 1
    named = [_weighed(f"{day} {part.name}", part) for day, part in zip(days, added.over, strict=True) if part.name]
    days = [_weighed(day, part) for day, part in zip(days, added.over, strict=True)]
    bands = [_band(added, days, slice(start, start + parts_a_table)) for start in range(0, max(many, 1), parts_a_table)]
    day, head = format_date(today(), "long"), head_of(visit)
    played = ngettext("after %(num)s evening", "after %(num)s evenings", many)
    return StandingsSheet(
        paper=paper,
        language=language_of_query(),
        letterhead=head,
        title=name,
        season=f"{_('Championship')} · {played}",
        headings=bands[0].headings,
        rows=bands[0].rows,
        note=scheme_in_words(added.scheme),
        parts=" · ".join(named),
        footer=" · ".join((visit.club.name, name, day)),
        more=tuple(bands[1:]),
        signatures=(_("Arbiter"), signs_for(head)),
        wide=wide,
    )


def _weighed(text: str, part: Part) -> str:
    """Returns the text with the part's weight, if it is not 1."""
    return text if part.weight == 1 else f"{text} ×\N{NO-BREAK SPACE}{format_number(part.weight)}"


def _days_of(parts: Sequence[Part]) -> list[str]:
    """Returns the days of the parts for the heads of columns; parts of one day are numbered."""
    days = [format_date(part.day, "short") for part in parts]
    return [
        f"{day}\N{NO-BREAK SPACE}({days[:at].count(day) + 1})" if days.count(day) > 1 else day
        for at, day in enumerate(days)
    ]


def _band(added: Championship, days: Sequence[str], shown: slice) -> Ranks:
    """Returns the standings with the columns of some parts, which are headed by their `days`."""
    who = _("Pair") if added.scheme.who == "pairs" else _("Player")
    total = _("Average") if added.scheme.average else _("Total")
    headings = [Heading("", "place"), Heading(who, "who"), Heading(total, "number total")]
    headings += [Heading(day, "number part") for day in days[shown]]
    rows = tuple(_series_row(place, line, shown) for place, line in added.lines)
    return Ranks("", tuple(headings), rows)


def _series_row(place: int, line: Standing, parts: slice) -> tuple[str, ...]:
    """Returns a player's or pair's row: place, name, total, points per part (in brackets if not counted)."""
    points = [
        "" if score is None else format_number(score.points) if score.counts else f"({format_number(score.points)})"
        for score in line.scores[parts]
    ]
    return (str(place) if place else "–", line.name, format_number(line.total), *points)


@bp.get("/series/<int:number>/standings.csv")
@limiter.limit(FILES)
@of_club("member", Series)
def series_csv(visit: Visit, series: Series) -> Response:
    """The championship's standings as CSV, with a column per part; results that do not count are in brackets."""
    added = championship(series)
    who = _("Pair") if added.scheme.who == "pairs" else _("Player")
    parts = [_weighed(f"{part.day} {part.name}".strip(), part) for part in added.over]
    heading = [_("Position"), who, _("Average") if added.scheme.average else _("Total"), *parts]
    rows = ([place or "", line.name, line.total, *map(_in_csv, line.scores)] for place, line in added.lines)
    return table_download([heading, *rows], f"{visit.club.name} {series.name}.csv")


def _in_csv(score: Score | None) -> float | str:
    """Returns the points of a part; a result that does not count is a text, which a spreadsheet does not add up."""
    if score is None:
        return ""
    return score.points if score.counts else f"({format_number(score.points)})"
