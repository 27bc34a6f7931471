"""The only writer of matches: start, record, correct, strike, undo; and the reader of their state.

Nothing here commits: the calling view does, once. Every write adds a line to the match's log and takes a `Write`: its
`key` is the sender's idempotency key (a repeated key returns the first result), and `seen` is the version that the
sender saw (raises Stale if a later change conflicts). `games.engine.history`, which also runs on phones, computes what
a command changes; `writing.save` is the only function that stores it.

The ledger does not depend on clubs or languages. Code that counts results registers with `writing.listen`; texts are
messages with parameters, translated by the `say` function that the caller passes.
"""

from scorekeeper.games.engine.confirming import CONFIRMED
from scorekeeper.ledger.approval import approve, check_open, has_approved, lock, reopen, ruled, rulings
from scorekeeper.ledger.commands import (
    CannotUndo,
    annotate,
    bid,
    bids_of,
    call,
    called,
    correct,
    enter_final,
    finish,
    foreseen,
    preview,
    record,
    redo,
    strike,
    table_before,
    tell_pages,
    undo,
)
from scorekeeper.ledger.confirming import (
    Confirmation,
    confirm,
    confirmation_text,
    confirmations,
    contest,
    contested,
    set_clock,
    set_confirming,
    side_of,
    sit,
)
from scorekeeper.ledger.log import Stale, Write, is_overtaken, notes_between
from scorekeeper.ledger.log_exchange import log_lines, moment_of, rows_from_log
from scorekeeper.ledger.offline_copy import DECLINED, decline, offline_copy_of
from scorekeeper.ledger.read_models import (
    changes,
    document,
    fingerprint,
    hands,
    highlights_of,
    news,
    size_of,
    standings,
    state,
)
from scorekeeper.ledger.rescoring import needs_no_rescoring, rescore, rescored, rescoring_texts
from scorekeeper.ledger.rows import MatchRows, insert_matches, rows_from_hands
from scorekeeper.ledger.seating import former_names, name_table, seat, seatings, with_current_names
from scorekeeper.ledger.sittings import (
    describe_sitting,
    has_opened,
    open_sitting,
    open_sittings,
    rematch,
    remove_empty_sitting,
    start_match,
    start_matches,
)
from scorekeeper.ledger.stakes import Reckoning, play_for, reckon
from scorekeeper.ledger.writing import lock_match

__all__ = [
    "CONFIRMED",
    "DECLINED",
    "CannotUndo",
    "Confirmation",
    "MatchRows",
    "Reckoning",
    "Stale",
    "Write",
    "annotate",
    "approve",
    "bid",
    "bids_of",
    "call",
    "called",
    "changes",
    "check_open",
    "confirm",
    "confirmation_text",
    "confirmations",
    "contest",
    "contested",
    "correct",
    "decline",
    "describe_sitting",
    "document",
    "enter_final",
    "fingerprint",
    "finish",
    "foreseen",
    "former_names",
    "hands",
    "has_approved",
    "has_opened",
    "highlights_of",
    "insert_matches",
    "is_overtaken",
    "lock",
    "lock_match",
    "log_lines",
    "moment_of",
    "name_table",
    "needs_no_rescoring",
    "news",
    "notes_between",
    "offline_copy_of",
    "open_sitting",
    "open_sittings",
    "play_for",
    "preview",
    "reckon",
    "record",
    "redo",
    "rematch",
    "remove_empty_sitting",
    "reopen",
    "rescore",
    "rescored",
    "rescoring_texts",
    "rows_from_hands",
    "rows_from_log",
    "ruled",
    "rulings",
    "seat",
    "seatings",
    "set_clock",
    "set_confirming",
    "side_of",
    "sit",
    "size_of",
    "standings",
    "start_match",
    "start_matches",
    "state",
    "strike",
    "table_before",
    "tell_pages",
    "undo",
    "with_current_names",
]
