"""Hands and options of Scopa that are refused."""

from typing import Any

from tests.documents.pieces import Entry

_READY: Entry = {"cards": 0, "coins": 0, "settebello": 0, "primiera": 0}
_SEVENS: Entry = {"cards": 0, "coins": 0, "settebello": 0, "sevens": None}
_COUNTED: Entry = {"cards": [22, 18], "coins": [5, 5], "settebello": 0, "primiera": 1}
_CLAIM: Entry = {"side": 0, "cards": 21, "coins": 6, "settebello": True}


def _best(*cards: list[Any]) -> Entry:
    return {"primiera": {"best": list(cards)}}


BAD_HANDS: list[Entry] = [
    {**_READY, "napola": [2, 0]},
    {**_READY, "napola": [11, 0]},
    {**_READY, "napola": [3, 4]},
    {**_READY, "coins": 1, "napola": [7, 0]},
    {**_SEVENS, "sevens": [0, 4]},
    {**_SEVENS, "sevens": [0, 0, 4]},
    {**_COUNTED, "cards": [4, 36]},
    {**_COUNTED, "coins": [0, 10]},
    {**_COUNTED, "scope": [12, 0]},
    {**_COUNTED, "cards": [38, 2], "coins": [9, 1]},
    {**_COUNTED, "cards": [36, 4], "coins": [8, 2]},
    {**_COUNTED, "cards": [37, 3], "coins": [8, 2]},
    {**_COUNTED, "coins": [10, 0]},
    {**_COUNTED, "cards": [3, 37], "primiera": 0, "coins": 1},
    {**_COUNTED, "cards": [5, 35], "primiera": 0, "coins": [3, 7]},
    {**_COUNTED, "cards": 1, "coins": [10, 0]},
    {**_COUNTED, **_best(["7", "6", "A", "7"], ["7", "7", "7", "6"])},
    {**_COUNTED, **_best(["7", "6", "A", "7"], ["6", "7", "7", "7"])},
    {**_COUNTED, **_best(["6", "6", "A", "7"], ["7", "7", "7", "6"])},
    {**_COUNTED, **_best(["7", "6", "A", "7"], ["6", "7", "A", "6"])},
    {**_COUNTED, **_best(["7", None, None, None], ["6", "7", "7", "7"])},
    {**_COUNTED, "cards": [31, 9], **_best(["7", "7", "7", "7"], ["F", "2", "2", "2"])},
    {**_READY, "accusi": {"3": [6, 0], "10": [1, 0]}},
    {**_READY, "accusi": {"3": [5, 0, 0]}},
    {**_READY, "grande": 0, "napola": [0, 7]},
    {**_READY, "grande": 0, "napola": [8, 0]},
    {**_COUNTED, "grande": 1, "coins": [8, 2]},
    {**_COUNTED, "coins": [10, 0], "napola": [10, 0]},
    {**_COUNTED, "grande": 0, **_best(["7", "6", "A", "7"], ["F", "7", "7", "6"])},
    {"claim": {**_CLAIM, "accusi": {"3": 4, "10": 3}}},
    {"claim": {**_CLAIM, "coins": 2, "grande": True}},
    {"claim": {**_CLAIM, "cards": 5}},
    {"claim": {**_CLAIM, "coins": 0}},
    {"claim": {**_CLAIM, "coins": 10, "settebello": False}},
    {"claim": {**_CLAIM, "scope": 11}},
    {"claim": {**_CLAIM, "napola": 2}},
    {"claim": {**_CLAIM, "napola": 6}},
    {"claim": {**_CLAIM, "best": ["6", "7", "7", "7"]}},
    {"claim": {**_CLAIM, "best": ["7", None, None, None]}},
]
