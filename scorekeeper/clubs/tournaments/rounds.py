"""Rounds of a club's tournament: proposed, changed by the arbiter, published with a match per table, undone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, update

from scorekeeper import ledger
from scorekeeper.clubs import results, webhooks
from scorekeeper.clubs.nights import HANDS
from scorekeeper.clubs.tables import open_tables
from scorekeeper.clubs.tournaments.desk import Round, desk_of
from scorekeeper.clubs.tournaments.keeping import Stale, change, change_desk, sittings_of
from scorekeeper.clubs.tournaments.words import joined_twos
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_, Game, Option, Refusal, refuse
from scorekeeper.games.engine.setup import FORMAT, LONGEST_NAME, begin
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.i18n.texts import table_sign
from scorekeeper.ledger import CONFIRMED
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Sitting, db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes import results as changes
from scorekeeper.tournaments.changes.results import Document, outcome_of, seating_of
from scorekeeper.tournaments.check import Difference, differences
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.hall import table_numbers
from scorekeeper.tournaments.model import NAME_SEPARATOR
from scorekeeper.tournaments.substitutes import sitting_in
from scorekeeper.tournaments.systems import SYSTEMS, groups_by_entrant

Head = dict[str, Any]
TARGET = "target"  # the games' option for the points that end a match


def match_head(tournament: Tournament, number: int, table: dict[str, Any]) -> Head | None:
    """Returns the head of the match at a table of round `number`; None if the game does not allow its sides.

    `table` is a table of the document. Decision: if the game needs another number of players, the sides are named and
    their players are entered at the table.
    """
    game = find_game(tournament.document.get("game"))
    if game is None:
        return None
    full = _head(tournament, game, number, table)
    unnamed = [{"name": side["name"]} for side in full["sides"]]
    return next((head for head in (full, {**full, "sides": unnamed}) if _fits(head)), None)


def _fits(head: Head) -> bool:
    try:
        begin(head)
    except Refusal:
        return False
    return True


def _head(tournament: Tournament, game: Game, number: int, table: dict[str, Any]) -> Head:
    document, desk = tournament.document, desk_of(tournament)
    options = dict(desk["options"])
    if document["scoring"]["kind"] == "vp":
        variant = document.get("variant") or game.presets[0]["slug"]
        options |= _hands_options(game.options_of(variant), document["scoring"].get("hands"))
    about = {"tournament": document.get("name") or "", "round": str(number), "table": str(table["table"])}
    if tournament.place:
        about["place"] = tournament.place
    if desk["confirm"] in CONFIRMED:
        about["confirm"] = desk["confirm"]
    head: Head = {"format": FORMAT, "game": game.slug, "options": options, "about": about}
    if document.get("variant"):
        head["variant"] = document["variant"]
    return {**head, "sides": _sides(document, number, table)}


def _hands_options(declared: list[Option], hands: int | None) -> dict[str, Any]:
    """Returns the match options that set `hands` and remove the target; leaves out options that are not declared."""
    nullable = {option["name"]: option.get("nullable", False) for option in declared}
    without_target = {TARGET: None} if nullable.get(TARGET) else {}
    return {**without_target, **({HANDS: hands} if HANDS in nullable else {})}


def _sides(document: dict[str, Any], round_number: int, table: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the table's sides with names and players; repeated players' names get the entrant's id appended."""
    entrants = {entrant["id"]: entrant for entrant in document["entrants"]}
    sides_ids = [_ids(side) for side in table["sides"]]
    sitting = {number: sitting_in(entrants[number], round_number) for side in sides_ids for number in side}
    names = [name for side in sides_ids for number in side for name in sitting[number]]
    sides = []
    for side in sides_ids:
        players = [
            _with_number(name, number) if names.count(name) > 1 else name for number in side for name in sitting[number]
        ]
        sides.append({"name": _name(entrants[side[0]] if len(side) == 1 else {}, players), "players": players})
    return sides


def _with_number(name: str, number: int) -> str:
    suffix = f" ({number})"
    return name[: LONGEST_NAME - len(suffix)] + suffix


