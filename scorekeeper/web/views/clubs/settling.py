"""Ratings that are owed are worked out behind the pages that show them: a little at a time, so that others write."""

import threading
import time

from flask import Flask, current_app

from scorekeeper.clubs import results
from scorekeeper.store.models import db

PAUSE = 0.05  # seconds in which others may write

_busy: dict[tuple[str, int], threading.Thread] = {}
_lock = threading.Lock()


def settle_soon(club: int) -> bool:
    """Whether ratings of the club are owed; then they are being worked out from now on."""
    if not results.owes(db.session, club):
        return False
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    place = (str(app.config["DATABASE_URL"]), club)
    with _lock:
        if place not in _busy:
            _busy[place] = threading.Thread(target=_settle, args=(app, place), daemon=True)
            _busy[place].start()
    return True


def wait_until_settled() -> None:
    """Until nothing is worked out any more."""
    for thread in list(_busy.values()):
        thread.join()


def _settle(app: Flask, place: tuple[str, int]) -> None:
    try:
        owed = True
        while owed:
            with app.app_context():
                results.wait_for(db.session, place[1])
                owed = results.settle(db.session, place[1])
                db.session.commit()
            time.sleep(PAUSE)
    except Exception:
        app.logger.exception("ratings of club %s", place[1])  # they stay owed, and the next page tries again
    finally:
        with _lock:
            del _busy[place]
