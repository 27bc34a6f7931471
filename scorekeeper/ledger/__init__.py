"""The only writer of matches: start, record, correct, strike, undo; and the reader of what they come to.

Every function is flat and never commits; the view that calls it commits once. Every write is a line of the match's log,
carries a `key` made by its sender (the same key again is answered with the first result) and `seen`, the version its
sender had before it (an old one is refused as Stale, with what happened meanwhile).
"""

from scorekeeper.ledger.approval import approve, lock, reopen, ruled, rulings
from scorekeeper.ledger.at_once import record_at_once
from scorekeeper.ledger.bulk_rows import Whole, keep, played
from scorekeeper.ledger.confirm import confirm, set_clock, set_confirming, sit
from scorekeeper.ledger.confirmations import Voice, confirmations, side_of, told
from scorekeeper.ledger.history import CannotUndo, redo, undo
from scorekeeper.ledger.log import By, Stale
from scorekeeper.ledger.log_exchange import log_lines, moment_of, retold
from scorekeeper.ledger.offline_copy import decline, kept
from scorekeeper.ledger.read_models import changes, document, fingerprint, hands, preview, standings, state
from scorekeeper.ledger.rescoring import is_scored_by_these, rescore, rescored, sentences
from scorekeeper.ledger.seating import now_named, seat, seatings
from scorekeeper.ledger.sittings import describe_sitting, open_sitting, rematch, start_match
from scorekeeper.ledger.stakes import Reckoning, play_for, reckon
from scorekeeper.ledger.writing import annotate, correct, finish, record, strike

__all__ = [
    "By",
    "CannotUndo",
    "Reckoning",
    "Stale",
    "Voice",
    "Whole",
    "annotate",
    "approve",
    "changes",
    "confirm",
    "confirmations",
    "correct",
    "decline",
    "describe_sitting",
    "document",
    "fingerprint",
    "finish",
    "hands",
    "is_scored_by_these",
    "keep",
    "kept",
    "lock",
    "log_lines",
    "moment_of",
    "now_named",
    "open_sitting",
    "play_for",
    "played",
    "preview",
    "reckon",
    "record",
    "record_at_once",
    "redo",
    "rematch",
    "reopen",
    "rescore",
    "rescored",
    "retold",
    "ruled",
    "rulings",
    "seat",
    "seatings",
    "sentences",
    "set_clock",
    "set_confirming",
    "side_of",
    "sit",
    "standings",
    "start_match",
    "state",
    "strike",
    "told",
    "undo",
]
