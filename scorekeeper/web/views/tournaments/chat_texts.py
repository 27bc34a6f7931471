"""The page of a tournament’s texts for chats."""

from flask import Blueprint, render_template

from scorekeeper.clubs.tournaments import registrations
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.tournament_pages.chat_texts import texts_of

bp = Blueprint("tournament_chat_texts", __name__, url_prefix="/c/<club>/tournaments/<int:number>/texts")


@bp.get("")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The texts, each with a button to copy and one to share."""
    return render_template(
        "tournaments/chat_texts.html",
        visit=visit,
        tournament=tournament,
        texts=texts_of(tournament, visit.club.name),
        form=registrations.form_of(tournament),
    )
