"""Rounds: proposed by the rule, changed by the arbiter, published with a sitting and a match a table, or taken back."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select, update

from scorekeeper import ledger
from scorekeeper.clubs.nights import HANDS
from scorekeeper.clubs.tables import open_tables
from scorekeeper.clubs.tournaments.desk import Round, desk_of
from scorekeeper.clubs.tournaments.keeping import Stale, change, change_desk
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Game, Refusal, _, refuse
from scorekeeper.games.engine.setup import FORMAT, LONGEST_NAME, begin
from scorekeeper.games.engine.side_names import name_of_players
from scorekeeper.i18n import gettext
from scorekeeper.ledger import CONFIRMED
from scorekeeper.store.club_models import Club, Tournament, TournamentTable
from scorekeeper.store.models import Sitting, db, now
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes import results as changes
from scorekeeper.tournaments.changes.entries import NAME_SEPARATOR
from scorekeeper.tournaments.changes.results import Document, outcome_of, seating_of
from scorekeeper.tournaments.check import Difference, differences
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.hall import table_numbers

Head = dict[str, Any]
TARGET = "target"  # what games call the option of the points that end a match


def head_of(tournament: Tournament, number: int, table: dict[str, Any]) -> Head | None:
    """The head of the match at a table of round `number`; None where the game is not played by such sides.

    `table` is one of the document's. Decision: where the game seats another number of players, they are named at the
    table.
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
        options |= _hands_alone(game, document["scoring"].get("hands"))
    about = {"tournament": document.get("name") or "", "round": str(number), "table": str(table["table"])}
    if tournament.place:
        about["place"] = tournament.place
    if desk["confirm"] in CONFIRMED:
        about["confirm"] = desk["confirm"]
    head: Head = {"format": FORMAT, "game": game.slug, "options": options, "about": about}
    if document.get("variant"):
        head["variant"] = document["variant"]
    return {**head, "sides": _sides(document, table)}


def _hands_alone(game: Game, hands: int | None) -> dict[str, Any]:
    """The options of a match that lasts so many hands: no target ends it before, where the game can be played so."""
    known = {option["name"]: option for option in game.options}
    without_target = {TARGET: None} if known.get(TARGET, {}).get("nullable") else {}
    return {**without_target, **({HANDS: hands} if HANDS in known else {})}


def _sides(document: dict[str, Any], table: dict[str, Any]) -> list[dict[str, Any]]:
    """Both sides by name with their players; a name that two at the table share has the entrant's number behind it."""
    entrants = {each["id"]: each for each in document["entrants"]}
    ids = [each if isinstance(each, list) else [each] for each in table["sides"]]
    names = [name for side in ids for each in side for name in entrants[each]["players"]]
    sides = []
    for side in ids:
        players = [
            _with_number(name, each) if names.count(name) > 1 else name
            for each in side
            for name in entrants[each]["players"]
        ]
        sides.append({"name": _name(entrants[side[0]] if len(side) == 1 else {}, players), "players": players})
    return sides


def _with_number(name: str, number: int) -> str:
    behind = f" ({number})"
    return name[: LONGEST_NAME - len(behind)] + behind


def _name(entrant: dict[str, Any], players: list[str]) -> str:
    """What the side is called in the match: by its own name where it has one that fits, else by its players' names.

    A match shows players' names on lines of their own, and once.
    """
    name = entrant.get("name") or ""
    has_own = bool(name) and name != NAME_SEPARATOR.join(entrant["players"])
    if has_own and len(name) <= LONGEST_NAME and not (len(players) > 1 and name in players):
        return name
    return name_of_players(players) or name[:LONGEST_NAME]


class Plan(NamedTuple):
    """A round that may be published. `differs`: what the rule would not have done; `rematches`: what it cannot avoid.

    `by_hand`: somebody has changed it; `again`: it is published already, and would be seated anew.
    """

    number: int
    round: Round
    differs: list[Difference]
    rematches: list[list[int]]
    by_hand: bool
    again: bool


