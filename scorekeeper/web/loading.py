"""Loads the rows that a URL names, a club with the visitor’s role in it and rows of the club, or aborts the request.

A view of a club is decorated with `of_club` and begins with its own subject.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, overload

from flask import abort, redirect, request, session, url_for
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Forbidden

from scorekeeper import ledger
from scorekeeper.clubs import accounts, approval, log, roster, signing_in
from scorekeeper.games.engine.base import N_
from scorekeeper.store.club_models import Account, Club, Player
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.confirming import require_confirmed
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.links import Access
from scorekeeper.web.visitors import signed_in


class NotWithThisRole(Forbidden):
    """403: the member's role is too low."""

    error_text = ErrorText(
        N_("You don’t have permission to do this"), N_("Your role in the club doesn’t allow this. Ask a club owner.")
    )


class Visit(NamedTuple):
    """A request's club, and the logged-in account with its role there."""

    club: Club
    account: Account
    role: str
    is_arbiter: bool

    @property
    def may_score(self) -> bool:
        """True if the member may open tables and edit the roster."""
        return accounts.is_at_least(self.role, "scorer")

    @property
    def owns(self) -> bool:
        """True if the member is an owner."""
        return self.role == "owner"

    def note(self, kind: str, **about: object) -> None:
        """Adds a line by this account to the club's log."""
        log.note(self.club, self.account.name, kind, **about)


ARBITER = "arbiter"


def load_club(slug: str, role: str = "member", *, confirmed: bool = False) -> Visit:
    """Returns the club and the logged-in account with its role there; without one redirects to the log-in page.

    404 if the account does not belong to the club, 403 if its role is lower than `role`; an “arbiter” is a scorer who
    may approve results. With `confirmed`, the password must have been confirmed recently; otherwise the response is the
    page for confirming it.
    """
    account = signed_in()
    if account is None:
        address = request.script_root + request.full_path.rstrip("?")
        back = address if request.method == "GET" else url_for("club.show", club=slug)
        abort(redirect(url_for("sign_in.log_in", next=back), code=303))
    club = accounts.find_club(slug)
    member = accounts.membership(club, account) if club else None
    if club is None or member is None:
        abort(404)
    is_arbiter = approval.is_arbiter(member)
    if not (is_arbiter if role == ARBITER else accounts.is_at_least(member.role, role)):
        raise NotWithThisRole
    if confirmed:
        require_confirmed()
    return Visit(club, account, member.role, is_arbiter)


def load_for_export(slug: str, file: str, role: str = "member") -> Visit:
    """Returns the club like `load_club` with a confirmed password; adds the export to the club's log."""
    visit = load_club(slug, role)
    note_export(visit, file)
    return visit


def note_export(visit: Visit, file: str) -> None:
    """Adds an export to the club's log; aborts if the password must be confirmed first."""
    require_confirmed()
    signing_in.log_event("export", [visit.club], visit.account)
    visit.note("export", file=file)
    try:
        db.session.commit()
    except SQLAlchemyError:  # with a read-only database the export still works
        db.session.rollback()
        db.session.refresh(visit.club)
        db.session.refresh(visit.account)


# How to find what belongs to a club in another way than by its `club_id`.
FINDERS: dict[type, Callable[[Club, int], object | None]] = {Match: approval.find_match, Player: roster.find_player}


def find_of_club(kind: type[Any], club: Club, number: int) -> Any | None:
    """Returns the club's row of this kind with this id, or None."""
    if kind in FINDERS:
        return FINDERS[kind](club, number)
    row = db.session.get(kind, number)
    return row if row is not None and row.club_id == club.id else None


Row = TypeVar("Row")
Address = ParamSpec("Address")
Answer = TypeVar("Answer")


@overload
def of_club(
    role: str = ..., *, confirmed: bool = ...
) -> Callable[[Callable[Concatenate[Visit, Address], Answer]], Callable[..., Answer]]: ...


@overload
def of_club(
    role: str, kind: type[Row], *, confirmed: bool = ...
) -> Callable[[Callable[Concatenate[Visit, Row, Address], Answer]], Callable[..., Answer]]: ...


def of_club(role: str = "member", kind: type | None = None, *, confirmed: bool = False) -> Any:
    """Decorates a view of a club: the view gets the `Visit`, then the club's row of the type `kind`, if one is given.

    The row is found by `number` in the address; 404 if the club has none. Other parts of the address are passed as
    keyword arguments. `role` and `confirmed` as in `load_club`.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def answer(club: str, **address: Any) -> Any:
            visit = load_club(club, role, confirmed=confirmed)
            if kind is None:
                return view(visit, **address)
            row = find_of_club(kind, visit.club, address.pop("number")) or abort(404)
            return view(visit, row, **address)

        return answer

    return decorate


ADDRESS = "/s/<token>/m/<int(max=100000):number>"


def load_match(token: str, number: int, write: bool = False) -> tuple[Access, Match]:
    """Returns the link's access and the match with this number; 404 and 403 as in `load_sitting`.

    A match that was scored by older rules is scored again first.
    """
    access, match = links.open_match(token, number) or (None, None)
    if access is None or match is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    if not ledger.needs_no_rescoring(match):  # on the first request after an upgrade
        ledger.rescore(match)
        db.session.commit()
    return access, match


def load_sitting(token: str, write: bool = False) -> Access:
    """Returns the access that the token grants, and remembers its link in the session.

    404 if the token is unknown, incomplete or revoked; 403 if `write` is wanted and the link may only watch.
    """
    access = links.open_link(token)
    if access is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    links.remember(session, access.link)
    return access
