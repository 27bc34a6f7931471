"""A club’s accounts: roles, invitations, reset links, one’s own password and mail address, and a member’s own page."""

from flask import Blueprint, abort, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, approval, home_pages, signing_in
from scorekeeper.clubs.accounts import ROLE_NAMES, ROLES
from scorekeeper.clubs.home_pages import Entered
from scorekeeper.clubs.series import leading_in
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Membership, OneTimeLink, Player, Series
from scorekeeper.store.models import db, now, today
from scorekeeper.web import account_mails, links
from scorekeeper.web.confirming import check_own_password
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.public_address import calendar_address, public_url_for, qr_uri
from scorekeeper.web.saving import Page, aborting, saving, to
from scorekeeper.web.sessions import sign_in
from scorekeeper.web.table_links import renew_links, tables_with_links
from scorekeeper.web.tournament_pages.own_rounds import Played, mine

bp = Blueprint("people", __name__, url_prefix="/c/<club>")

ARBITER = N_("Arbiter")
MEANINGS = {
    "owner": N_("full access, including invitations"),
    "scorer": N_("opens tables, manages players and nights"),
    "member": N_("sees standings, matches and players"),
}
own_page_bp = Blueprint("own_page", __name__, url_prefix="/c/<club>")


@bp.get("/people")
@of_club("owner")
def show(visit: Visit) -> str:
    """All accounts, and the unused one-time links."""
    return _page(visit)


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
@of_club("owner", confirmed=True)
def invite(visit: Visit) -> tuple[str, int]:
    """POST: creates an invitation; the response shows its link, only once."""
    with aborting(400):
        issued, secret = accounts.invite(visit.club, request.form.get("role", ""), request.form.get("label", ""))
    visit.note("invite", who=issued.label or "…", role=issued.role)
    db.session.commit()
    return _page(visit, public_url_for("sign_in.invitation", secret=secret), issued), 201


def _refused(visit: Visit, _form: PlainForm, **_address: int) -> AnyResponse:
    return _back(visit)


@bp.post("/people/<int:account>/reset")
@once
@of_club("owner", confirmed=True)
@saving(_refused)
def reset(visit: Visit, _form: PlainForm, account: int) -> Page:
    """POST: creates a link with which a member sets a new password; the response shows it, only once."""
    member = load_member(visit, account)
    issued, secret = accounts.reset_link(visit.club, member.account)
    visit.note("reset", who=member.account.name)
    return _page(visit, public_url_for("sign_in.reset_form", secret=secret), issued), 201


@bp.post("/people/<int:account>")
@of_club("owner", confirmed=True)
@saving(_refused)
def change(visit: Visit, form: PlainForm, account: int) -> Page:
    """POST: changes a member's role, or removes the member (`role` is `out`).

    A member who loses permissions may still have links to the club's tables: `links` is `end` or `keep`; without it
    the response is a page with this choice.
    """
    member, role = load_member(visit, account), form.raw("role")
    changed = member.account
    kinds, answer = _known_links(member.role, role), form.raw("links")
    if kinds and answer not in ("end", "keep") and (count := tables_with_links(visit.club, kinds)):
        return render_template("clubs/leaving.html", visit=visit, member=member, role=role, tables=count)
    if role == "out":
        visit.note("leave", who=member.account.name)
        accounts.leave(member)
    else:
        accounts.give_role(member, role)
        visit.note("role", who=member.account.name, role=role)
    if kinds and answer == "end":
        renew_links(visit.club, kinds)
        visit.note("table_links")
    db.session.commit()
    if role == "out":
        account_mails.removed(changed, visit.club)
    else:
        account_mails.role_changed(changed, visit.club, ROLE_NAMES[role])
    return _back(visit)


def _known_links(was: str, role: str) -> tuple[str, ...]:
    """Returns the kinds of table links that the member has opened but may not use in the new role."""
    if role == "out":
        return links.MAY
    return ("score",) if role == "member" and was != "member" else ()


@bp.post("/people/<int:account>/arbiter")
@of_club("owner", confirmed=True)
@saving(_refused)
def arbiter(visit: Visit, form: PlainForm, account: int) -> Page:
    """POST: makes a scorer an arbiter (`arbiter` is 1) or no longer one; redirects."""
    member, on = load_member(visit, account), form.text("arbiter") == "1"
    approval.make_arbiter(member, arbiter=on)
    visit.note("arbiter" if on else "no_arbiter", who=member.account.name)
    db.session.commit()
    account_mails.role_changed(member.account, visit.club, ARBITER if on else ROLE_NAMES[member.role])
    return _back(visit)


