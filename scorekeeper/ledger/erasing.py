"""Erases the names of a person from matches and their logs; scores do not change.

This is the only code that changes existing log lines, and it changes only names in them. The replacement is a name
that no other player at the table has, so every hand still scores the same.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from sqlalchemy import Text, cast, select, update
from sqlalchemy.orm import Session

from scorekeeper.games.card.words import relabelled
from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Entry, Field, Setup, Way
from scorekeeper.games.engine.game import find_game, game_of
from scorekeeper.ledger.log import Write
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.seating import renamed
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Change, Hand, Match

AT_ONCE = 50  # matches
DEEPEST = 50  # levels of nested lists and objects; entries of games have far fewer
IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"')
STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
Seats = dict[str, str]  # the replacement of each name


def seats_of(session: Session, sittings: Sequence[int]) -> set[str]:
    """Returns all current and former seat names in these sittings, even if no hand was played under them."""
    seats: set[str] = set()
    for setup in session.scalars(select(Match.setup).where(Match.sitting_id.in_(sittings))):
        seats.update(setup["seats"], *(names["seats"] for names in setup.get("former", [])))
    renamings = select(Change.before).join(Match, Match.id == Change.match_id)
    for before in session.scalars(renamings.where(Match.sitting_id.in_(sittings), Change.kind == "seat")):
        seats.update(before["setup"]["seats"])
    return seats


def renamed_seats(session: Session, sittings: Sequence[int]) -> set[str]:
    """Returns all seat names in the log of these sittings' renamings.

    A name that was changed before the first hand, or whose renaming was undone, is in no setup.
    """
    lines = select(Change.before, Change.after).join(Match, Match.id == Change.match_id)
    seats: set[str] = set()
    for facts in session.execute(lines.where(Match.sitting_id.in_(sittings), Change.kind == "seat")):
        seats.update(*(part["setup"]["seats"] for part in facts))
    return seats


def erase(session: Session, sittings: Sequence[int], names: Names) -> int:
    """Erases the names from the matches of these sittings and their logs; returns the number of matches changed.

    The caller commits.
    """
    take_turn(session)
    changed = 0
    match_ids = session.scalars(select(Match.id).where(Match.sitting_id.in_(sittings)).order_by(Match.id)).all()
    for start in range(0, len(match_ids), AT_ONCE):
        batch = match_ids[start : start + AT_ONCE]
        _empty_too_deep_entries(session, batch)
        query = select(Match).where(Match.id.in_(batch)).order_by(Match.id)
        for match in session.scalars(query.with_for_update(of=Match).execution_options(populate_existing=True)):
            changed += _erase_in(session, match, names)
        session.flush()
        for row in list(session.identity_map.values()):
            if isinstance(row, (Hand, Change, Match)):
                session.expunge(row)
    return changed


def _empty_too_deep_entries(session: Session, matches: Sequence[int]) -> None:
    """Empties discarded offline entries nested deeper than DEEPEST, which Python may be unable to parse."""
    text = cast(Change.after, Text)
    declined = select(Change.match_id, Change.number, text.label("after"))
    declined = declined.where(Change.match_id.in_(matches), Change.kind == "decline")
    for row in session.execute(declined).all():
        if depth_of(row.after) > DEEPEST:
            line = update(Change).where(Change.match_id == row.match_id, Change.number == row.number)
            session.execute(line.values(after={"declined": {"kind": "", "entry": {}}}))


def depth_of(json_text: str) -> int:
    """Returns the deepest nesting of lists and objects in a JSON text."""
    return max(accumulate(STEPS.get(sign, 0) for sign in IN_QUOTES.sub("", json_text)), default=0)


def _erase_in(session: Session, match: Match, names: Names) -> bool:
    """Erases the names from one match; returns False, and saves nothing, if it contains none of them."""
    hands = session.scalars(select(Hand).where(Hand.match_id == match.id)).all()
    log = session.scalars(select(Change).where(Change.match_id == match.id)).all()
    match.key = names.mark(match.key)
    setup, seats = _setup(match.setup, names), _seats(match.setup, log, names)
    wrong = [hand for hand in hands if _erase_in_hand(hand, match.setup, names, seats)]
    lines = [change for change in log if _erase_in_line(change, match.setup, names, seats)]
    if setup == match.setup and not wrong and not lines:
        return False
    for hand in wrong:
        hand.version = match.version + 1
    # A new version makes phones and watching pages load the new names.
    save(match, Write(""), lambda _match: history.change_of("erase", {}, {}, setup=setup), although_locked=True)
    return True


def _setup(setup: Setup, names: Names) -> Setup:
    """Returns a setup, or the part of it that a log line stores, with the names replaced."""
    erased: Any = dict(setup)
    for part in ("sides", "seats", "former", "about"):
        if part in setup:
            erased[part] = names.texts(erased[part])
    if "options" in setup:
        erased["options"] = erased_options(setup["game"], setup["options"], names)
    return erased  # type: ignore[no-any-return]  # the shape is the same


def erased_options(game: str, options: dict[str, Any], names: Names) -> dict[str, Any]:
    """Returns the options with the names replaced in texts that players type: names of games, columns, labels of cards.

    Of a game that is no longer installed, all texts count as typed.
    """
    if find_game(game) is None:
        return names.texts(options)  # type: ignore[no-any-return]
    erased, columns = dict(options), _columns(game, options, names)
    for option in _options_of(game, "text", options):
        erased[option["name"]] = names.name(options[option["name"]])[: option["longest"]]
    for option in _options_of(game, "factors", options):
        rows = options[option["name"]]
        erased[option["name"]] = [{**column, "name": columns[column["name"]]} for column in rows]
    for option in _options_of(game, "card", options):
        erased[option["name"]] = relabelled(options[option["name"]], names.name)
    return erased


def _options_of(game: str, kind: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the game's options of this kind that have a value."""
    declared = getattr(find_game(game), "options", ())
    return [option for option in declared if option["kind"] == kind and options.get(option["name"])]