def _name(entrant: dict[str, Any], players: list[str]) -> str:
    """Returns the side's name in the match: the entrant's own name if possible, else the players' names.

    A name that only lists the players is not taken: a match shows them on separate lines.
    """
    name = entrant.get("name") or ""
    has_own = bool(name) and name != NAME_SEPARATOR.join(entrant["players"])
    if has_own and len(name) <= LONGEST_NAME and not (len(players) > 1 and name in players):
        return name
    return name_of_players(players) or name[:LONGEST_NAME]


class Plan(NamedTuple):
    """A round that can be published.

    `differs` lists breaches of the pairing rules, `rematches` the repeated pairings that the system could not avoid,
    and `forbidden` the numbers of entrants who must not meet but do, as text.
    `by_hand` is True if the arbiter has changed the round, `again` if it is published already and would be reseated.
    """

    number: int
    round: Round
    differs: list[Difference]
    rematches: list[list[int]]
    by_hand: bool
    again: bool
    forbidden: str = ""


def next_plan(tournament: Tournament) -> Plan | None:
    """Returns the plan of the next round, from the draft if there is one; None after the last round.

    Raises Refusal, also while a round is incomplete.
    """
    number = len(tournament.document.get("rounds") or []) + 1
    draft = _draft(tournament, number)
    if draft is not None:
        try:
            return _checked_plan(tournament, number, draft, again=False)
        except Refusal:
            pass  # entrants have changed since: pair again
    paired = api.pair(tournament.document)
    if paired["tables"] is None:
        return None
    tables = _with_hall_numbers(tournament, paired["tables"])
    twos = joined_twos(paired.get("forbidden") or ())
    return Plan(
        number, {**paired, "tables": tables}, [], paired["rematches"], by_hand=False, again=False, forbidden=twos
    )


def _with_hall_numbers(tournament: Tournament, tables: list[Round]) -> list[Round]:
    """Returns the tables numbered as in the floor plan instead of 1, 2, …."""
    numbers = table_numbers(desk_of(tournament)["hall"], max((table["table"] for table in tables), default=0))
    return [{**table, "table": numbers[table["table"] - 1]} for table in tables]


def last_plan(tournament: Tournament) -> Plan:
    """Returns the plan for reseating the round published last. Raises Refusal if there is none."""
    number = len(tournament.document.get("rounds") or [])
    if not number:
        raise refuse(None, None, N_("No round is published yet"))
    draft = _draft(tournament, number)
    return _checked_plan(tournament, number, draft or seating_of(tournament.document["rounds"][-1]), again=True)


def _draft(tournament: Tournament, number: int) -> Round | None:
    """Returns the draft of round `number` stored on the desk; None if there is none."""
    draft = desk_of(tournament)["proposal"]
    return draft if draft is not None and draft.get("round") == number else None


def _checked_plan(tournament: Tournament, number: int, draft: Round, *, again: bool) -> Plan:
    rounds = (tournament.document.get("rounds") or [])[: number - 1]
    differing = differences(read({**tournament.document, "rounds": [*rounds, seating_of(draft)]}), since=number)
    return Plan(number, draft, differing, [], by_hand="round" in draft, again=again)


def save_draft(tournament: Tournament, plan: Plan, changed: Round) -> None:
    """Stores a changed round as the draft on the desk. The caller commits. Raises Refusal if it is invalid."""
    draft = {"round": plan.number, **seating_of(changed)}
    _checked_plan(tournament, plan.number, draft, again=plan.again)
    change_desk(tournament, lambda desk: {**desk, "proposal": draft})


def discard_draft(tournament: Tournament) -> None:
    """Discards the round changed by hand. The caller commits."""
    change_desk(tournament, lambda desk: {**desk, "proposal": None})


