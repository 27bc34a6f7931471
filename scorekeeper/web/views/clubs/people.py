"""A club's accounts: roles, invitations, password reset links, changing one's own password, and a member's own page."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, approval, home_pages, log, signing_in
from scorekeeper.clubs.accounts import ROLES
from scorekeeper.clubs.home_pages import Entered
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Membership, OneTimeLink
from scorekeeper.store.models import db, now, today
from scorekeeper.web import links
from scorekeeper.web.forms import PlainForm, first_problem
from scorekeeper.web.once import once
from scorekeeper.web.public_address import calendar_address, public_url_for, qr_uri
from scorekeeper.web.views.clubs import sign_in as sign_in_views
from scorekeeper.web.views.clubs.club import renew_links, tables_with_links
from scorekeeper.web.views.clubs.club_access import Visit, check_own_password, load_club, sign_in
from scorekeeper.web.views.tournaments.players_page import Played, mine

bp = Blueprint("people", __name__, url_prefix="/c/<club>")

ROLE_NAMES = {"owner": N_("Owner"), "scorer": N_("Scorer"), "member": N_("Member")}
ARBITER = N_("Arbiter")
MEANINGS = {
    "owner": N_("full access, including invitations"),
    "scorer": N_("opens tables, manages players and nights"),
    "member": N_("sees standings, matches and players"),
}
own_page_bp = Blueprint("own_page", __name__, url_prefix="/c/<club>")


@bp.get("/people")
def show(club: str) -> str:
    """All accounts, and the unused one-time links."""
    return _page(load_club(club, "owner"))


def _page(visit: Visit, address: str = "", issued: OneTimeLink | None = None) -> str:
    return render_template(
        "clubs/people.html",
        visit=visit,
        members=accounts.members(visit.club),
        players=home_pages.players_of_members(visit.club),
        names=home_pages.names_to_offer(visit.club),
        waiting=accounts.unused_links(visit.club),
        role_names=ROLE_NAMES,
        meanings=MEANINGS,
        roles=ROLES,
        address=address,
        code=qr_uri(address) if address else "",
        issued=issued,
    )


@bp.post("/people/invite")
@once
def invite(club: str) -> tuple[str, int]:
    """POST: creates an invitation; the response shows its link, only once."""
    visit = load_club(club, "owner", confirmed=True)
    try:
        issued, secret = accounts.invite(visit.club, request.form.get("role", ""), request.form.get("label", ""))
    except Refusal:
        abort(400)
    _note(visit, "invite", who=issued.label or "…", role=issued.role)
    db.session.commit()
    return _page(visit, public_url_for("sign_in.invitation", secret=secret), issued), 201


@bp.post("/people/<int:account>/reset")
@once
def reset(club: str, account: int) -> AnyResponse | tuple[str, int]:
    """POST: creates a link with which a member sets a new password; the response shows it, only once."""
    visit = load_club(club, "owner", confirmed=True)
    member = load_member(visit, account)
    try:
        issued, secret = accounts.reset_link(visit.club, member.account)
    except Refusal as refusal:
        flash(first_problem(refusal), "error")
        return _back(visit)
    _note(visit, "reset", who=member.account.name)
    db.session.commit()
    return _page(visit, public_url_for("sign_in.reset_form", secret=secret), issued), 201


@bp.post("/people/<int:account>")
def change(club: str, account: int) -> AnyResponse | str:
    """POST: changes a member's role, or removes the member (`role` is `out`).

    A member who loses permissions may still have links to the club's tables: `links` is `end` or `keep`; without it
    the response is a page with this choice.
    """
    visit = load_club(club, "owner", confirmed=True)
    member, role = load_member(visit, account), request.form.get("role", "")
    changed = member.account
    kinds, answer = _known_links(member.role, role), request.form.get("links")
    if kinds and answer not in ("end", "keep") and (count := tables_with_links(visit.club, kinds)):
        return render_template("clubs/leaving.html", visit=visit, member=member, role=role, tables=count)
    try:
        if role == "out":
            _note(visit, "leave", who=member.account.name)
            accounts.leave(member)
        else:
            accounts.give_role(member, role)
            _note(visit, "role", who=member.account.name, role=role)
        if kinds and answer == "end":
            renew_links(visit.club, kinds)
            _note(visit, "table_links")
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
        return _back(visit)
    if role == "out":
        sign_in_views.removed(changed, visit.club)
    else:
        sign_in_views.role_changed(changed, visit.club, ROLE_NAMES[role])
    return _back(visit)


def _known_links(was: str, role: str) -> tuple[str, ...]:
    """Returns the kinds of table links that the member has opened but may not use in the new role."""
    if role == "out":
        return links.MAY
    return ("score",) if role == "member" and was != "member" else ()


@bp.post("/people/<int:account>/arbiter")
def arbiter(club: str, account: int) -> AnyResponse:
    """POST: makes a scorer an arbiter (`arbiter` is 1) or no longer one; redirects."""
    visit = load_club(club, "owner", confirmed=True)
    member, on = load_member(visit, account), request.form.get("arbiter") == "1"
    try:
        approval.make_arbiter(member, arbiter=on)
    except Refusal as refusal:
        flash(first_problem(refusal), "error")
        return _back(visit)
    _note(visit, "arbiter" if on else "no_arbiter", who=member.account.name)
    db.session.commit()
    sign_in_views.role_changed(member.account, visit.club, ARBITER if on else ROLE_NAMES[member.role])
    return _back(visit)


@bp.post("/people/links/<int:number>/end")
def end(club: str, number: int) -> AnyResponse:
    """POST: revokes an unused one-time link; redirects."""
    visit = load_club(club, "owner")
    one_time_link = next((link for link in accounts.unused_links(visit.club) if link.id == number), None) or abort(404)
    one_time_link.used_at = now()
    _note(visit, "end", who=one_time_link.label or "…")
    db.session.commit()
    flash(_("Link revoked."))
    return _back(visit)


@bp.get("/password")
def own_password(club: str) -> str:
    """The form for changing one's own password, and the mail address if there is a mail server."""
    return render_template(
        "clubs/password.html", visit=load_club(club), form=PlainForm(), by_mail=sign_in_views.mail_is_configured()
    )


