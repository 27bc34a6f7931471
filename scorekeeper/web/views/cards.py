"""Games that players describe themselves, and rules that were sent: making a card, opening, sharing, keeping.

A GET stores nothing: what was sent is in its address until somebody plays or keeps it.
"""

import json
from dataclasses import replace

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import club_cards, results
from scorekeeper.games.card import library
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _
from scorekeeper.store.models import db
from scorekeeper.web.card_pages import draft as drafts
from scorekeeper.web.card_pages import making as makings
from scorekeeper.web.card_pages import opened
from scorekeeper.web.card_pages.making import Making
from scorekeeper.web.card_pages.packing import LONGEST, checked, fitting, packed, unpacked
from scorekeeper.web.card_pages.sent import Sent, giver_of, of_card
from scorekeeper.web.forms import PlainForm, first_problem, name_file
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.public_address import qr_code
from scorekeeper.web.rate_limits import QUESTIONS, limiter
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("cards", __name__, url_prefix="/cards")
club_bp = Blueprint("club_cards", __name__, url_prefix="/c/<club>/cards")
NOTHING_SENT = N_("Choose a file, or paste a link or the text of a card")


@bp.get("/")
def index() -> str:
    """My games: the cards that this phone and the visitor's clubs keep, and a form for a card that was sent."""
    return _index(PlainForm())


def _index(form: PlainForm) -> str:
    clubs = [(club, opened.club_games(club)) for club in opened.keepers()]
    return render_template("cards/index.html", form=form, clubs=clubs, ready=library.TITLES)


@bp.get("/new")
def new() -> str:
    """The questions of an empty card; `?from=` a card of the library, `?card=` a card, or options of “Another game”."""
    if "card" in request.args:
        return _make(Making(drafts.translated(_in_address().card or abort(404))))
    if any(name.startswith("options.") for name in request.args):
        return _make(Making(drafts.from_own(request.args)))
    slug = request.args.get("from", "")
    if slug and slug not in library.SLUGS:
        abort(404)
    return _make(Making(drafts.from_library(slug)))


@bp.post("/new")
@limiter.limit(QUESTIONS)
def make() -> AnyResponse | tuple[str, int] | str:
    """POST: the form again, with what its button asks for. Stores nothing.

    With `save` the examples are played, and the answer is a redirect to the form of a match on the finished card; 422
    if something is wrong.
    """
    making = makings.posted(request.form.to_dict())
    if "save" not in request.form:
        return _make(making)
    card = making.save()
    if card is None:
        return _make(making), 422
    return to("start.first", card=fitting(of_card(card)), made=1)


def _make(making: Making) -> str:
    return render_template("cards/make.html", **makings.page_of(making))


@bp.get("/open")
@limiter.limit(QUESTIONS)
def show() -> str | tuple[str, int]:
    """What the rules in the address say: a card's, or a table's.

    `mine` are the rules of the same game that this phone keeps. With `share` the visitor sends them on, `giver` is the
    name to send with them.
    """
    if not request.args.get("card"):  # it may be behind the #, which only the phone sees
        return _index(PlainForm())
    try:
        sent = unpacked(request.args["card"])
        mine = unpacked(request.args["mine"]) if request.args.get("mine") else None
    except Refusal as refusal:
        form = PlainForm(request.args)
        form.problems["text"] = first_problem(refusal)
        return _index(form), 422
    if "giver" in request.args:
        sent = replace(sent, giver=giver_of(request.args["giver"]))
    return render_template("cards/opened.html", **opened.page_of(sent, mine, is_own="share" in request.args))


@bp.post("/open")
@limiter.limit(QUESTIONS)
def take() -> AnyResponse | tuple[str, int]:
    """POST: opens rules from a file, or from a pasted link or text; redirects to them. 422 if there are none."""
    form = PlainForm(request.form)
    try:
        sent = _sent(form.raw("text").strip())
    except Refusal as refusal:
        form.problems["text"] = first_problem(refusal)
        return _index(form), 422
    return to("cards.show", card=fitting(sent))


def _sent(text: str) -> Sent:
    """Returns the rules in an uploaded file, or in a pasted text or link. Raises Refusal."""
    file = request.files.get("file")
    if file and file.filename:
        return checked(file.read(LONGEST + 1))
    if not text:
        raise refuse("text", None, NOTHING_SENT)
    if text.startswith("{"):
        return checked(text)
    behind = text.partition("#")[2] or text.partition("card=")[2].partition("&")[0]
    return unpacked(behind or text)


@bp.get("/code.svg")
@limiter.limit(QUESTIONS)
def code() -> Response:
    """The QR code of the link to rules; 404 if the address has none."""
    return qr_code(url_for("cards.show", _external=True, card=packed(_in_address().shared.data)))


@bp.get("/card.json")
@limiter.limit(QUESTIONS)
def file() -> Response:
    """Rules as a file; 404 if the address has none."""
    sent = _in_address()
    response = Response(json.dumps(sent.data, ensure_ascii=False, indent=1) + "\n", mimetype="application/json")
    name_file(response, "attachment", f"{sent.title}.json")
    return response


def _in_address() -> Sent:
    """Returns the rules in the address; 404 if there are none."""
    try:
        return unpacked(request.args.get("card", ""))
    except Refusal:
        abort(404)


def _refused(visit: Visit, form: PlainForm) -> AnyResponse:
    return to("cards.show", card=form.text("card"))


@club_bp.post("/")
@limiter.limit(QUESTIONS)
@once
@of_club("scorer")
@saving(_refused)
def keep(visit: Visit, form: PlainForm) -> Page:
    """POST: keeps a card among the club's own games; `both` beside the one of the same name. Redirects."""
    card = unpacked(form.text("card")).card or abort(404)
    results.lock_results(db.session, visit.club.id)
    kept = club_cards.keep(visit.club, card, replaces="both" not in request.form)
    visit.note("game", game=kept.name)
    flash(_("%(game)s added to the club’s games.", game=kept.name))
    return to("cards.index")
