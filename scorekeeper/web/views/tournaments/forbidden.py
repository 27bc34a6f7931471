"""The page of the pairs that must not meet (TOU-39): the organiser picks two entries, before and between rounds."""

from flask import Blueprint, flash, render_template

from scorekeeper.clubs.tournaments import entries
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import _
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import next_round
from scorekeeper.tournaments.changes.forbidden import forbidden_of, why_fixed
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.forms import PlainForm, number_in, text_of
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.tournament_pages.tables import names_of

bp = Blueprint("tournament_forbidden", __name__, url_prefix="/c/<club>/tournaments/<int:number>/apart")


@bp.get("")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The pairs, and the form for another one."""
    return _page(visit, tournament, PlainForm())


def _page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    document = tournament.document
    number, why = next_round(document), why_fixed(document)
    kind = SYSTEMS[document["system"]["kind"]]
    return render_template(
        "tournaments/forbidden.html",
        visit=visit,
        tournament=tournament,
        form=form,
        twos=[names_of(document, two, number) for two in forbidden_of(document)],
        entrants=names_of(document, [entrant["id"] for entrant in document["entrants"]], number),
        why=text_of(why) if why else "",
        is_avoided=kind.avoids_forbidden,
    )


@bp.post("")
@of_club("scorer", Tournament)
@saving(_page)
def change(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: from now on the entrants `one` and `other` must not meet, or may (`do` is `allow`); 422 if refused."""
    one, other = (number_in(form.text(field), 19) for field in ("one", "other"))
    if one is None or other is None or one == other:
        raise refuse("other" if one is not None else "one", "TOU-39", N_("Choose two different entries"))
    is_forbidden = form.text("do") != "allow"
    entries.forbid(tournament, one, other, visit.account.name, forbidden=is_forbidden)
    flash(_("%(pair)s: they must not meet.", pair=f"{one}–{other}") if is_forbidden else _("Pair removed."))
    return to("tournament_forbidden.show", club=visit.club.slug, number=tournament.id)
