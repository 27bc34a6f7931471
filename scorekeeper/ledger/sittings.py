"""Opens sittings (evenings at one table), describes and removes them, and starts their matches."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from scorekeeper import rules_version
from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.games.engine.play import rematch_head
from scorekeeper.ledger.approval import check_open
from scorekeeper.ledger.confirming import with_clock
from scorekeeper.ledger.log import LONGEST_ACTOR, Write, tidy, tidy_key
from scorekeeper.ledger.rows import MatchRows, insert_matches, rows_from_hands
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Link, Match, Sitting, Stake, db, now

LONGEST = 80
MOST_MATCHES = 500  # of a sitting; its page adds all of them up
SERIES = (3, 5, 7)  # allowed values of best_of: the side with most of these matches wins the evening


def open_sitting(name: str = "", place: str = "", key: str = "") -> Sitting:
    """Opens an evening at one table; returns the earlier one if a `key` (not empty) is repeated."""
    key = tidy_key(key)
    take_turn(db.session)
    earlier = db.session.scalar(select(Sitting).where(Sitting.key == key))
    if earlier:
        return earlier
    sitting = Sitting(name=_tidy(name), place=_tidy(place), key=key)
    try:
        with db.session.begin_nested():
            db.session.add(sitting)
    except IntegrityError:  # on PostgreSQL: another request with this key has committed first
        return db.session.scalars(select(Sitting).where(Sitting.key == key)).one()
    return sitting


def open_sittings(names: Sequence[str], place: str, best_of: int) -> list[Sitting]:
    """Opens an evening at each of several tables, one per name, in a single INSERT."""
    take_turn(db.session)
    sittings = [
        Sitting(name=_tidy(name), place=_tidy(place), key=tidy_key(""), best_of=_series(best_of)) for name in names
    ]
    db.session.add_all(sittings)
    db.session.flush()
    return sittings


def has_opened(key: str) -> bool:
    """True if a sitting was opened with this key."""
    return bool(key) and db.session.scalar(select(Sitting.id).where(Sitting.key == tidy_key(key))) is not None


def describe_sitting(sitting: Sitting, name: str, place: str, best_of: int) -> None:
    """Sets the sitting's name and place (may be empty) and `best_of`: one of SERIES, other values mean 0.

    Raises Refusal if a match of the sitting is approved.
    """
    check_open(sitting)
    sitting.name = _tidy(name)
    sitting.place = _tidy(place)
    sitting.best_of = _series(best_of)


def _series(best_of: int) -> int:
    return best_of if best_of in SERIES else 0


def remove_empty_sitting(sitting: Sitting) -> None:
    """Deletes a sitting without matches, with its links and stake. Raises ValueError if it has matches."""
    if db.session.scalar(select(Match.id).where(Match.sitting_id == sitting.id).limit(1)) is not None:
        raise ValueError("matches were played in this sitting")
    for kind in (Stake, Link):
        db.session.execute(delete(kind).where(kind.sitting_id == sitting.id))
    db.session.execute(delete(Sitting).where(Sitting.id == sitting.id))


def _tidy(text: str) -> str:
    """Returns the text on one line, cut to LONGEST characters."""
    return tidy(text)[:LONGEST]


def start_match(sitting: Sitting, head: dict[str, Any], *, actor: str, key: str) -> Match:
    """Starts the next match of a sitting. `head` is a match document; its hands are ignored.

    A repeated key returns the match started with it. Raises Refusal with all problems of the head, or if the sitting
    has MOST_MATCHES matches.
    """
    key = tidy_key(key)
    setup = rules.begin(head)
    setup = {**setup, "about": with_clock(setup["about"])}
    session = session_of(sitting)
    take_turn(session)
    session.execute(select(Sitting.id).where(Sitting.id == sitting.id).with_for_update())
    earlier = session.scalar(select(Match).where(Match.sitting_id == sitting.id, Match.key == key))
    if earlier:
        return earlier
    newest = session.scalar(select(func.max(Match.number)).where(Match.sitting_id == sitting.id)) or 0
    if newest >= MOST_MATCHES:
        raise refuse(None, None, N_("A table has at most {most} matches: open a new table"), most=MOST_MATCHES)
    match = Match(
        sitting=sitting,
        number=newest + 1,
        key=key,
        setup=setup,
        table=rules.first_table(setup),
        version=0,
        rules=rules_version.digest(setup["game"]),
    )
    session.add(match)
    save(match, Write(actor, key), lambda _match: history.change_of("start", {}, {}))
    return match


def start_matches(starts: Sequence[tuple[Sitting, dict[str, Any], str]], *, actor: str) -> list[Match]:
    """Starts matches in several new sittings, in few statements. Each item is `(sitting, head, key)`.

    Raises Refusal with all problems of the first bad head.
    """
    rows = [_new_rows(*start, actor) for start in starts]
    return insert_matches(db.session, rows)


def _new_rows(sitting: Sitting, head: dict[str, Any], key: str, actor: str) -> MatchRows:
    """Returns the rows of a started match, the same as `start_match` stores."""
    clocked = {**head, "about": with_clock(head.get("about") or {})}
    rows = rows_from_hands(clocked, [], [now()], actor=actor.strip()[:LONGEST_ACTOR], key=tidy_key(key))
    rows.match.sitting_id, rows.match.imported = sitting.id, 0
    return rows


def rematch(match: Match, *, actor: str, key: str) -> Match:
    """Starts a match with the same setup; the first dealer is the next player in turn."""
    return start_match(match.sitting, rematch_head(match.setup), actor=actor, key=key)