@bp.post("/people/links/<int:number>/end")
@of_club("owner")
def end(visit: Visit, number: int) -> AnyResponse:
    """POST: revokes an unused one-time link; redirects."""
    one_time_link = next((link for link in accounts.unused_links(visit.club) if link.id == number), None) or abort(404)
    one_time_link.used_at = now()
    visit.note("end", who=one_time_link.label or "…")
    db.session.commit()
    flash(_("Link revoked."))
    return _back(visit)


@bp.get("/password")
@of_club()
def own_password(visit: Visit) -> str:
    """The form for changing one's own password, and the mail address if there is a mail server."""
    return _password_page(visit, PlainForm())


def _password_page(visit: Visit, form: PlainForm) -> str:
    return render_template("clubs/password.html", visit=visit, form=form, by_mail=mail.is_on())


@bp.post("/password")
@of_club()
@saving(_password_page)
def change_password(visit: Visit, form: PlainForm) -> Page:
    """POST: changes the password after checking the old one; ends all other sessions of the account."""
    check_own_password(visit.account, form.raw("old"), "old")
    accounts.set_password(visit.account, form.raw("password"))
    sign_in(visit.account)
    signing_in.note(visit.account, "password")
    db.session.commit()
    account_mails.password_changed(visit.account)
    flash(_("Password changed."))
    return to("club.show", club=visit.club.slug)


@bp.post("/address")
@of_club()
@saving(_password_page)
def set_address(visit: Visit, form: PlainForm) -> Page:
    """POST: sets the mail address for password resets; needs the current password."""
    before = signing_in.address_of(visit.account)
    check_own_password(visit.account, form.raw("known"), "known")
    signing_in.set_address(visit.account, form.text("email"))
    signing_in.note(visit.account, "address")
    db.session.commit()
    account_mails.address_changed(visit.account, before)
    flash(_("E-mail address saved.") if visit.account.email else _("E-mail address removed."))
    return to("people.own_password", club=visit.club.slug)


def load_member(visit: Visit, account: int) -> Membership:
    """Returns the club's member with this account id; 404 if there is none."""
    membership = next((member for member in accounts.members(visit.club) if member.account_id == account), None)
    return membership or abort(404)


def _back(visit: Visit) -> AnyResponse:
    return to("people.show", club=visit.club.slug)


@own_page_bp.get("/me", endpoint="show")
@of_club()
def show_own_page(visit: Visit) -> str:
    """The page of the member who is logged in."""
    day = today()
    player = home_pages.player_of(visit.club, visit.account)
    entered = home_pages.entered(visit.club, player, day) if player else []
    own = {("tournament", entry.tournament.id) for entry in entered}
    return render_template(
        "clubs/me.html",
        visit=visit,
        player=player,
        today=day,
        tonight=home_pages.table_tonight(visit.club, player, day) if player else None,
        entered=[(entry, _now(entry)) for entry in entered],
        places=home_pages.places(visit.club, player) if player else [],
        championships=_championships(visit, player, day.year) if player else [],
        coming=[event for event in home_pages.coming(visit.club, day, None) if (event.kind, event.number) not in own],
        calendar=calendar_address(visit.club),
    )


def _championships(visit: Visit, player: Player, year: int) -> list[tuple[Series, int, int]]:
    """Returns the championships of a year in which the player has a place, with the place and of how many."""
    leading = [(each, each.place_of(player.name)) for each in leading_in(visit.club, year)]
    return [(each.series, place, len(each.lines)) for each, place in leading if place]


def _now(entry: Entered) -> Played | None:
    """Returns the entrant's table in the round published last; None without one."""
    summary = load_summary(entry.tournament.id)
    own = mine(snapshot(summary), entry.entrant) if summary else None
    return own.current if own else None


@own_page_bp.post("/people/<int:account>/player")
@of_club("owner")
@saving(_refused)
def link(visit: Visit, form: PlainForm, account: int) -> Page:
    """POST: links the account to the player named in `player`, or to none; redirects to the accounts."""
    member, name = load_member(visit, account), form.text("player")
    home_pages.set_player(member, name)
    visit.note("linked" if name else "unlinked", who=member.account.name, player=name)
    flash(_("Saved."))
    return _back(visit)
