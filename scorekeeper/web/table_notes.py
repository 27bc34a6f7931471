"""The note about the tournament on a match's pages: round, table, calls for the arbiter, and the entered result."""

import json
from typing import Any, NamedTuple

from scorekeeper.clubs.results.outcomes import SIDES, sign_of_points
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.clubs.tournaments.table_results import accepts_results, last_automatic_result
from scorekeeper.clubs.tournaments.table_states import has_next_leg, plays_legs
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.words import who_won
from scorekeeper.i18n import _, called, say
from scorekeeper.i18n.texts import is_table_sign, table_sign
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Match, Sitting
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring, Table
from scorekeeper.tournaments.scoring import scale, side_scores, winner
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.tables import outcome_text, outcome_words, table_model


class Entered(NamedTuple):
    """A table's result that an arbiter entered, as `text` in one sentence, the winner's figures first.

    Where one match decides, the sentence `headline` about the `winner` (None for a draw), and both sides' `figures`, if
    any, take the place of the match's own.
    """

    text: str
    headline: str
    winner: int | None
    figures: tuple[int, ...]


class TournamentNote(NamedTuple):
    """A match page's note about its tournament. `address` is the public players' page; empty if it is off.

    `heading`: round, table and group in words; `is_open`: the table belongs to the current round; `called`: the table
    has called the arbiter; `is_time`: time was called; `is_entered`: the result is entered, `entered` by an arbiter,
    so that nobody has to confirm it; `next_leg`: another leg may follow this match; `best_of` and `legs`, e.g. “best of
    3” and “1–0”, up to and with this match, are empty where one match decides. Where victory points count, `live` has
    the values for js/shared/worth.js and `worth` both sides' VP; empty before the first hand.
    """

    name: str
    heading: str
    table: int
    address: str
    is_open: bool
    called: bool
    is_time: bool
    is_entered: bool
    entered: Entered | None
    next_leg: bool
    best_of: str
    legs: str
    live: dict[str, str]
    worth: tuple[int, ...]


def note_of(sitting: Sitting, match: Match | None = None) -> TournamentNote | None:
    """Returns the tournament note of a sitting, or of one of its matches; None if it is not a tournament table."""
    own_table = table_of(sitting)
    if own_table is None:
        return None
    tournament, table = own_table
    is_open = accepts_results(tournament, table) and table.ended_at is None
    row = _row(tournament, table)
    entered = _entered(tournament, table, row, match)
    return TournamentNote(
        name=tournament.document.get("name") or "",
        heading=called(sitting.name if is_table_sign(sitting.name) else table_sign(table.number, table.round)),
        table=table.number,
        address=public_address(tournament),
        is_open=is_open,
        called=table.called_at is not None,
        is_time=is_open and desk_of(tournament)["time"] == table.round,
        is_entered=bool(outcome_of(row)),
        entered=entered,
        next_leg=match is not None and entered is None and _next_leg(tournament, table, match),
        **_legs(tournament, table, match),
        **_worth(tournament, match),
    )


def _row(tournament: Tournament, table: TournamentTable) -> dict[str, Any]:
    """Returns the table in the tournament's document; empty if it has left the tournament."""
    rounds = tournament.document.get("rounds") or []
    tables = rounds[table.round - 1]["tables"] if table.ended_at is None and table.round <= len(rounds) else ()
    return next((row for row in tables if row["table"] == table.number), {})


def entered_text(match: Match) -> str:
    """Returns what an arbiter entered at the match's table as a sentence; empty if nothing."""
    own_table = table_of(match.sitting)
    entered = _entered(*own_table, _row(*own_table), match) if own_table else None
    return entered.text if entered else ""


def _entered(
    tournament: Tournament, table: TournamentTable, row: dict[str, Any], match: Match | None
) -> Entered | None:
    """Returns the entered result, if an arbiter entered it."""
    outcome = outcome_of(row)
    if not outcome or outcome == last_automatic_result(session_of(table), table):
        return None
    scoring = scoring_of(tournament.document)
    decided = table_model(row)
    best = winner(scoring, decided)
    order = SIDES[::-1] if best == 1 else SIDES
    ordered = {name: _in_order(value, order) for name, value in outcome.items()}
    headline, figures = "", tuple(ordered.get("points") or ())
    if match is not None and scoring.best_of == 1:
        ended: Any = {**match.table, "status": "finished", "winner": best}
        headline = "".join(say(*sentence) for sentence in who_won(match.setup, ended, False))
    return Entered(_text(scoring, decided, ordered, order), headline, best, figures if headline else ())


def as_entered(state: MatchState, note: TournamentNote | None) -> MatchState:
    """Returns the state with the entered result in place of the match's own, where one match decides."""
    entered = note.entered if note else None
    if entered is None or not entered.headline:
        return state
    sides: list[Any] = [{**side, "won": side["index"] == entered.winner} for side in state["sides"]]
    if entered.figures:
        for side in sides:
            side["shown"] = entered.figures[side["index"] != (entered.winner or 0)]
    return {**state, "result": entered.headline, "sides": sides}


def _in_order(value: Any, order: tuple[int, ...]) -> Any:
    return [value[side] for side in order] if isinstance(value, list) else value


def _text(scoring: Scoring, table: Table, ordered: dict[str, Any], order: tuple[int, ...]) -> str:
    if table.forfeit is not None or table.late is not None:
        return _("The arbiter decided: %(result)s", result=outcome_text(ordered))
    if table.vp is not None:
        return _("The arbiter entered %(result)s", result=outcome_words(ordered).main)
    text = outcome_text(ordered)
    if scoring.kind == "vp":
        one, other = (side_scores(scoring, table)[side].main for side in order)
        text = f"{text} ({one} : {other})"
    return _("The arbiter entered %(result)s", result=text)


def _legs(tournament: Tournament, table: TournamentTable, match: Match | None) -> dict[str, Any]:
    """Returns `best_of` and `legs` of the note."""
    if match is None or not plays_legs(tournament, table):
        return {"best_of": "", "legs": ""}
    winners = [leg.winner for leg in match.sitting.matches if leg.number <= match.number]
    best_of = _("best of %(legs)s", legs=scoring_of(tournament.document).best_of)
    return {"best_of": best_of, "legs": "–".join(str(winners.count(side)) for side in SIDES)}


def _worth(tournament: Tournament, match: Match | None) -> dict[str, Any]:
    """Returns `live` and `worth` of the note of a match (TOU-1)."""
    scoring = scoring_of(tournament.document)
    if scoring.kind != "vp" or match is None or len(match.table["totals"]) != len(SIDES):
        return {"live": {}, "worth": ()}
    sign = sign_of_points(scoring, match)
    one, other = (sign * total for total in match.table["totals"])
    scored = side_scores(scoring, Table(1, ((1,), (2,)), points=(one, other)))
    is_lowest = scoring.lowest == (sign > 0)
    live = {"scale": json.dumps(scale(scoring)), "lowest": "1" if is_lowest else ""}
    return {"live": live, "worth": tuple(side.main for side in scored) if match.table["hands"] else ()}


def _next_leg(tournament: Tournament, table: TournamentTable, match: Match) -> bool:
    """True if another leg may follow; while the match runs, True if the table plays several legs."""
    follows = plays_legs if match.status == "in_progress" else has_next_leg
    return follows(tournament, table)