def next_plan(tournament: Tournament) -> Plan | None:
    """The next round; None where nothing is left to play. Raises Refusal, also while a round is open."""
    number = len(tournament.document.get("rounds") or []) + 1
    kept = _kept(tournament, number)
    if kept is not None:
        try:
            return _judged(tournament, number, kept, again=False)
        except Refusal:
            pass  # somebody has entered or left since: the rule pairs again
    paired = api.pair(tournament.document)
    if paired["tables"] is None:
        return None
    tables = _in_the_hall(tournament, paired["tables"])
    return Plan(number, {**paired, "tables": tables}, [], paired["rematches"], by_hand=False, again=False)


def _in_the_hall(tournament: Tournament, tables: list[Round]) -> list[Round]:
    """Tables 1, 2, … under the numbers that there are in the hall."""
    numbers = table_numbers(desk_of(tournament)["hall"], max((each["table"] for each in tables), default=0))
    return [{**each, "table": numbers[each["table"] - 1]} for each in tables]


def last_plan(tournament: Tournament) -> Plan:
    """The round that was published last, to be seated anew. Raises Refusal where there is none."""
    number = len(tournament.document.get("rounds") or [])
    if not number:
        raise refuse(None, None, _("No round is published yet"))
    kept = _kept(tournament, number)
    return _judged(tournament, number, kept or seating_of(tournament.document["rounds"][-1]), again=True)


def _kept(tournament: Tournament, number: int) -> Round | None:
    """What stands on the desk for that round."""
    kept = desk_of(tournament)["proposal"]
    return kept if kept is not None and kept.get("round") == number else None


def _judged(tournament: Tournament, number: int, kept: Round, *, again: bool) -> Plan:
    rounds = (tournament.document.get("rounds") or [])[: number - 1]
    found = differences(read({**tournament.document, "rounds": [*rounds, seating_of(kept)]}), since=number)
    return Plan(number, kept, found, [], by_hand="round" in kept, again=again)


def keep(tournament: Tournament, plan: Plan, changed: Round) -> None:
    """Put a changed round on the desk. The caller commits. Raises Refusal where it cannot be."""
    kept = {"round": plan.number, **seating_of(changed)}
    _judged(tournament, plan.number, kept, again=plan.again)
    change_desk(tournament, lambda desk: {**desk, "proposal": kept})


def drop(tournament: Tournament) -> None:
    """Forget what was changed by hand. The caller commits."""
    change_desk(tournament, lambda desk: {**desk, "proposal": None})


def exchanged(proposal: Round, one: int, other: int) -> Round:
    """The round with two entrants in each other's places, of which one may be the bye. Raises Refusal."""
    taken = {one: other, other: one}
    here = {each for table in proposal["tables"] for side in table["sides"] for each in _ids(side)}
    here |= set(_ids(proposal["bye"]))
    for number in (one, other):
        if number not in here:
            raise refuse("one" if number == one else "other", None, _("{number} is not in this round"), number=number)
    tables = [
        {"table": each["table"], "sides": [_with(side, taken) for side in each["sides"]]} for each in proposal["tables"]
    ]
    return {**proposal, "tables": tables, "bye": _with(proposal["bye"], taken)}


def moved(proposal: Round, one: int, other: int) -> Round:
    """The round with two tables in each other's places; a number that is free is taken. Raises Refusal."""
    if all(each["table"] != one for each in proposal["tables"]):
        raise refuse("one", None, _("There is no table {table} in this round"), table=one)
    taken = {one: other, other: one}
    tables = [{**each, "table": taken.get(each["table"], each["table"])} for each in proposal["tables"]]
    return {**proposal, "tables": sorted(tables, key=lambda each: each["table"])}


def _ids(side: Any) -> list[int]:
    """A side or a bye as a list of ids."""
    return [] if side is None else side if isinstance(side, list) else [side]


def _with(side: Any, taken: dict[int, int]) -> Any:
    if isinstance(side, list):
        return [taken.get(each, each) for each in side]
    return taken.get(side, side)


