"""A sitting's stakes, and its settlement as a page and as PDF."""

from flask import Blueprint, Response, abort, render_template

from scorekeeper import ledger
from scorekeeper.clubs import log, tables
from scorekeeper.clubs.tables import reckon, typed
from scorekeeper.games.json_types import TEXT, group
from scorekeeper.i18n import called, format_date, speaking
from scorekeeper.paper.club_sheets import Settlement, blocks
from scorekeeper.paper.page import html_of_settlement
from scorekeeper.store.models import Sitting
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import load_sitting
from scorekeeper.web.printing import as_pdf, head_of_sitting, language_of_query, paper_of_query
from scorekeeper.web.programs import takes_json
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.sitting_access import ruling, ruling_arbiter
from scorekeeper.web.sitting_json import sitting_at

bp = Blueprint("stakes", __name__, url_prefix="/s/<token>")


@bp.get("/stakes")
def show(token: str) -> str:
    """The settlement so far; scorers also get the stake's form."""
    access = load_sitting(token)
    return _page(PlainForm(typed(access.sitting.stake)), token)


def _page(form: PlainForm, token: str) -> str:
    access = load_sitting(token)
    settlements = reckon([access.sitting])
    return render_template(
        "sittings/stakes.html",
        access=access,
        sitting=access.sitting,
        token=token,
        form=form,
        blocks=blocks(settlements),
        approved=ledger.has_approved(access.sitting),
        arbiter=ruling_arbiter(access.sitting),
    )


@bp.post("/stakes")
@takes_json(group({"amount": TEXT, "unit": TEXT}, ["amount"]))
@saving(_page, sitting_at)
def save(form: PlainForm, token: str) -> Page:
    """POST: sets the stake of a game; an empty amount, or the field `none`, removes it. Redirects; 422 if refused."""
    access = load_sitting(token, write=True)
    arbiter = ruling_arbiter(access.sitting)
    with ruling(access.sitting, arbiter) as reason:
        if arbiter:
            set_stake(access.sitting, form, arbiter.account.name, **reason)
        else:
            set_stake(access.sitting, form, access.link.label, by="link")
    return to("stakes.show", token=token)


def set_stake(sitting: Sitting, form: PlainForm, actor: str, **about: str) -> None:
    """Sets a sitting's stake from its form and adds a line with `about` to the club's log. Raises Refusal."""
    before = typed(sitting.stake)
    ledger.play_for(sitting, "" if "none" in form.typed else form.text("amount"), form.text("unit"))
    club, stake = tables.club_of(sitting), typed(sitting.stake)
    if club is None or stake == before:
        return
    table = called(sitting.name) or format_date(sitting.opened_at)
    if stake:
        log.note(club, actor, "stake", table=table, stake=f"{stake['amount']} {stake['unit']}".strip(), **about)
    else:
        log.note(club, actor, "no_stake", table=table, **about)


@bp.get("/settlement.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def sheet(token: str) -> Response:
    """The settlement as PDF; 404 without stakes."""
    sitting = load_sitting(token).sitting
    reckoning, paper, language = reckon([sitting]), paper_of_query(), language_of_query()
    if not reckoning:
        abort(404)
    with speaking(language):
        day = format_date(sitting.opened_at.astimezone(), "long")
        settlement = Settlement(
            called(sitting.name), sitting.place, day, paper, language, blocks(reckoning), head_of_sitting(sitting.id)
        )
        page = html_of_settlement(settlement)
    return as_pdf(page, "settlement.pdf")
