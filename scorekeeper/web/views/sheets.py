"""PDF sheets: a match with its current score, and blank sheets to write on."""

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import club_settings
from scorekeeper.games import GAMES
from scorekeeper.i18n import LOCALES, _, current_locale, language_tag, speaking
from scorekeeper.jobs import Busy
from scorekeeper.paper.blank import MOST_HANDS, blank_sheet
from scorekeeper.paper.layout import html_of
from scorekeeper.paper.model import DEFAULT_PAPER, PAPERS
from scorekeeper.paper.typesetting import load_weasyprint
from scorekeeper.store.models import Job, Match
from scorekeeper.web import work
from scorekeeper.web.blank_sheets import choices, players_choices, sheet_query
from scorekeeper.web.loading import load_match
from scorekeeper.web.printing import (
    PAPER_CHOICES,
    as_pdf,
    as_printed,
    language_of_query,
    match_file,
    match_sheet,
    paper_of_query,
    wants_two_up,
)
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.saving import aborting
from scorekeeper.web.work import SHEETS, SHEETS_AT_ONCE

bp = Blueprint("sheets", __name__)


@bp.get("/s/<token>/m/<int:number>/sheet.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def match(token: str, number: int) -> AnyResponse:
    """The sheet of a match as PDF (`?paper=`, `?lang=`); a long match redirects to a job's progress page."""
    _access, match_row = load_match(token, number)
    language, paper = language_of_query(), paper_of_query()
    if match_row.hand_count > SHEETS_AT_ONCE:
        return _long_sheet(match_row, paper, language, url_for("matches.show", token=token, number=number))
    with speaking(language):
        sheet = match_sheet(match_row, paper=paper, language=language)
        name = match_file(match_row)
    return as_pdf(html_of(sheet), name, two_up=wants_two_up())


@bp.app_context_processor
def print_choices() -> dict[str, object]:
    """Template context of the print forms (`paper/_print.html`): all papers, and the default."""
    return {"print_papers": list(PAPERS), "usual_paper": DEFAULT_PAPER}


@bp.get("/s/<token>/m/<int:number>/sheet")
def print_match(token: str, number: int) -> str:
    """The form for paper and language of the match's sheet."""
    access, match_row = load_match(token, number)
    return render_template(
        "paper/print.html",
        token=token,
        match=match_row,
        sitting=access.sitting,
        papers=PAPER_CHOICES,
        players=players_choices(),
        languages=LOCALES,
        usual={"paper": DEFAULT_PAPER, "lang": current_locale()},
    )


def _long_sheet(match: Match, paper: str, language: str, back: str) -> AnyResponse:
    """Submits a job for a long sheet; redirects to its progress page, or returns the finished file."""
    load_weasyprint()  # fail now, not in the job
    club = club_settings.club_of_sitting(match.sitting_id)
    with speaking(language):
        name, region = match_file(match), language_tag()
    try:
        job = work.submit(
            SHEETS,
            asked={"matches": [match.id], "paper": paper},
            about=as_printed(match),
            language=region,
            total=match.hand_count,
            title=_("The scoresheet"),
            name=name,
            back=back,
            sitting=match.sitting_id,
            club=club[0].id if club else None,
        )
    except Busy:
        flash(_("Other files are still being made. Try again when they are ready."), "error")
        return redirect(back, code=303)
    return work.file_of(job) if job.status == "made" else redirect(f"{back}/print/{job.number}", code=303)


@bp.get("/s/<token>/m/<int:number>/print/<job>")
def progress(token: str, number: int, job: str) -> Response:
    """The progress page of a long sheet."""
    job_row = _load_job(token, number, job)
    file = url_for("sheets.file", token=token, number=number, job=job, name=job_row.name)
    return work.progress_page("paper/job.html", job_row, file=file)


@bp.get("/s/<token>/m/<int:number>/print/<job>/<name>")
def file(token: str, number: int, job: str, name: str) -> Response:
    """The finished PDF of a long sheet."""
    job_row = _load_job(token, number, job)
    return work.file_of(job_row) if job_row.status == "made" else abort(404)


def _load_job(token: str, number: int, job: str) -> Job:
    """Returns a job of this sitting; 404 for other and expired jobs."""
    _access, match = load_match(token, number)
    job_row = work.find(job)
    return job_row if job_row is not None and job_row.sitting_id == match.sitting_id else abort(404)


@bp.get("/blank")
def choose() -> str:
    """The forms for blank sheets, one per game."""
    return render_template(
        "paper/choose.html",
        games=GAMES,
        choices={game.slug: choices(game) for game in GAMES},
        papers=PAPER_CHOICES,
        players=players_choices(),
        languages=LOCALES,
        usual={"paper": DEFAULT_PAPER, "lang": current_locale()},
        most_hands=MOST_HANDS,
    )


@bp.get("/blank/<slug>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def blank(slug: str) -> Response:
    """A blank sheet as PDF, for `?shape=2x2` or so many `?players=`.

    These, `?variant=`, `?hands=`, `?paper=`, `?lang=` and `?marks=` have defaults.
    """
    language = language_of_query()
    with speaking(language), aborting(404):
        sheet = blank_sheet(slug, paper=paper_of_query(), language=language, **sheet_query(slug))
    return as_pdf(html_of(sheet), f"{sheet.title} {sheet.variant}".strip() + ".pdf", two_up=wants_two_up())
