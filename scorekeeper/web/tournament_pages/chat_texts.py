"""Plain texts about a tournament for chats: the invitation, the tables of a round, the ranking."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.clubs.tournaments.snapshots import Snapshot, load_summary, snapshot
from scorekeeper.clubs.tournaments.words import byes
from scorekeeper.i18n import _
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.invitations import invitation_text
from scorekeeper.web.tournament_pages.ranking import Side, TableLine, ranking_of, round_title, table_lines


class ChatText(NamedTuple):
    """A text with its heading on the page; `name` is unique on it."""

    name: str
    heading: str
    text: str


def texts_of(tournament: Tournament, club: str) -> list[ChatText]:
    """Returns the invitation until a round is drawn, then the tables of the last round; the ranking if there is one."""
    summary = load_summary(tournament.id)
    state = snapshot(summary) if summary else Snapshot(tournament.document)
    title, page = tournament.document.get("name") or _("Tournament"), public_address(tournament)
    if not state.round:
        return [ChatText("invitation", _("Invitation"), invitation_text(tournament, title, club))]
    texts = [ChatText("tables", _("Tables"), tables_text(tournament, state))]
    return [*texts, ChatText("ranking", _("Ranking"), _ranking(state, title, page))] if state.has_ranking else texts


def tables_text(tournament: Tournament, state: Snapshot) -> str:
    """Returns the tables of the last round as a text, with the address of the players' page if that is on."""
    lines = [
        _table_text(table, " / ".join(side.name for side in table.sides)) for table in table_lines(state, state.round)
    ]
    lines += byes(state.tournament, state.round, state.tournament.rounds[-1].byes)
    return _round_text(tournament, state, state.round, lines)


def results_text(tournament: Tournament, state: Snapshot, number: int, tables: Iterable[TableLine]) -> str:
    """Returns the results of these tables of a round as a text, with the address of the players' page if that is on."""
    lines = [_table_text(table, " – ".join(_with_figures(side) for side in table.sides)) for table in tables]
    return _round_text(tournament, state, number, lines)


def _with_figures(side: Side) -> str:
    """Returns a side's name, its points or legs, and in brackets its score for them, e.g. “Us 1,850 (13)”."""
    shown, counted = side.points or side.result, side.result
    return f"{side.name} {shown}" if shown == counted else f"{side.name} {shown} ({counted})"


def _table_text(table: TableLine, sides: str) -> str:
    name = f" ({table.name})" if table.name else ""
    return f"{table.number}{name}: {sides}"


def _round_text(tournament: Tournament, state: Snapshot, number: int, lines: Iterable[str]) -> str:
    title = tournament.document.get("name") or _("Tournament")
    return _joined([f"{title} · {round_title(state, number)}", "", *lines, *_at(public_address(tournament))])


def _ranking(state: Snapshot, title: str, page: str) -> str:
    ranking = ranking_of(state)
    lines = [f"{title} · {ranking.title}"]
    for part in ranking.wanted:
        lines += ["", *([part.heading] if part.heading else [])]
        for line in part.lines:
            sums = ", ".join(f"{value} {unit}" for value, unit in zip(line.figures, ranking.figures, strict=True))
            lines.append(f"{line.place}. {line.name}" + (f" – {sums}" if sums else ""))
    return _joined([*lines, *_at(page)])


def _at(page: str) -> tuple[str, ...]:
    return ("", page) if page else ()


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)