def publish(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Publish a round: `{"tables": [{"table", "sides"}], "bye"}`. Returns the new sittings, which have no links yet.

    The same round sent again makes nothing twice. A table whose match cannot be begun has none: its result is typed.
    Raises Refusal, and Stale.
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
    return _open_tables(tournament, number, [each["table"] for each in proposal["tables"]], actor)


def _is_last(tournament: Tournament, proposal: Round) -> bool:
    """Whether the round is the last one already, whatever has come out there since."""
    rounds = tournament.document.get("rounds") or []
    return bool(rounds) and changes.seating_of(rounds[-1]) == changes.seating_of(proposal)


def _open_tables(tournament: Tournament, number: int, tables: Sequence[int], actor: str) -> list[Sitting]:
    """Open a sitting with its match for each of these tables of a round, where there can be one.

    All of them are inserted at once: other tables' hands wait for the end of it.
    """
    heads = {
        each["table"]: head
        for each in tournament.document["rounds"][number - 1]["tables"]
        if each["table"] in tables and (head := head_of(tournament, number, each)) is not None
    }
    names = [gettext("Round %(round)s · Table %(table)s", round=number, table=table) for table in heads]
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


def take_back(tournament: Tournament, seen: int | None, *, actor: str, reason: str = "") -> None:
    """Take the last round back; its matches stay with the club. The log keeps the round as it was.

    Raises Refusal, and Stale.
    """
    change(
        tournament,
        seen,
        changes.undo_round,
        actor=actor,
        kind="take_back",
        detail=lambda before, _after: _told(before),
        reason=reason,
    )
    close_tables(tournament, len(tournament.document["rounds"]) + 1)


def _told(before: Document) -> dict[str, object]:
    rounds: list[Round] = before["rounds"]
    tables = rounds[-1]["tables"]
    results = sum(bool(outcome_of(each)) for each in tables)
    return {"round": len(rounds), "tables": len(tables), "results": results, "was": rounds[-1]}


def reseat(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Seat the last round anew; tables whose sides stay keep their matches and results. Returns the new sittings.

    Raises Refusal, also where a table that is changed has a result, and Stale.
    """
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
    close_tables(tournament, number, [table for table in before if before[table] != after.get(table)])
    return _open_tables(tournament, number, new, actor)


def _seats(tournament: Tournament) -> dict[int, Any]:
    """The sides at each table of the last round; empty where no round is left."""
    return {
        each["table"]: each["sides"]
        for last in (tournament.document.get("rounds") or [])[-1:]
        for each in last["tables"]
    }


def close_tables(tournament: Tournament, number: int, tables: Sequence[int] | None = None) -> None:
    """Part the matches of a round, or of these tables of it, from the tournament. They stay matches of the club."""
    ended = update(TournamentTable).where(*_standing(tournament, number)).values(ended_at=now())
    db.session.execute(ended if tables is None else ended.where(TournamentTable.number.in_(tables)))


def _standing(tournament: Tournament, number: int) -> tuple[ColumnElement[bool], ...]:
    return (
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.ended_at.is_(None),
    )


def tables_of(tournament: Tournament, number: int) -> dict[int, tuple[TournamentTable, Sitting]]:
    """The tables of a round that have a match, by number, each with its sitting."""
    found = select(TournamentTable, Sitting).join(Sitting, Sitting.id == TournamentTable.sitting_id)
    rows = db.session.execute(found.where(*_standing(tournament, number)))
    return {row.TournamentTable.number: (row.TournamentTable, row.Sitting) for row in rows}


def table_of(sitting: Sitting) -> tuple[Tournament, TournamentTable] | None:
    """The tournament that a sitting belongs to, and its table there, also one that has ended."""
    found = select(Tournament, TournamentTable).join(TournamentTable, TournamentTable.tournament_id == Tournament.id)
    row = db.session.execute(found.where(TournamentTable.sitting_id == sitting.id)).first()
    return (row.Tournament, row.TournamentTable) if row else None
