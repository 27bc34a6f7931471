"""Changing a night: its day and place, what its matches begin with, who sits where; closing and deleting it."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log, nights
from scorekeeper.clubs.nights import Defaults, defaults_of, read_defaults
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, say
from scorekeeper.ledger import CONFIRMED
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.signed_numbers import asked_nonce
from scorekeeper.web.views.clubs.access import Visit, load_club

bp = Blueprint("night_forms", __name__, url_prefix="/c/<club>/nights/<int:number>")
Page = AnyResponse | tuple[str, int] | str


def default_choices() -> dict[str, object]:
    """The template values for the fields of a night's defaults: games with their presets, what is confirmed."""
    presets = [
        (_(game.title), [(f"{game.slug}/{preset['slug']}", say(preset["title"], {})) for preset in game.presets])
        for game in GAMES
    ]
    confirmed = dict(zip(CONFIRMED, (_("Every hand"), _("The result")), strict=True))
    return {"presets": presets, "confirmed": [("", _("Nothing")), *confirmed.items()]}


def typed_defaults(form: PlainForm) -> Defaults:
    """The defaults as they were typed. Raises Refusal."""
    return read_defaults(*(form.text(name) for name in ("preset", "hands", "minutes", "confirm")))


@bp.get("/edit")
def edit(club: str, number: int) -> str:
    """The form, with what holds now."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    agreed = defaults_of(night)
    typed = {"day": night.day.isoformat(), "name": night.name, "place": night.place, "confirm": agreed.confirm}
    typed["preset"] = f"{agreed.game}/{agreed.variant}" if agreed.game else ""
    typed |= {"hands": str(agreed.hands or ""), "minutes": str(agreed.minutes or "")}
    typed |= {f"names-{table}": ", ".join(names) for table, names in nights.seating_of(night).items()}
    return _form(visit, night, PlainForm(typed))


def _form(visit: Visit, night: Night, form: PlainForm) -> str:
    tables = nights.tables_of(night)
    return render_template(
        "clubs/night_edit.html", visit=visit, night=night, form=form, tables=tables, **default_choices()
    )


@bp.post("/edit")
def change(club: str, number: int) -> Page:
    """Store it."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    night = load_night(visit, number)
    names = {table: form.text(f"names-{table}") for table, _sitting in nights.tables_of(night)}
    try:
        nights.describe_night(night, form.text("name"), form.text("place"), form.text("day"))
        nights.agree(night, typed_defaults(form))
        nights.seat(night, names)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        visit = load_club(club, "scorer")
        return _form(visit, load_night(visit, number), form), 422
    _note(visit, "night_edit", night)
    db.session.commit()
    return _to_night(visit, night)


@bp.post("/closed")
def close(club: str, number: int) -> AnyResponse:
    """Close the night (`closed` is 1), or open it again."""
    visit, closed = load_club(club, "scorer"), request.form.get("closed") == "1"
    night = load_night(visit, number)
    nights.close(night, closed=closed)
    _note(visit, "night_close" if closed else "night_open", night)
    db.session.commit()
    return _to_night(visit, night)


@bp.post("/public")
def publish(club: str, number: int) -> AnyResponse:
    """Make an address at which anybody may follow the night (`public` is 1), or end the one that there is."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    night.public = asked_nonce(night.public)
    _note(visit, "night_public" if night.public else "night_private", night)
    db.session.commit()
    return _to_night(visit, night)


@bp.get("/delete")
def ask(club: str, number: int) -> str:
    """What deleting the night would do."""
    visit = load_club(club, "owner")
    night = load_night(visit, number)
    return render_template(
        "clubs/night_delete.html",
        visit=visit,
        night=night,
        matches=len(nights.matches_of(night)),
        empty=sum(not sitting.matches for _number, sitting in nights.tables_of(night)),
    )


@bp.post("/delete")
def delete(club: str, number: int) -> AnyResponse:
    """Delete it."""
    visit = load_club(club, "owner")
    night = load_night(visit, number)
    _note(visit, "night_delete", night)
    nights.delete_night(night)
    db.session.commit()
    flash(_("Night deleted. Its matches stay in the club."))
    return redirect(url_for("nights.index", club=club), code=303)


def load_night(visit: Visit, number: int) -> Night:
    """A night of the club; 404 for any other."""
    return nights.find_night(visit.club, number) or abort(404)


def _note(visit: Visit, kind: str, night: Night) -> None:
    log.note(visit.club, visit.account.name, kind, day=night.day)


def _to_night(visit: Visit, night: Night) -> AnyResponse:
    return redirect(url_for("nights.show", club=visit.club.slug, number=night.id), code=303)
