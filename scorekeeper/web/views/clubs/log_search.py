"""The club's log as a page with filters and as CSV, and the security log for owners."""

from collections.abc import Iterator
from datetime import date
from itertools import islice

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting, log, signing_in
from scorekeeper.clubs.accounts import ROLE_NAMES
from scorekeeper.clubs.log import KINDS as ACTS
from scorekeeper.clubs.log import OF_ACCOUNTS, Line, LogFilter
from scorekeeper.games.engine.base import N_, Setup
from scorekeeper.i18n import _, called, format_date, say
from scorekeeper.i18n.languages import csv_line
from scorekeeper.jobs import Work, maker
from scorekeeper.paper.agreed import entered
from scorekeeper.store.club_models import Club, ClubLogLine
from scorekeeper.store.models import Change, db
from scorekeeper.web.downloads import csv_download, is_marked, start_job
from scorekeeper.web.loading import Visit, load_for_export, of_club
from scorekeeper.web.page_parts import change_sentence
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.table_links import tokens
from scorekeeper.web.work import MARK

bp = Blueprint("log_search", __name__, url_prefix="/c/<club>")


LOG = "log"  # name of the job's function
SHORT = 2_000  # most lines written within the request

# Labels of the kinds of lines in the filter, in this order.
MATCH_KINDS = {
    "start": N_("Matches started"),
    "record": N_("Hands recorded"),
    "correct": N_("Corrections"),
    "strike": N_("Hands struck out"),
    "annotate": N_("Notes"),
    "undo": N_("Undone"),
    "redo": N_("Redone"),
    "finish": N_("Matches ended early"),
    "decline": N_("Discarded"),
    "erase": N_("Names erased"),
    "seat": N_("Seats renamed"),
    "clock": N_("Clocks"),
    "confirming": N_("Confirmation settings"),
    "sit": N_("Phones and their sides"),
    "confirm": N_("Confirmations"),
    "contest": N_("Contested hands"),
    "approve": N_("Approvals"),
    "reopen": N_("Reopened"),
    "rescore": N_("Scored by newer rules"),
}
ACT_KINDS = {
    "found": N_("Club created"),
    "renamed": N_("Club renamed"),
    "settings": N_("Club settings"),
    "logo": N_("Club logo"),
    "invite": N_("Invitations"),
    "end": N_("Links revoked"),
    "reset": N_("Password reset links"),
    "join": N_("Members joined"),
    "role": N_("Roles"),
    "leave": N_("Members left"),
    "linked": N_("Accounts linked to players"),
    "unlinked": N_("Accounts no longer linked"),
    "arbiter": N_("New arbiters"),
    "no_arbiter": N_("Arbiters removed"),
    "player": N_("New players"),
    "rename": N_("Players renamed"),
    "active": N_("Made active again"),
    "inactive": N_("Made inactive"),
    "erase": N_("Names erased"),
    "merge": N_("Players merged"),
    "part": N_("Players separated"),
    "import": N_("Imports"),
    "game": N_("Games added"),
    "no_game": N_("Games removed"),
    "calendar_on": N_("Calendar address turned on"),
    "calendar_off": N_("Calendar address turned off"),
    "night": N_("Nights created"),
    "tables": N_("Tables added"),
    "tournament": N_("Tournaments created"),
    "no_tournament": N_("Tournaments deleted"),
    "night_edit": N_("Nights edited"),
    "night_close": N_("Nights closed"),
    "night_open": N_("Nights reopened"),
    "night_public": N_("Nights made public"),
    "night_private": N_("Nights made private"),
    "night_delete": N_("Nights deleted"),
    "players": N_("Player lists added"),
    "no_players": N_("Player lists taken back"),
    "filled": N_("Details added from lists"),
    "details": N_("Details edited"),
    "delete_player": N_("Players deleted"),
    "approving": N_("Approval turned on"),
    "not_approving": N_("Approval turned off"),
    "stake": N_("Stakes"),
    "no_stake": N_("Stakes removed"),
    "described": N_("Approved tables renamed"),
    "table_links": N_("Table links replaced"),
    "sheet_codes": N_("Sheet codes revoked"),
    "standings_on": N_("Addresses of the standings"),
    "standings_off": N_("Addresses of the standings turned off"),
    "webhook": N_("Webhooks added"),
    "webhook_edit": N_("Webhooks changed"),
    "no_webhook": N_("Webhooks deleted"),
    "webhook_failed": N_("Failing webhooks"),
    "token": N_("Tokens made"),
    "no_token": N_("Tokens revoked"),
}


SOURCES = {"account": N_("an account"), "link": N_("a link"), "file": N_("imported")}


@bp.get("/log")
@of_club("scorer")
def show(visit: Visit) -> str:
    """A page of the log, filtered by `from`, `to`, `match`, `who` and `kind`; `before` pages through it."""
    filters = _log_filter(visit)
    lines, more = log.page(visit.club, filters, log.read_cursor(request.args.get("before", "")))
    sittings = {line.match.sitting_id: line.match.sitting for line in lines if line.match}
    return render_template(
        "clubs/log.html",
        visit=visit,
        wanted=filters,
        lines=lines,
        more=more,
        kinds=[(_("Matches"), MATCH_KINDS), (_("Club"), _only_acts(visit))],
        tokens=tokens(visit, sittings.values()),
        sentence=sentence,
        detail=detail,
    )


