"""Championships of a club: list, settings, standings, and the public page."""

from flask import Blueprint, Response, flash, render_template, request
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
    scheme_in_words,
    scheme_of,
    short_names,
    stamp,
)
from scorekeeper.clubs.tournaments.keeping import tournaments
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Club, Series
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm, row_numbers
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.once import once
from scorekeeper.web.public_address import address_of, nonce_of_form, row_of
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("series", __name__)
PURPOSE = "series"  # length of the signature in a public address
OF_CLUB = "/c/<club>/series"
ONE = "/c/<club>/series/<int:number>"


@bp.get(OF_CLUB)
@of_club()
def index(visit: Visit) -> str:
    """The club's championships, and the form for a new one."""
    return _index(visit, PlainForm({"points": " ".join(map(str, USUAL_POINTS))}))


def _index(visit: Visit, form: PlainForm) -> str:
    return render_template("series/index.html", visit=visit, found=club_series.list_series(visit.club), form=form)


@bp.post(OF_CLUB)
@once
@of_club("scorer")
@saving(_index)
def make(visit: Visit, form: PlainForm) -> Page:
    """POST: creates a championship; redirects to the form that selects its parts."""
    series = club_series.make(visit.club, form.text("name"), typed_scheme(form))
    return to("series.edit", club=visit.club.slug, number=series.id)


def typed_scheme(form: PlainForm) -> Scheme:
    """Parses the championship's scoring in the form. Raises Refusal."""
    return read_scheme(*(form.text(name) for name in ("count", "who", "points", "drop", "ranking", "least")))


@bp.get(ONE)
@of_club("member", Series)
def show(visit: Visit, series: Series) -> Response:
    """The standings; 304 if unchanged."""
    return page_or_not_modified(
        ("series", stamp(series), visit.role),
        lambda: render_template("series/show.html", visit=visit, address=public_address(series), **standing_of(series)),
    )


def standing_of(series: Series) -> dict[str, object]:
    """Returns the template values of a championship: description, parts, and a line per player."""
    added = championship(series)
    counted = scheme_in_words(scheme_of(series.scheme))
    return {"series": series, "counted": counted, "names": short_names(added.over), **added._asdict()}


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
@of_club("scorer", Series)
def edit(visit: Visit, series: Series) -> str:
    """The settings form with the current values."""
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
@of_club("scorer", Series)
@saving(_form)
def change(visit: Visit, series: Series, form: PlainForm) -> Page:
    """POST: saves the settings; redirects, 422 if refused."""
    club_series.change(series, form.text("name"), typed_scheme(form))
    club_series.set_parts(series, _ids("tournament"), _ids("night"), _weights(form))
    return _to(visit, series)


def _weights(form: PlainForm) -> dict[tuple[str, int], float]:
    """Returns the weights of the ticked parts in the form, by kind and id; unknown ones are left out."""
    weights = {str(weight): weight for weight in WEIGHTS}
    texts = {(kind, row): form.text(f"{kind}-{row}-weight") for kind in ("tournament", "night") for row in _ids(kind)}
    return {key: weights[text] for key, text in texts.items() if text in weights}


def _ids(name: str) -> list[int]:
    return row_numbers(request.form.getlist(name))


@bp.post(f"{ONE}/public")
@of_club("scorer", Series)
def publish(visit: Visit, series: Series) -> AnyResponse:
    """POST: turns the public page on (`public` is 1) or off; redirects."""
    series.public = nonce_of_form(series.public)
    db.session.commit()
    return _to(visit, series)


@bp.post(f"{ONE}/delete")
@of_club("owner", Series)
def delete(visit: Visit, series: Series) -> AnyResponse:
    """POST: deletes the championship; redirects to the list."""
    club_series.delete_series(series)
    db.session.commit()
    flash(_("Championship deleted. Its tournaments and nights stay."))
    return to("series.index", club=visit.club.slug)


def _to(visit: Visit, series: Series) -> AnyResponse:
    return to("series.show", club=visit.club.slug, number=series.id)