def _columns(game: str, options: dict[str, Any], names: Names) -> dict[str, str]:
    """Returns the new name of each column that players named; all stay different, because they are keys of entries."""
    new: dict[str, str] = {}
    for option in _options_of(game, "factors", options):
        for column in options[option["name"]]:
            name = names.name(column["name"])
            while name in new.values():
                name += "_"
            new[column["name"]] = name
    return new


def _seats(setup: Setup, log: Sequence[Change], names: Names) -> Seats:
    """Returns the names to erase at the seats of a match, now or at any time in its log, with their replacement."""
    seats = {*setup["seats"], *(name for former in setup.get("former", []) for name in former["seats"])}
    for change in log:
        if change.kind == "seat":
            seats.update(change.before["setup"]["seats"])
    return {name: names.instead for name in seats if names.has(name)}


def _entry(setup: Setup, entry: Entry, names: Names, seats: Seats) -> Entry:
    """Returns an entry with the names replaced in its player fields, its columns and its note."""
    erased = renamed(setup, entry, seats)
    columns = _columns(setup["game"], setup["options"], names)
    for field in (field for way in game_of(setup).ways for field in way["fields"] if "fields_from" in field):
        if isinstance(counts := erased.get(field["name"]), dict):
            erased[field["name"]] = {columns.get(name, name): count for name, count in counts.items()}
    return {**erased, "note": names.text(erased["note"])} if isinstance(erased.get("note"), str) else erased


def _erase_in_hand(hand: Hand, setup: Setup, names: Names, seats: Seats) -> bool:
    columns = _columns(setup["game"], setup["options"], names)
    after = {
        "entry": _entry(setup, hand.entry, names, seats),
        "dealer": names.name(hand.dealer) if hand.dealer else hand.dealer,
        "lines": [{**line, "params": _params(line["params"], columns, names)} for line in hand.lines],
    }
    return _set(hand, after)


def _params(params: dict[str, Any], columns: Seats, names: Names) -> dict[str, Any]:
    """Returns the parameters of a line with the names replaced; columns get the same names as in the options."""
    named = {name: columns.get(value, value) if isinstance(value, str) else value for name, value in params.items()}
    return names.texts({"params": named})["params"]  # type: ignore[no-any-return]


def _erase_in_line(change: Change, setup: Setup, names: Names, seats: Seats) -> bool:
    after = {
        "before": _facts(change.before, setup, names, seats),
        "after": _facts(change.after, setup, names, seats),
        "actor": names.name(change.actor),
        "reason": names.text(change.reason) if change.reason else change.reason,
        "key": names.mark(change.key),
        "device": names.mark(change.device) if change.device else change.device,
    }
    return _set(change, after)


def _facts(facts: dict[str, Any], setup: Setup, names: Names, seats: Seats) -> dict[str, Any]:
    erased = dict(facts)
    if "setup" in facts:
        erased["setup"] = _setup(facts["setup"], names)
    if "hands" in facts:
        erased["hands"] = {number: _hand(hand, setup, names, seats) for number, hand in facts["hands"].items()}
    if isinstance(facts.get("said"), dict):
        erased["said"] = _hand(facts["said"], setup, names, seats)
    if "refused" in facts:  # a problem, which may contain names
        erased["refused"] = names.texts(facts["refused"])
    if "declined" in facts:  # an entry discarded on a phone
        erased["declined"] = names.texts(facts["declined"], _members(game_of(setup).ways))
    return erased


def _members(described: Sequence[Way | Field]) -> set[str]:
    """Returns the parts of the paths of the fields of these ways or groups of fields, except names of columns."""
    members = {"at", "best", "led"}
    for field in (field for group in described for field in group["fields"]):
        members.add(field["name"])
        members |= {card_class[0] for card_class in field.get("classes", ())}
        members |= _members([field]) if "fields" in field else set()
    return members


def _hand(hand: dict[str, Any] | None, setup: Setup, names: Names, seats: Seats) -> dict[str, Any] | None:
    return None if hand is None else {**hand, "entry": _entry(setup, hand["entry"], names, seats)}


def _set(row: Hand | Change, values: dict[str, Any]) -> bool:
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    return bool(changed)
