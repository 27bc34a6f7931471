"""Writes the messages of webhooks when they are sent: about a match, a round, a night, or a test."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import current_app

from scorekeeper import ledger
from scorekeeper.clubs import webhook_deliveries
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.standings import Line
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.clubs.tournaments.table_results import entered_in
from scorekeeper.clubs.webhook_deliveries import Message
from scorekeeper.clubs.webhooks import MATCH, NIGHT, RESULTS, ROUND, TEST, is_final, mark_of, mark_of_night
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import _, called, format_date, say, speaking
from scorekeeper.pages.result_page import result_text
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.store.webhook_models import Delivery, Webhook
from scorekeeper.web import night_texts
from scorekeeper.web.club_json import moment, ranking_json
from scorekeeper.web.page_parts import series_here
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.chat_texts import results_text, tables_text
from scorekeeper.web.tournament_pages.ranking import table_lines

MOST_PLACES = 10  # of a night's ranking in the text


def send_due() -> None:
    """Sends the deliveries that are due. Called by a worker every minute."""
    webhook_deliveries.send_due(write)


def write(webhook: Webhook, delivery: Delivery) -> Message | None:
    """Returns the message of a delivery; None if the event is undone, changed or deleted."""
    club = db.session.get_one(Club, webhook.club_id)
    with (
        current_app.test_request_context(base_url=webhook.root),
        speaking(webhook.language, webhook.language),
    ):
        message = WRITERS[delivery.event](club, delivery)
    about = {"club": {"name": club.name, "slug": club.slug}}
    return message and message._replace(data={**about, **message.data})


def _test(club: Club, _delivery: Delivery) -> Message:
    return Message(_("Test message of %(club)s from Scorekeeper", club=club.name), {})


def _match(club: Club, delivery: Delivery) -> Message | None:
    match = db.session.get(Match, delivery.subject)
    if match is None or not is_final(match, club) or mark_of(match) != delivery.mark:
        return None
    state, sitting = ledger.state(match, say=say), match.sitting
    table = called(sitting.name)
    place = " · ".join(part for part in (table, sitting.place) if part)
    text = result_text(state, series_here(match), format_date(match.started_at.astimezone()), place)
    about = {"id": match.id, "game": match.game, "title": state["title"], "table": table, "place": sitting.place}
    about |= {"started": moment(match.started_at), "hands": state["played"], "sides": _sides(state)}
    return Message(text, {"match": about})


def _sides(state: MatchState) -> list[dict[str, Any]]:
    return [
        {
            "name": side["name"],
            "players": [player["name"] for player in side["players"]],
            "total": side["shown"],
            "won": side["won"],
        }
        for side in state["sides"]
    ]


def _results(_club: Club, delivery: Delivery) -> Message | None:
    tournament, summary = db.session.get(Tournament, delivery.subject), load_summary(delivery.subject)
    entered = entered_in(tournament, int(delivery.mark)) if tournament else {}
    if tournament is None or summary is None or not entered:
        return None
    state, (number, _table) = snapshot(summary), next(iter(entered))  # all are of one round
    if state.holds(number):
        return None
    lines = [line for line in table_lines(state, number) if (number, line.number) in entered]
    tables = [
        {"table": line.number, "sides": [{"name": side.name, "won": side.won} for side in line.sides]}
        | entered[number, line.number]
        for line in lines
    ]
    about = _tournament(tournament, number) | {"tables": tables, "page": public_address(tournament)}
    return Message(results_text(tournament, state, number, lines), {"tournament": about})


def _tournament(tournament: Tournament, number: int) -> dict[str, Any]:
    name = tournament.document.get("name", "")
    return {"name": name, "day": f"{tournament.day}", "place": tournament.place, "round": number}


def _round(_club: Club, delivery: Delivery) -> Message | None:
    tournament, summary = db.session.get(Tournament, delivery.subject), load_summary(delivery.subject)
    if tournament is None or summary is None:
        return None
    state, number = snapshot(summary), int(delivery.mark)
    if state.round != number:
        return None
    tables = [
        {"table": table.number, "sides": [side.name for side in table.sides]} for table in table_lines(state, number)
    ]
    about = _tournament(tournament, number) | {"tables": tables, "page": public_address(tournament)}
    return Message(tables_text(tournament, state), {"tournament": about})


def _night(club: Club, delivery: Delivery) -> Message | None:
    night = db.session.get(Night, delivery.subject)
    if night is None or mark_of_night(night) != delivery.mark:
        return None
    players, page = ranking(night, approved=club.approving).players, night_texts.public_address(night)
    head = [night.name or _("Club night"), format_date(night.day, hour=night.hour), night.place]
    lines = [" · ".join(part for part in head if part), *_places(players), page]
    about = {"name": night.name, "day": f"{night.day}", "place": night.place, "page": page}
    return Message("\n".join(line for line in lines if line), {"night": {**about, "ranking": ranking_json(players)}})


def _places(players: Sequence[Placed[Line]]) -> list[str]:
    """Returns the first lines of a night's ranking as texts."""
    return [
        f"{place}. {line.name} – {_('%(won)s of %(played)s won', won=line.won, played=line.played)}"
        for place, line in players[:MOST_PLACES]
    ]


WRITERS: dict[str, Callable[[Club, Delivery], Message | None]] = {
    MATCH: _match,
    RESULTS: _results,
    ROUND: _round,
    NIGHT: _night,
    TEST: _test,
}
