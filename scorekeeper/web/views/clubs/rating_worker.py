"""A thread for each club whose ratings have a backlog: works it off in batches, so that other requests can write."""

import threading
import time

from flask import Flask, current_app

from scorekeeper.clubs import results
from scorekeeper.store.models import db

PAUSE = 0.05  # seconds between batches, in which others may write

_threads: dict[tuple[str, int], threading.Thread] = {}
_lock = threading.Lock()


def rate_in_background(club: int) -> bool:
    """Whether the club's ratings have a backlog; if so, a thread is working it off from now on."""
    if not results.has_backlog(db.session, club):
        return False
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    place = (str(app.config["DATABASE_URL"]), club)
    with _lock:
        if place not in _threads:
            _threads[place] = threading.Thread(target=_work, args=(app, place), daemon=True)
            _threads[place].start()
    return True


def wait_until_rated() -> None:
    """Wait for all threads of this process to end."""
    for thread in list(_threads.values()):
        thread.join()


def _work(app: Flask, place: tuple[str, int]) -> None:
    try:
        has_more = True
        while has_more:
            with app.app_context():
                results.lock_results(db.session, place[1])
                has_more = results.rate_backlog(db.session, place[1])
                db.session.commit()
            time.sleep(PAUSE)
    except Exception:
        app.logger.exception("ratings of club %s", place[1])  # the backlog stays for the next request
    finally:
        with _lock:
            del _threads[place]
