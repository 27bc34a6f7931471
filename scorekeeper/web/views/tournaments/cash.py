"""Entry fees and prizes: the settings, the payments, and the prize for each place."""

import re
from typing import Any

from flask import Blueprint, render_template

from scorekeeper.clubs.tournaments.cash import Amount, as_typed, cash_of, cents_of, format_cents, set_cash, typed_amount
from scorekeeper.clubs.tournaments.categories import GUESTS, MARKED, TITLES, set_categories
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import set_fee
from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.forms import PlainForm, gathering, typed_number
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("tournament_cash", __name__, url_prefix="/c/<club>/tournaments/<int:number>/cash")

FEES = ("member", "guest")
AMOUNTS = (*FEES, "step")
TEXTS = ("per", "currency")
USUAL = {"currency": "€", "per": "player", "percent": "100", "shares": "50 30 20", "step": "5"}
STEPS: tuple[Amount, ...] = ("0.50", 1, 5, 10)


@bp.get("")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The page with payments, prizes, and the form for fees and shares."""
    return _page(visit, tournament, PlainForm(_as_typed(tournament) | _marks_as_typed(tournament)))


def _as_typed(tournament: Tournament) -> dict[str, str]:
    """Returns the settings as texts by form field, or the usual ones."""
    settings = desk_of(tournament)["cash"]
    if not settings:
        return USUAL
    texts = {name: as_typed(settings[name]) for name in FEES if settings[name] is not None}
    texts |= {name: str(settings[name]) for name in ("step", "percent", *TEXTS)}
    return {**texts, "shares": " ".join(map(str, settings["shares"]))}


def _marks_as_typed(tournament: Tournament) -> dict[str, str]:
    """Returns the categories of prizes as texts by form field."""
    marks = desk_of(tournament)["categories"]
    texts = {name: ", ".join(map(str, marks.get(name, ()))) for name in MARKED}
    return {**texts, GUESTS: "1"} if GUESTS in marks else texts


def _steps(tournament: Tournament) -> list[tuple[str, str]]:
    """Returns the steps that prizes can be rounded to, with the stored one, as values and texts of a select field."""
    stored = desk_of(tournament)["cash"].get("step", 1)
    return [(str(step), format_cents(cents_of(step))) for step in sorted({*STEPS, stored}, key=cents_of)]


def _page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    return render_template(
        "tournaments/cash.html",
        visit=visit,
        tournament=tournament,
        form=form,
        cash=cash_of(tournament),
        fee=desk_of(tournament)["fee"],
        categories=TITLES,
        steps=_steps(tournament),
    )


@bp.post("")
@of_club("scorer", Tournament)
@saving(_page)
def change(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: saves fees and prizes, or removes them (`do=clear`); redirects, 422 if refused."""
    set_cash(tournament, {} if form.text("do") == "clear" else _read_settings(form))
    return to("tournament_cash.show", club=visit.club.slug, number=tournament.id)


@bp.post("/fee")
@of_club("scorer", Tournament)
@saving(_page)
def set_entry_fee(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: sets the entry fee in words, of which nothing is counted; redirects, 422 if refused."""
    set_fee(tournament, form.text("fee"))
    return to("tournament_cash.show", club=visit.club.slug, number=tournament.id, _anchor="fee")


@bp.post("/categories")
@of_club("scorer", Tournament)
@saving(_page)
def change_categories(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: saves who is in which category of prizes; redirects, 422 if refused."""
    set_categories(tournament, {name: form.text(name) for name in MARKED}, guests=form.text(GUESTS) == "1")
    return to("tournament_cash.show", club=visit.club.slug, number=tournament.id, _anchor="categories")


def _read_settings(form: PlainForm) -> dict[str, Any]:
    """Parses the settings in the form. Raises Refusal with all problems."""
    values: dict[str, Any] = {name: form.text(name) for name in TEXTS if form.text(name)}
    problems: list[Problem] = []
    for name in (*AMOUNTS, "percent"):
        read = typed_amount if name in AMOUNTS else typed_number
        with gathering(problems):
            if form.text(name):
                values[name] = read(form.text(name), name)
    with gathering(problems):
        parts = [part for part in re.split(r"[^0-9]+", form.text("shares")) if part]
        values["shares"] = [typed_number(part, "shares") for part in parts]
    if problems:
        raise Refusal(problems)
    return values
