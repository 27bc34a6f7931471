"""A club's tournament for whoever asks, and what becomes of a form that would change it."""

from collections.abc import Callable, Sequence

from flask import abort, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.keeping import Stale
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament, TournamentChange
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm, number_in
from scorekeeper.web.views.clubs.access import Visit

Missed = Sequence[TournamentChange]
Page = Callable[[Tournament, PlainForm, Missed], str]
Answer = AnyResponse | tuple[str, int]


def load_tournament(visit: Visit, number: int) -> Tournament:
    """A tournament of the club; 404 for any other."""
    return keeping.load(visit.club, number) or abort(404)


def seen_version(form: PlainForm) -> int:
    """The version of the document that the sender of a form knew; 400 where the form does not say."""
    number = number_in(form.text("seen"))
    return abort(400) if number is None else number


def attempt(tournament: Tournament, form: PlainForm, act: Callable[[], object], page: Page, then: str) -> Answer:
    """Do it and go to `then`; else the page again with what was typed, and what is wrong (422) or happened (409)."""
    try:
        act()
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return page(tournament, form, ()), 422
    except Stale as stale:
        db.session.rollback()
        return page(tournament, form, stale.changes), 409
    db.session.commit()
    return redirect(then, code=303)


def to_tournament(visit: Visit, tournament: Tournament) -> str:
    """The address of the tournament's own page."""
    return url_for("tournaments.show", club=visit.club.slug, number=tournament.id)
