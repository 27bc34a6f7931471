"""Sittings and the matches that start in them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import object_session

from scorekeeper import rules_version
from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.play import rematch_head
from scorekeeper.ledger.approval import check_open
from scorekeeper.ledger.confirming import with_clock
from scorekeeper.ledger.log import LONGEST_ACTOR, Write, tidy, tidy_key
from scorekeeper.ledger.rows import MatchRows, insert_matches, rows_from_hands
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Link, Match, Sitting, Stake, db, now

LONGEST = 80
SERIES = (3, 5, 7)  # matches that may decide an evening: whoever has won most of them


def open_sitting(name: str = "", place: str = "", key: str = "") -> Sitting:
    """A new evening at one table. The same key again answers the one that it opened; without a key it is always new."""
    key = tidy_key(key)
    take_turn(db.session)
    earlier = db.session.scalar(select(Sitting).where(Sitting.key == key))
    if earlier:
        return earlier
    sitting = Sitting(name=_tidy(name), place=_tidy(place), key=key)
    try:
        with db.session.begin_nested():
            db.session.add(sitting)
    except IntegrityError:  # on PostgreSQL: another request with this key was quicker, and has committed
        return db.session.scalars(select(Sitting).where(Sitting.key == key)).one()
    return sitting


def open_sittings(names: Sequence[str], place: str = "", best_of: int = 0) -> list[Sitting]:
    """New evenings at as many tables as there are names, inserted at once."""
    take_turn(db.session)
    of = best_of if best_of in SERIES else 0
    sittings = [Sitting(name=_tidy(name), place=_tidy(place), key=tidy_key(""), best_of=of) for name in names]
    db.session.add_all(sittings)
    db.session.flush()
    return sittings


def has_opened(key: str) -> bool:
    """Whether this key has opened a sitting."""
    return bool(key) and db.session.scalar(select(Sitting.id).where(Sitting.key == tidy_key(key))) is not None


def describe_sitting(sitting: Sitting, name: str, place: str, best_of: int = 0) -> None:
    """Name the evening and its place, or take the names away; how many matches decide it is one of SERIES, else 0.

    Raises Refusal where a match of it is approved.
    """
    check_open(sitting)
    sitting.name = _tidy(name)
    sitting.place = _tidy(place)
    sitting.best_of = best_of if best_of in SERIES else 0


def remove_empty_sitting(sitting: Sitting) -> None:
    """Remove a sitting in which nothing was played, with its links. Raises ValueError for any other."""
    if db.session.scalar(select(Match.id).where(Match.sitting_id == sitting.id).limit(1)) is not None:
        raise ValueError("matches were played in this sitting")
    for kind in (Stake, Link):
        db.session.execute(delete(kind).where(kind.sitting_id == sitting.id))
    db.session.execute(delete(Sitting).where(Sitting.id == sitting.id))
    db.session.expunge(sitting)


def _tidy(text: str) -> str:
    """Free text that fits its column and a line."""
    return tidy(text)[:LONGEST]


def start_match(sitting: Sitting, head: dict[str, Any], *, actor: str, key: str) -> Match:
    """Start the sitting's next match, with its rules frozen. `head` is a match document, its hands left out.

    The same key again answers the match that it started. Raises Refusal with all problems of the head.
    """
    key = tidy_key(key)
    setup = rules.begin({name: value for name, value in head.items() if name != "hands"})
    setup = {**setup, "about": with_clock(setup["about"])}
    session = object_session(sitting) or db.session
    take_turn(session)
    session.execute(select(Sitting.id).where(Sitting.id == sitting.id).with_for_update())
    earlier = session.scalar(select(Match).where(Match.sitting_id == sitting.id, Match.key == key))
    if earlier:
        return earlier
    newest = session.scalar(select(func.max(Match.number)).where(Match.sitting_id == sitting.id))
    match = Match(
        sitting=sitting,
        number=(newest or 0) + 1,
        key=key,
        setup=setup,
        table=rules.first_table(setup),
        version=0,
        rules=rules_version.digest(setup["game"]),
    )
    session.add(match)
    session.flush()
    save(match, Write(actor, key), lambda _match: history.change_of("start", {}, {}))
    return match


def start_matches(starts: Sequence[tuple[Sitting, dict[str, Any], str]], *, actor: str) -> list[Match]:
    """Start a match in each of many new sittings, inserted at once: a sitting, a head and a key each.

    Raises Refusal with all problems of the first bad head.
    """
    rows = [_started(*each, actor) for each in starts]
    return insert_matches(db.session, rows)


def _started(sitting: Sitting, head: dict[str, Any], key: str, actor: str) -> MatchRows:
    """The rows that `start_match` makes."""
    clocked = {**head, "about": with_clock(head.get("about") or {})}
    rows = rows_from_hands(clocked, [], [now()], actor=actor.strip()[:LONGEST_ACTOR], key=tidy_key(key))
    rows.match.sitting_id, rows.match.imported = sitting.id, 0
    return rows


def rematch(match: Match, *, actor: str, key: str) -> Match:
    """The same match once more, the deal passed on: whoever sat after the first dealer deals first."""
    return start_match(match.sitting, rematch_head(match.setup), actor=actor, key=key)