@bp.get("/log.csv")
@limiter.limit(FILES)
def csv(club: str) -> AnyResponse:
    """All lines that match the filter, as CSV; many lines become a job."""
    visit = load_for_export(club, "log.csv", "scorer")
    name, head = f"{club}-log.csv", list(islice(_csv(visit.club, _log_filter(visit)), SHORT))
    if len(head) < SHORT:
        return csv_download(head, name)
    return start_job(
        visit,
        LOG,
        asked={"query": request.args.to_dict(), "owns": visit.owns, "marked": is_marked()},
        about=exporting.newest_change(visit.club),
        total=0,  # the number of lines is unknown
        title=_("Log"),
        name=name,
        mime="text/csv; charset=utf-8",
        back=url_for("log_search.show", club=club),
        role="owner" if visit.owns else "scorer",
    )


@maker(LOG)
def make_csv(work: Work) -> Iterator[bytes]:
    """Yields the CSV file of all lines that match the filter, for a background job."""
    filters = log.filter_of_query(work.asked["query"], _kinds(work.asked["owns"]), with_accounts=work.asked["owns"])
    if work.asked["marked"]:
        yield MARK.encode()
    for done, line in enumerate(_csv(db.session.get_one(Club, work.club_id), filters)):
        work.report(done)
        yield line.encode()


def _kinds(owns: bool) -> dict[str, str]:
    return MATCH_KINDS | _acts_for(owns)


def _acts_for(owns: bool) -> dict[str, str]:
    return {kind: text for kind, text in ACT_KINDS.items() if owns or kind not in OF_ACCOUNTS}


def _only_acts(visit: Visit) -> dict[str, str]:
    """Returns the labels of the club's own kinds of log lines, without kinds that match changes have too."""
    return {kind: text for kind, text in _acts_for(visit.owns).items() if kind not in MATCH_KINDS}


def _log_filter(visit: Visit) -> LogFilter:
    return log.filter_of_query(request.args, _kinds(visit.owns), with_accounts=visit.owns)


def _csv(club: Club, filters: LogFilter) -> Iterator[str]:
    yield csv_line((
        _("when"), _("who"), _("kind"), _("match"), _("table"), _("sides"), _("hand"), _("what"), _("before and after"),
        _("reason"), _("written by"),
    ))  # fmt: skip
    for line in log.lines(club, filters):
        change, match = line.change, line.match
        yield csv_line((
            line.cursor.at.isoformat(timespec="seconds"),
            line.actor,
            line.kind,
            match.id if match else "",
            line.table,
            " – ".join(called(side["name"]) for side in match.setup["sides"]) if match else "",
            (change.hand or "") if change else "",
            sentence(line),
            detail(line),
            line.reason,
            _(SOURCES[line.source]),
        ))  # fmt: skip


def sentence(line: Line) -> str:
    """Returns a line of the log as a sentence."""
    if line.change and line.match:
        return change_sentence(line.match.setup, line.change)
    return act_sentence(line.act) if line.act else ""


def act_sentence(act: ClubLogLine) -> str:
    """Returns a line of the club's own log as a sentence."""
    about = dict(act.about)
    if about.get("role") in ROLE_NAMES:
        about["role"] = _(ROLE_NAMES[about["role"]])
    if "day" in about:
        about["day"] = _day_in_words(about["day"])
    return say(ACTS[act.kind], about)


def _day_in_words(text: str) -> str:
    """Returns a day like 2026-11-21 in words; any other text unchanged, as a foreign file may have it."""
    try:
        return format_date(date.fromisoformat(text), "long")
    except ValueError:
        return text


def detail(line: Line) -> str:
    """Returns the changed hands before and after the change, as text; empty for other lines."""
    if line.change is None or line.match is None:
        return ""
    return " ".join(_hands_changed(line.match.setup, line.change))


def _hands_changed(setup: Setup, change: Change) -> Iterator[str]:
    before, after = change.before.get("hands", {}), change.after.get("hands", {})
    for number in sorted({*before, *after}, key=int):
        was, now = before.get(number), after.get(number)
        if was is None and now is not None:
            yield _("Hand %(hand)s: %(now)s.", hand=number, now=_entry_text(setup, now))
        elif now is None and was is not None:
            yield _("Hand %(hand)s removed; it was %(was)s.", hand=number, was=_entry_text(setup, was))
        elif was is not None and now is not None:
            pair = {"was": _entry_text(setup, was), "now": _entry_text(setup, now)}
            if pair["was"] != pair["now"]:
                yield _("Hand %(hand)s: %(now)s; it was %(was)s.", hand=number, **pair)


def _entry_text(setup: Setup, fact: dict[str, object]) -> str:
    entry = fact["entry"]
    text = entered(setup, entry if isinstance(entry, dict) else {})
    note = entry.get("note", "") if isinstance(entry, dict) else ""
    text = f"{text} “{note}”" if note else text
    return _("%(hand)s (struck out)", hand=text) if fact["struck"] else text


A_PAGE = 100  # lines per page
LARGEST = 2**31 - 1


@bp.get("/security")
@of_club("owner")
def security_log(visit: Visit) -> str:
    """A page of the security log, newest first; `before` is the id of the previous page's last line."""
    lines = signing_in.security_lines(visit.club, _number(request.args.get("before", "")), A_PAGE + 1)
    return render_template(
        "clubs/security.html",
        visit=visit,
        lines=[(line, act_sentence(line)) for line in lines[:A_PAGE]],
        more=lines[A_PAGE - 1].id if len(lines) > A_PAGE else None,
    )


def _number(text: str) -> int:
    return min(int(text), LARGEST) if text.isdecimal() and len(text) <= 10 else 0