def swap_entrants(proposal: Round, one: int, other: int) -> Round:
    """Returns the round with two entrants swapped; one may have the bye. Raises Refusal for unknown ids."""
    swap = {one: other, other: one}
    entrants = {entrant for table in proposal["tables"] for side in table["sides"] for entrant in _ids(side)}
    entrants |= set(_ids(proposal["bye"]))
    for number in (one, other):
        if number not in entrants:
            raise refuse("one" if number == one else "other", None, N_("{number} is not in this round"), number=number)
    tables = [
        {"table": table["table"], "sides": [_swapped(side, swap) for side in table["sides"]]}
        for table in proposal["tables"]
    ]
    return {**proposal, "tables": tables, "bye": _swapped(proposal["bye"], swap)}


def swap_tables(proposal: Round, one: int, other: int) -> Round:
    """Returns the round with two tables swapped, or table `one` moved to the unused number `other`.

    Raises Refusal if there is no table `one`.
    """
    if all(table["table"] != one for table in proposal["tables"]):
        raise refuse("one", None, N_("There is no table {table} in this round"), table=one)
    swap = {one: other, other: one}
    tables = [{**table, "table": swap.get(table["table"], table["table"])} for table in proposal["tables"]]
    return {**proposal, "tables": sorted(tables, key=lambda table: table["table"])}


def _ids(side: Any) -> list[int]:
    """Returns the entrants' ids in a side or bye, as a list."""
    return [] if side is None else side if isinstance(side, list) else [side]


def _swapped(side: Any, swap: dict[int, int]) -> Any:
    if isinstance(side, list):
        return [swap.get(entrant, entrant) for entrant in side]
    return swap.get(side, side)