@bp.post("/password")
def change_password(club: str) -> AnyResponse | tuple[str, int]:
    """POST: changes the password after checking the old one; ends all other sessions of the account."""
    visit, form = load_club(club), PlainForm(request.form)
    try:
        check_own_password(visit.account, form.raw("old"), "old")
        accounts.set_password(visit.account, form.raw("password"))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return render_template(
            "clubs/password.html", visit=visit, form=form, by_mail=sign_in_views.mail_is_configured()
        ), 422
    sign_in(visit.account)
    signing_in.note(visit.account, "password")
    db.session.commit()
    sign_in_views.password_changed(visit.account)
    flash(_("Password changed."))
    return redirect(url_for("club.show", club=visit.club.slug), code=303)


def _note(visit: Visit, kind: str, **about: object) -> None:
    log.note(visit.club, visit.account.name, kind, **about)


def load_member(visit: Visit, account: int) -> Membership:
    """Returns the club's member with this account id; 404 if there is none."""
    membership = next((member for member in accounts.members(visit.club) if member.account_id == account), None)
    return membership or abort(404)


def _back(visit: Visit) -> AnyResponse:
    return redirect(url_for("people.show", club=visit.club.slug), code=303)


@own_page_bp.get("/me", endpoint="show")
def show_own_page(club: str) -> str:
    """The page of the member who is logged in."""
    visit, day = load_club(club), today()
    player = home_pages.player_of(visit.club, visit.account)
    entered = home_pages.entered(visit.club, player, day) if player else []
    own = {("tournament", entry.tournament.id) for entry in entered}
    return render_template(
        "clubs/me.html",
        visit=visit,
        player=player,
        tonight=home_pages.table_tonight(visit.club, player, day) if player else None,
        entered=[(entry, _now(entry)) for entry in entered],
        places=home_pages.places(visit.club, player) if player else [],
        coming=[event for event in home_pages.coming(visit.club, day, None) if (event.kind, event.number) not in own],
        calendar=calendar_address(visit.club),
    )


def _now(entry: Entered) -> Played | None:
    """Returns the entrant's table in the round published last; None without one."""
    summary = load_summary(entry.tournament.id)
    own = mine(snapshot(summary), entry.entrant) if summary else None
    return own.current if own else None


@own_page_bp.post("/people/<int:account>/player")
def link(club: str, account: int) -> AnyResponse:
    """POST: links the account to the player named in `player`, or to none; redirects to the accounts."""
    visit = load_club(club, "owner")
    member, name = load_member(visit, account), request.form.get("player", "").strip()
    try:
        home_pages.set_player(member, name)
        log.note(visit.club, visit.account.name, "linked" if name else "unlinked", who=member.account.name, player=name)
        db.session.commit()
        flash(_("Saved."))
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(url_for("people.show", club=visit.club.slug), code=303)
