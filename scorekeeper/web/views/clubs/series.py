"""Championships of a club: list, settings, standings, and the public page."""

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import nights
from scorekeeper.clubs import series as club_series
from scorekeeper.clubs.series import (
    AVERAGE,
    USUAL_POINTS,
    WEIGHTS,
    Scheme,
    championship,
    read_scheme,
    rows_of,
    scheme_of,
    short_names,
    stamp,
)
from scorekeeper.clubs.tournaments.keeping import tournaments
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.club_models import Club, Series
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm, row_numbers
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.once import once
from scorekeeper.web.public_address import address_of, nonce_of_form, row_of
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.views.clubs.club_access import Visit, load_club

bp = Blueprint("series", __name__)
PURPOSE = "series"  # length of the signature in a public address
OF_CLUB = "/c/<club>/series"
ONE = "/c/<club>/series/<int:number>"
Page = AnyResponse | tuple[str, int] | str


@bp.get(OF_CLUB)
def index(club: str) -> str:
    """The club's championships, and the form for a new one."""
    return _index(load_club(club), PlainForm({"points": " ".join(map(str, USUAL_POINTS))}))


def _index(visit: Visit, form: PlainForm) -> str:
    return render_template("series/index.html", visit=visit, found=club_series.list_series(visit.club), form=form)


@bp.post(OF_CLUB)
@once
def make(club: str) -> Page:
    """POST: creates a championship; redirects to the form that selects its parts."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        series = club_series.make(visit.club, form.text("name"), typed_scheme(form))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return _index(load_club(club, "scorer"), form), 422
    db.session.commit()
    return redirect(url_for("series.edit", club=club, number=series.id), code=303)


def typed_scheme(form: PlainForm) -> Scheme:
    """Parses the championship's scoring in the form. Raises Refusal."""
    return read_scheme(*(form.text(name) for name in ("count", "who", "points", "drop", "ranking", "least")))


@bp.get(ONE)
def show(club: str, number: int) -> Response:
    """The standings; 304 if unchanged."""
    visit = load_club(club)
    series = load_series(visit, number)
    return page_or_not_modified(
        ("series", stamp(series), visit.role),
        lambda: render_template("series/show.html", visit=visit, address=public_address(series), **standing_of(series)),
    )


def standing_of(series: Series) -> dict[str, object]:
    """Returns the template values of a championship: description, parts, and a line per player."""
    added = championship(series)
    counted = scheme_in_words(scheme_of(series.scheme))
    return {"series": series, "counted": counted, "names": short_names(added.over), **added._asdict()}


def scheme_in_words(scheme: Scheme) -> str:
    """Returns the championship's scoring as sentences."""
    if scheme.kind == "sums":
        text = _("Adds up victory points, or tournament points where matches count; for a night, matches won.")
    else:
        points = " ".join(map(str, scheme.points))
        text = _("Points by place: %(points)s. Players who share a place each get its points.", points=points)
    if scheme.average:
        average = _("Ranked by the average of the parts played, by weight.")
        least = _("Ranked from %(number)s parts on.", number=scheme.least)
        text = f"{text} {average} {least}" if scheme.least > 1 else f"{text} {average}"
    if scheme.drop:
        left_out = ngettext(
            "The worst result is dropped (in brackets).",
            "The %(num)s worst results are dropped (in brackets).",
            scheme.drop,
        )
        return f"{text} {left_out}"
    return text


def load_series(visit: Visit, number: int) -> Series:
    """Returns a championship of the club; 404 if there is none."""
    return club_series.load(visit.club, number) or abort(404)


def public_address(series: Series) -> str:
    """Returns the address of the public page; empty if it is off."""
    return address_of("series.public", PURPOSE, series)


@bp.get("/r/<code>")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def public(code: str) -> Response:
    """The championship's public page; 404 if it is off."""
    series = row_of(code, PURPOSE, lambda number: db.session.get(Series, number))
    club = db.session.get_one(Club, series.club_id)
    response = page_or_not_modified(
        ("series", stamp(series)), lambda: render_template("series/public.html", club=club, **standing_of(series))
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@bp.get(f"{ONE}/edit")
def edit(club: str, number: int) -> str:
    """The settings form with the current values."""
    visit = load_club(club, "scorer")
    series = load_series(visit, number)
    scheme = scheme_of(series.scheme)
    texts = {"name": series.name, "count": scheme.kind, "who": scheme.who, "drop": str(scheme.drop)}
    texts |= {"ranking": AVERAGE if scheme.average else "", "least": str(scheme.least)}
    return _form(visit, series, PlainForm(texts | {"points": " ".join(map(str, scheme.points))}))


def _form(visit: Visit, series: Series, form: PlainForm) -> str:
    chosen, weights = rows_of(series), club_series.weights_of(series)
    return render_template(
        "series/edit.html",
        visit=visit,
        series=series,
        form=form,
        tournaments=[(row, row in chosen, weights.get(("tournament", row.id), 1)) for row in tournaments(visit.club)],
        nights=[(row, row in chosen, weights.get(("night", row.id), 1)) for row in nights.nights(visit.club)],
        weights=WEIGHTS,
    )


@bp.post(f"{ONE}/edit")
def change(club: str, number: int) -> Page:
    """POST: saves the settings; redirects, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    series = load_series(visit, number)
    try:
        club_series.change(series, form.text("name"), typed_scheme(form))
        club_series.set_parts(series, _ids("tournament"), _ids("night"), _weights(form))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        visit = load_club(club, "scorer")
        return _form(visit, load_series(visit, number), form), 422
    db.session.commit()
    return _to(club, number)


def _weights(form: PlainForm) -> dict[tuple[str, int], float]:
    """Returns the weights of the ticked parts in the form, by kind and id; unknown ones are left out."""
    weights = {str(weight): weight for weight in WEIGHTS}
    texts = {(kind, row): form.text(f"{kind}-{row}-weight") for kind in ("tournament", "night") for row in _ids(kind)}
    return {key: weights[text] for key, text in texts.items() if text in weights}


def _ids(name: str) -> list[int]:
    return row_numbers(request.form.getlist(name))


@bp.post(f"{ONE}/public")
def publish(club: str, number: int) -> AnyResponse:
    """POST: turns the public page on (`public` is 1) or off; redirects."""
    visit = load_club(club, "scorer")
    series = load_series(visit, number)
    series.public = nonce_of_form(series.public)
    db.session.commit()
    return _to(club, number)


@bp.post(f"{ONE}/delete")
def delete(club: str, number: int) -> AnyResponse:
    """POST: deletes the championship; redirects to the list."""
    visit = load_club(club, "owner")
    club_series.delete_series(load_series(visit, number))
    db.session.commit()
    flash(_("Championship deleted. Its tournaments and nights stay."))
    return redirect(url_for("series.index", club=club), code=303)


def _to(club: str, number: int) -> AnyResponse:
    return redirect(url_for("series.show", club=club, number=number), code=303)