def publish(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Publishes a round, `{"tables": [{"table", "sides"}], "bye"}`; returns the new sittings, without links.

    Publishing the same round again changes nothing. A table whose match cannot be started gets no sitting; its
    result is entered by hand. Raises Refusal and Stale.
    """
    try:
        change(
            tournament,
            seen,
            lambda document: changes.publish(document, proposal),
            actor=actor,
            kind="publish",
            detail=lambda _before, after: {"round": len(after["rounds"]), "tables": len(proposal["tables"])},
        )
    except Stale:
        if _is_last(tournament, proposal):
            return []
        raise
    number = len(tournament.document["rounds"])
    change_desk(tournament, lambda desk: {**desk, "proposal": None, "time": 0})
    webhooks.announce_round(tournament.club_id, tournament.id, number)
    return _open_tables(tournament, number, [table["table"] for table in proposal["tables"]], actor)


def _is_last(tournament: Tournament, proposal: Round) -> bool:
    """True if the last round has the pairing of the proposal, with or without results."""
    rounds = tournament.document.get("rounds") or []
    return bool(rounds) and changes.seating_of(rounds[-1]) == changes.seating_of(proposal)


def _open_tables(tournament: Tournament, number: int, tables: Sequence[int], actor: str) -> list[Sitting]:
    """Opens a sitting with a match for each of these tables, where the game allows it; returns the sittings.

    All rows of a kind are inserted in one statement, because other tables' hands wait for this transaction.
    """
    heads = {
        table["table"]: head
        for table in tournament.document["rounds"][number - 1]["tables"]
        if table["table"] in tables and (head := match_head(tournament, number, table)) is not None
    }
    groups = _groups(tournament, number)
    names = [table_sign(table, number, groups.get(table)) for table in heads]
    best_of = tournament.document["scoring"].get("best_of") or 1
    club = db.session.get_one(Club, tournament.club_id)
    sittings = open_tables(club, names, tournament.place, best_of)
    db.session.add_all(
        TournamentTable(tournament_id=tournament.id, round=number, number=table, sitting_id=sitting.id)
        for table, sitting in zip(heads, sittings, strict=True)
    )
    starts = [
        (sitting, head, f"t{tournament.id}-r{number}-t{table}")
        for sitting, (table, head) in zip(sittings, heads.items(), strict=True)
    ]
    ledger.start_matches(starts, actor=actor)
    return sittings


def _groups(tournament: Tournament, number: int) -> dict[int, int]:
    """Returns the group (from 0) that plays at each table of a round, if groups play."""
    document = tournament.document
    if not SYSTEMS[document["system"]["kind"]].has_groups:
        return {}
    of = groups_by_entrant(read(document), number)
    tables = document["rounds"][number - 1]["tables"]
    return {table["table"]: of[table["sides"][0]] for table in tables if table["sides"][0] in of}


def undo(tournament: Tournament, seen: int | None, *, actor: str, reason: str = "") -> None:
    """Undoes the last round; its matches stay with the club, and the log keeps the round's pairing and results.

    Raises Refusal and Stale.
    """
    sittings = sittings_of(tournament, len(tournament.document.get("rounds") or []))
    results.lock_tables(db.session, tournament.club_id, sittings)
    change(
        tournament,
        seen,
        changes.undo_round,
        actor=actor,
        kind="take_back",
        detail=lambda before, _after: _undo_detail(before),
        reason=reason,
    )
    detach_tables(tournament, len(tournament.document["rounds"]) + 1)
    results.follow_tables(db.session, tournament.club_id, sittings)


def _undo_detail(before: Document) -> dict[str, object]:
    rounds: list[Round] = before["rounds"]
    tables = rounds[-1]["tables"]
    results = sum(bool(outcome_of(table)) for table in tables)
    return {"round": len(rounds), "tables": len(tables), "results": results, "was": rounds[-1]}


def reseat(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Changes the pairing of the last round; tables with unchanged sides keep their matches and results.

    Returns the new sittings. Raises Stale, and Refusal, also if a changed table has a result.
    """
    sittings = sittings_of(tournament, len(tournament.document.get("rounds") or []))
    results.lock_tables(db.session, tournament.club_id, sittings)
    before = _seats(tournament)
    change(
        tournament,
        seen,
        lambda document: changes.reseat(document, proposal),
        actor=actor,
        kind="seat",
        detail=lambda before, after: {"round": len(after["rounds"]), "was": changes.seating_of(before["rounds"][-1])},
    )
    change_desk(tournament, lambda desk: {**desk, "proposal": None})
    after = _seats(tournament)
    new = [table for table in after if before.get(table) != after[table]]
    number = len(tournament.document["rounds"])
    detach_tables(tournament, number, [table for table in before if before[table] != after.get(table)])
    opened = _open_tables(tournament, number, new, actor)
    results.follow_tables(db.session, tournament.club_id, [*sittings, *(sitting.id for sitting in opened)])
    return opened


def _seats(tournament: Tournament) -> dict[int, Any]:
    """Returns the sides by table number in the last round; an empty dict without rounds."""
    return {
        table["table"]: table["sides"]
        for last in (tournament.document.get("rounds") or [])[-1:]
        for table in last["tables"]
    }


def detach_tables(tournament: Tournament, number: int, tables: Sequence[int] | None = None) -> None:
    """Detaches a round's tables, or only those in `tables`, from the tournament; the club keeps the matches."""
    ended = update(TournamentTable).where(*_attached(tournament, number)).values(ended_at=now())
    db.session.execute(ended if tables is None else ended.where(TournamentTable.number.in_(tables)))


def _attached(tournament: Tournament, number: int) -> tuple[ColumnElement[bool], ...]:
    return (
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.ended_at.is_(None),
    )


def tables_of(tournament: Tournament, number: int) -> dict[int, tuple[TournamentTable, Sitting]]:
    """Returns the tables of a round that have a match, by number, each with its sitting."""
    query = select(TournamentTable, Sitting).join(Sitting, Sitting.id == TournamentTable.sitting_id)
    rows = db.session.execute(query.where(*_attached(tournament, number)))
    return {row.TournamentTable.number: (row.TournamentTable, row.Sitting) for row in rows}


def table_of(sitting: Sitting) -> tuple[Tournament, TournamentTable] | None:
    """Returns the tournament of a sitting and its table there, also a detached one; None if it has none."""
    query = select(Tournament, TournamentTable).join(TournamentTable, TournamentTable.tournament_id == Tournament.id)
    row = db.session.execute(query.where(TournamentTable.sitting_id == sitting.id)).first()
    return (row.Tournament, row.TournamentTable) if row else None
