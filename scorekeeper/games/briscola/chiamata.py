"""The chiamata of five: who called whom for what, and the payments, which add up to nothing (BRI-9 to BRI-14)."""

from ..engine.base import Checks, Entry, Line, Setup, _, line
from ..engine.counting import ALL_POINTS
from .fields import CHIAMATA, LOWEST_BID, PLAYERS_OF_THE_CHIAMATA

CALLER, PARTNER, ALONE = 2, 1, 4  # what a hand won pays them; each opponent pays one


def is_chiamata(setup: Setup) -> bool:
    """Whether five play, each for himself, with a caller in every hand."""
    return setup["variant"] == CHIAMATA


def check_parties(checks: Checks) -> None:
    """The caller, his partner (null where he plays alone), and the bid, 61 where it is left out."""
    caller = checks.side("caller", "BRI-10", PLAYERS_OF_THE_CHIAMATA)
    if checks.required("partner", "BRI-10") and checks.mapping["partner"] is not None:
        partner = checks.side("partner", "BRI-10", PLAYERS_OF_THE_CHIAMATA)
        if partner is not None and partner == caller:
            checks.refuse("partner", "BRI-10", _("The caller cannot be his own partner: he plays alone"))
    if checks.has("bid"):
        checks.whole("bid", "BRI-9", LOWEST_BID, ALL_POINTS)


def bid_of(entry: Entry) -> int:
    """The points that the caller's party needs."""
    return int(entry.get("bid", LOWEST_BID))


def party_of(entry: Entry) -> "list[int]":
    """The caller and his partner."""
    return [entry["caller"]] if entry["partner"] is None else [entry["caller"], entry["partner"]]


def is_made(entry: Entry, points: "list[int]") -> bool:
    """Whether the caller's party has what was bid (BRI-11)."""
    return points[0] >= bid_of(entry)


def payments(setup: Setup, entry: Entry, points: "list[int]", cappotto: int) -> "list[Line]":
    """A line for each player: what the hand pays him."""
    party = party_of(entry)
    made = is_made(entry, points)
    doubled = cappotto if ALL_POINTS in points else 1
    text = (
        _("The caller's party has {taken} of {bid}: made")
        if made
        else _("The caller's party has {taken} of {bid}: lost")
    )
    lines = [line(entry["caller"], "BRI-11", text, taken=points[0], bid=bid_of(entry))]
    for player in range(len(setup["sides"])):
        pays, message = _payment(entry, party, player)
        pays = pays * doubled if made else -pays * doubled
        rule = "BRI-13" if len(party) == 1 else "BRI-12"
        lines.append(line(player, "BRI-14" if doubled > 1 else rule, message, pays, pays=pays))
    return lines


def _payment(entry: Entry, party: "list[int]", player: int) -> "tuple[int, str]":
    """What a hand that was made pays a player, and as what."""
    if player == entry["caller"]:
        return (ALONE, _("Caller, alone: {pays}")) if len(party) == 1 else (CALLER, _("Caller: {pays}"))
    return (PARTNER, _("Partner: {pays}")) if player in party else (-1, _("Opponent: {pays}"))
