"""Access to clubs: by membership and role."""

from typing import NamedTuple

from flask import abort, redirect, request, url_for
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Forbidden

from scorekeeper.clubs import accounts, log, signing_in
from scorekeeper.clubs.approval import is_arbiter
from scorekeeper.games.engine.base import _
from scorekeeper.store.club_models import Account, Club
from scorekeeper.store.models import db
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.views.clubs.confirming import require_confirmed
from scorekeeper.web.views.clubs.signed_in import signed_in


class NotWithThisRole(Forbidden):
    """The member's role does not go that far."""

    error_text = ErrorText(
        _("You don’t have permission to do this"), _("Your role in the club doesn’t allow this. Ask a club owner.")
    )


class Visit(NamedTuple):
    """The signed-in account in one of its clubs."""

    club: Club
    account: Account
    role: str
    is_arbiter: bool

    @property
    def may_score(self) -> bool:
        """Whether they may open tables and keep the roster."""
        return accounts.is_at_least(self.role, "scorer")

    @property
    def owns(self) -> bool:
        """Whether they may do everything."""
        return self.role == "owner"


def load_club(slug: str, role: str = "member", *, confirmed: bool = False) -> Visit:
    """The club for the signed-in account; visitors who are not signed in are redirected to the log-in page.

    Aborts with 404 for accounts that do not belong to the club, as if there were none, and with 403 where the role is
    lower than `role`. Where `confirmed`, the password must have been given a moment ago, else it is asked for.
    """
    account = signed_in()
    if account is None:
        asked = request.script_root + request.full_path.rstrip("?")
        back = asked if request.method == "GET" else url_for("club.show", club=slug)
        abort(redirect(url_for("sign_in.log_in", next=back), code=303))
    club = accounts.find_club(slug)
    member = accounts.membership(club, account) if club else None
    if club is None or member is None:
        abort(404)
    if not accounts.is_at_least(member.role, role):
        raise NotWithThisRole
    if confirmed:
        require_confirmed()
    return Visit(club, account, member.role, is_arbiter(member))


def load_for_export(slug: str, file: str, role: str = "member") -> Visit:
    """The club, for a file that is taken out of it: after the password, and with a line of the club's log."""
    visit = load_club(slug, role, confirmed=True)
    signing_in.tell("export", [visit.club], visit.account)
    log.note(visit.club, visit.account.name, "export", file=file)
    try:
        db.session.commit()
    except SQLAlchemyError:  # a database that only reads: what is in it can still be saved elsewhere
        db.session.rollback()
        db.session.refresh(visit.club)
        db.session.refresh(visit.account)
    return visit
