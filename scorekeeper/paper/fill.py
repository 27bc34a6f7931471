"""The filled sheet of a match, made from a match document or from its hands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, product
from string import ascii_lowercase
from typing import Any

from markupsafe import Markup

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.figures import figure
from scorekeeper.games.engine.final_result import FINAL
from scorekeeper.games.engine.progress import counts
from scorekeeper.games.engine.side_names import SIGNS, in_words
from scorekeeper.i18n import _, format_date, ngettext, say
from scorekeeper.pages.chart import progress, totals_of
from scorekeeper.paper import agreed
from scorekeeper.paper.agreed import crib, seating_of
from scorekeeper.paper.hands_grid import Played, hands_grid
from scorekeeper.paper.model import PAPERS, Fact, Footnote, Result, Seat, Sheet, Standing
from scorekeeper.paper.proof_codes import fingerprint, spaced

LEAST_TO_TELL = 2  # hands


def highlights(hands: Sequence[Played]) -> tuple[str, ...]:
    """Returns the number of hands and a side's best score in one hand; empty for fewer than two hands."""
    counted = [hand for hand in hands if counts(hand.struck, hand.entry)]
    if len(counted) < LEAST_TO_TELL:
        return ()
    best, side = max((points, -side) for hand in counted for side, points in enumerate(hand.points))
    texts = [ngettext("%(num)s hand", "%(num)s hands", len(counted))]
    if best > 0:
        texts.append(_("biggest hand %(sign)s +%(points)s", sign=SIGNS[-side], points=figure(best)))
    return tuple(texts)


LONGEST_IN_FOOTER = 40
LEAST_TO_CHART = 6  # hands; a chart of fewer shows no more than the totals


@dataclass(frozen=True, slots=True)
class Occasion:
    """Place and time of a match, as texts; empty ones are left blank for handwriting."""

    place: str = ""
    day: str = ""
    sitting: str = ""
    match: str = ""
    stopped: bool = False
    night: str = ""


def sheet_of_document(document: Any, *, paper: str, language: str) -> Sheet:
    """Returns the sheet of a match document; raises `Refusal` for a bad one."""
    setup, played, table = play.opened(document)
    hands = [
        Played(number, hand["dealer"], hand["entry"], hand["points"], hand["table"]["totals"])
        for number, hand in enumerate(played, 1)
    ]
    occasion = occasion_of(setup, [hand.entry for hand in hands])
    printed = fingerprint(setup, [(hand.entry, hand.points) for hand in hands], table)
    return sheet_of_match(setup, table, hands, printed=printed, occasion=occasion, paper=paper, language=language)


def occasion_of(setup: Setup, entries: Sequence[Mapping[str, Any]]) -> Occasion:
    """Returns the occasion from a document's `about`; without a date there, the day of the first dated hand."""
    about = setup["about"]
    moments = [about.get("date", ""), *(str(entry.get("at", "")) for entry in entries)]
    return Occasion(
        place=about.get("place", ""),
        day=next((day_in_words(moment) for moment in moments if moment), ""),
        sitting=about.get("sitting", ""),
        match=about.get("match", ""),
    )


def day_in_words(moment: str) -> str:
    """Returns the day of an ISO 8601 date or time in words; any other text unchanged."""
    try:
        return format_date(date.fromisoformat(moment[:10]), "long")
    except ValueError:
        return moment


def sheet_of_match(
    setup: Setup,
    table: Table,
    hands: Sequence[Played],
    *,
    printed: str = "",
    occasion: Occasion,
    paper: str,
    language: str,
) -> Sheet:
    """Returns the filled sheet of a match; `table` holds the totals, `printed` is the fingerprint."""
    marks = footnote_marks(hands)
    shown = in_words(setup, say)
    return Sheet(
        title=agreed.title(setup),
        game=setup["game"],
        variant=agreed.variant(setup),
        paper=paper,
        language=language,
        facts=_facts(occasion, spaced(printed)),
        house_rules=agreed.house_rules(setup),
        seating=seating_of(_seats(shown), clockwise=play.game_of(setup).plays_clockwise(setup["options"])),
        grid=hands_grid(setup, table, hands, marks),
        footnotes=_footnotes(hands, marks),
        result=_result(shown, table, hands, stopped=occasion.stopped),
        chart=_chart(shown, hands),
        crib=crib(setup, PAPERS[paper]),
        footer=_footer(shown, occasion),
        fingerprint=spaced(printed),
    )


def footnote_marks(hands: Sequence[Played]) -> list[str]:
    """Returns a footnote mark for each hand with remarks (a, b, c …), an empty text for the others."""
    letters = _letters()
    return [next(letters) if hand.remarks else "" for hand in hands]


def _footnotes(hands: Sequence[Played], marks: Sequence[str]) -> tuple[Footnote, ...]:
    return tuple(Footnote(mark, " ".join(hand.remarks)) for hand, mark in zip(hands, marks, strict=True) if mark)


def _letters() -> Iterator[str]:
    """Yields a … z, aa … zz, aaa … without end, the letters of hands."""
    return ("".join(letters) for length in count(1) for letters in product(ascii_lowercase, repeat=length))


def _facts(occasion: Occasion, letters: str) -> tuple[Fact, ...]:
    facts = [Fact(_("Date"), occasion.day), Fact(_("Place"), occasion.place)]
    if occasion.night:
        facts.append(Fact(_("Night"), occasion.night))
    if occasion.sitting:
        facts.append(Fact(_("Table"), occasion.sitting))
    if occasion.match:
        facts.append(Fact(_("Match"), occasion.match))
    if letters:
        facts.append(Fact(_("Fingerprint"), letters))
    return tuple(facts)


def _footer(setup: Setup, occasion: Occasion) -> str:
    """Returns the footer that identifies the match: game, day, place, and the sides unless too long."""
    sides = " – ".join(side["name"] for side in setup["sides"])
    parts = [agreed.title(setup), occasion.day, occasion.place, sides if len(sides) <= LONGEST_IN_FOOTER else ""]
    return " · ".join(part for part in parts if part)


def _seats(setup: Setup) -> list[Seat]:
    return [
        Seat(setup["seat_sides"][seat], name, deals_first=seat == setup["first_dealer"])
        for seat, name in enumerate(setup["seats"])
    ]


def _result(setup: Setup, table: Table, hands: Sequence[Played], *, stopped: bool) -> Result:
    finished = table["status"] == "finished"
    standings = [
        Standing(
            side,
            setup["sides"][side]["name"],
            figure(table["totals"][side]),
            str(table["games"][side]) if finished else "",
            won=side == table["winner"],
        )
        for side in range(len(setup["sides"]))
    ]
    game, decided = play.game_of(setup), finished and table["winner"] is not None
    return Result(
        agreed.ending(setup, table, stopped=stopped),
        tuple(standings),
        headline=agreed.winner(setup, table) if decided else "",
        facts=highlights(hands),
        tally=min(table["totals"][table["winner"] or 0], game.tally) if decided else 0,
        squares=game.squares,
        open=not finished and not stopped,
    )


def _chart(setup: Setup, hands: Sequence[Played]) -> Markup | None:
    drawn = [hand for hand in hands if counts(hand.struck, hand.entry) or FINAL in hand.entry]
    scored = totals_of([(hand.number, hand.struck, list(hand.totals)) for hand in drawn])
    if len(scored) < LEAST_TO_CHART:
        return None
    return Markup(progress(scored, setup["options"].get("target"), _("Totals after each hand")))  # noqa: S704 (no text of anybody's)
