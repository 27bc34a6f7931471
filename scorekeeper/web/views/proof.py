"""The page behind a printed sheet's QR code: does the sheet still match the stored data?

Anyone with the paper can see this one match and its changes since the sheet was printed. The page has no links to other
pages and gives no permission to score.
"""

from flask import Blueprint, Response, make_response, render_template
from werkzeug.exceptions import Gone, NotFound

from scorekeeper import ledger
from scorekeeper.games.engine.base import N_
from scorekeeper.games.engine.side_names import in_words
from scorekeeper.i18n import say
from scorekeeper.paper import agreed, proof_codes
from scorekeeper.paper.proof_codes import Proof, spaced
from scorekeeper.paper.stored_match_sheet import fingerprint_of, fingerprints_before, local, remarks
from scorekeeper.store.models import Change, Match
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.page_parts import signed_sentence
from scorekeeper.web.request_limits import require_slow_lane

bp = Blueprint("proof", __name__, url_prefix="/p")

ADDING = {"record", "finish"}  # kinds of changes that only add hands
RENAMING = {"seat", "erase"}  # kinds of changes that leave all scores unchanged
NOT_SHOWN = {"start", "annotate", "clock", "confirming", "sit", "confirm", "contest", "decline"}


class NoSuchSheet(NotFound):
    """404: the code was not made by this server."""

    error_text = ErrorText(
        N_("No sheet has this code"),
        N_("Scan the whole code again in good light. If it still fails, the sheet was not printed here."),
    )


class CodeEnded(Gone):
    """410: the codes of the sitting's sheets were revoked."""

    error_text = ErrorText(
        N_("The codes on these sheets were revoked"),
        N_("The table’s scorer revoked them. Ask for a new sheet, and compare the fingerprints on both."),
    )


@bp.get("/<code>")
def show(code: str) -> Response:
    """The page that compares the fingerprint on a sheet with the match's current one."""
    code_parts = proof_codes.read_code(code)
    if code_parts is None:
        raise NoSuchSheet
    if code_parts.ended:
        raise CodeEnded
    match = code_parts.match
    require_slow_lane(ledger.size_of(match))
    since = [change for change in ledger.changes(match, code_parts.version) if change.kind not in NOT_SHOWN]
    now = fingerprint_of(match)
    footnotes = remarks(match.setup, ledger.changes(match))
    page = render_template(
        "paper/check.html",
        match=match,
        sides=in_words(match.setup, say)["sides"],
        title=agreed.title(match.setup),
        variant=agreed.variant(match.setup),
        ending=agreed.ending(match.setup, match.table, stopped=match.status == "stopped"),
        day=local(match.started_at),
        status=_status(code_parts, {now} | fingerprints_before(match), since),
        printed=spaced(code_parts.fingerprint),
        now=spaced(now),
        since=[(local(change.at), signed_sentence(match.setup, change)) for change in since],
        hands=_rows(match, footnotes),
    )
    return make_response(page)


def _status(printed: Proof, now: set[str], since: list[Change]) -> str:
    """Returns `agrees`, `renamed` (only names changed), `went_on` (hands added) or `changed` (anything else)."""
    if printed.fingerprint in now:
        return "agrees"
    kinds = {change.kind for change in since}
    if not kinds or kinds - ADDING - RENAMING:
        return "changed"
    return "went_on" if kinds & ADDING else "renamed"


def _rows(match: Match, footnotes: dict[int, tuple[str, ...]]) -> list[dict[str, object]]:
    """Returns the current hands, each with footnotes about its corrections."""
    return [
        {
            "number": hand.number,
            "entered": agreed.entered(match.setup, hand.entry),
            "points": hand.points,
            "totals": hand.table["totals"],
            "struck": hand.struck,
            "footnotes": footnotes.get(hand.number, ()),
        }
        for hand in ledger.hands(match)
    ]
