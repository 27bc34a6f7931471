"""The public demonstration (`scorekeeper serve --demo`): log-in by one tap, bounds, and an evening that moves.

Its instance folder has a mark, which only that command makes: no setting can open the club of another server. Each tap
makes an account of its own, and nobody can change another's account or delete what all see (SHARED). No mail, webhook
or other request is sent.
"""

import json
import random
import secrets
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Flask, abort, current_app, flash, redirect, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy import func, select
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import bounded_json
from scorekeeper.clubs import accounts
from scorekeeper.clubs.demo import PAUSES, Evening
from scorekeeper.i18n import _, format_clock
from scorekeeper.store.club_models import Account, Club, Membership, Player
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import db
from scorekeeper.web.error_pages import EXPIRED_FORM, error_answer, wants_json
from scorekeeper.web.public_address import own_path
from scorekeeper.web.rate_limits import TRIES, limiter, quotas
from scorekeeper.web.saving import to
from scorekeeper.web.sessions import sign_in
from scorekeeper.web.table_links import make_links_of
from scorekeeper.web.visitors import signed_in, this_session, visitor_household, visitor_network

bp = Blueprint("demonstration", __name__)

MARK = "demonstration.json"  # in the instance folder
SETTINGS = {  # regardless of the environment
    "SMTP_HOST": "",
    "WEBHOOKS": False,
    "RATELIMIT_STORAGE_URI": "memory://",
    "STARTS": "everyone",
}
# Of a network; counted in the process's memory, and so from the start every hour.
BOUNDS = {"TABLES_A_DAY": 30, "MATCHES_A_DAY": 100, "MEGABYTES_A_DAY": 10}
FORMS_A_DAY = 5_000  # with an account or without


# What would end the demonstration for its other visitors until the hour.
SHARED = {
    "people.reset", "people.change", "people.arbiter", "own_page.link", "nights.delete", "tournaments.delete",
    "series.delete", "players.delete", "players.erase", "players.merge", "roster_lists.take_back",
    "club_settings.change", "club_settings.save_logo", "import_export.import_file",
}  # fmt: skip


class Demonstration(NamedTuple):
    """A demonstration: the time of its deletion, and the random seed of its matches."""

    ends_at: datetime
    seed: int

    @property
    def clock(self) -> str:
        """The time of day at which it ends, in the server's time zone, for the visitor's region."""
        return format_clock(self.ends_at)


def mark(folder: Path, ends_at: datetime, seed: int) -> None:
    """Makes the instance in this folder a demonstration."""
    (folder / MARK).write_text(json.dumps({"ends_at": ends_at.isoformat(), "seed": seed}), encoding="utf-8")


def _demonstration_in(folder: Path) -> Demonstration | None:
    try:
        stored = bounded_json.read((folder / MARK).read_bytes())
    except FileNotFoundError:
        return None
    return Demonstration(datetime.fromisoformat(stored["ends_at"]), stored["seed"])


def init_app(app: Flask) -> None:
    """Reads the mark, and adds `demonstration` to the template globals: None on every other server."""
    found = app.jinja_env.globals["demonstration"] = _demonstration_in(Path(app.instance_path))
    app.config["DEMONSTRATION"] = found
    if found is None:
        return
    app.config |= SETTINGS
    app.config |= {name: min(app.config[name] or most, most) for name, most in BOUNDS.items()}
    app.before_request(_limit_forms)
    app.before_request(_keep_what_is_shared)
    app.register_error_handler(CSRFError, _ask_to_log_in)


def _limit_forms() -> None:
    """Raises 429 for a network that has sent FORMS_A_DAY forms."""
    counted = quotas()
    if request.method == "POST" and counted:
        wait = counted.take("demonstration", visitor_network(), FORMS_A_DAY)
        if wait:
            raise TooManyRequests(retry_after=wait)


def _keep_what_is_shared() -> AnyResponse | None:
    """Redirects a form of SHARED to the club's page, which explains why it is off."""
    if request.method != "POST" or request.endpoint not in SHARED:
        return None
    flash(_("This is off in the demonstration, because everybody here uses the same club."), "error")
    return to("sign_in.enter")


def _ask_to_log_in(error: CSRFError) -> AnyResponse:
    """Redirects a form of the hour before to the log-in page."""
    if wants_json():
        answer = error_answer(_(EXPIRED_FORM.text))
        answer.status_code = error.code
        return answer
    flash(_("The demonstration has begun again. Log in once more."))
    return to("sign_in.log_in")


@bp.post("/demonstration")
@limiter.limit(TRIES, key_func=visitor_household)
def log_in() -> AnyResponse:
    """POST: logs in as a new member with this `role`, without a password; 404 on every other server."""
    role = request.form.get("role", "")
    if current_app.config["DEMONSTRATION"] is None or role not in accounts.ROLES:
        abort(404)
    club, account = _club(), signed_in()
    member = accounts.membership(club, account) if account else None
    if member is None or member.role != role:
        sign_in(_new_visitor(club, role))
    session_row = this_session()
    assert session_row is not None  # noqa: S101 (it has just begun)
    session_row.confirmed_at = current_app.config["DEMONSTRATION"].ends_at  # there is no password to confirm
    db.session.commit()
    return redirect(own_path(request.form.get("next", "")) or url_for("club.show", club=club.slug), code=303)


def _club() -> Club:
    """Returns the club of the demonstration, which is the first one."""
    return db.session.scalars(select(Club).order_by(Club.id).limit(1)).one()


def _new_visitor(club: Club, role: str) -> Account:
    """Returns a new account that no password opens, with this role and the next free entry of the roster."""
    take_turn(db.session)
    number = (db.session.scalar(select(func.max(Account.id))) or 0) + 1
    login = f"visitor-{secrets.token_hex(8)}"
    account = Account(login=login, name=_("Visitor %(number)s", number=number), password="")
    linked = select(Membership.player_id).where(Membership.player_id.is_not(None))
    free = select(Player.id).where(Player.club_id == club.id, Player.active, Player.id.not_in(linked))
    player = db.session.scalars(free.order_by(Player.id.desc())).first()
    db.session.add(Membership(club=club, account=account, role=role, arbiter=role != "member", player_id=player))
    db.session.flush()
    return account


def keep_moving(app: Flask) -> None:
    """Starts the thread that moves a demonstration's evening; does nothing on every other server."""
    if app.config["DEMONSTRATION"] is not None:
        threading.Thread(target=_move, args=(app,), name="evening", daemon=True).start()


def _move(app: Flask) -> None:
    chance, evening = random.Random(app.config["DEMONSTRATION"].seed), None  # noqa: S311 (hands of cards)
    while True:
        time.sleep(chance.uniform(*PAUSES))
        with app.app_context():
            try:
                evening = evening or Evening(_club().id, chance, make_links_of)
                evening.move()
            except Exception as failure:  # e.g. a visitor's change conflicts with this step; the next one follows
                app.logger.info("demonstration: %s", type(failure).__name__)
                db.session.rollback()
