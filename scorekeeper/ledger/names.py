"""Names of people: compared, found wherever they are stored, and refused if they look like another's."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Any

from scorekeeper.games.engine.cards import WORDS

# Members of JSON values that the program itself names, so that nobody is meant by them, whoever is called so.
MEMBERS = frozenset((
    "about", "after", "aside", "at", "before", "bye", "confirm", "corrected", "count", "day", "declined", "ends",
    "entry", "forfeit", "former", "game", "hand", "hands", "kind", "late", "legs", "message", "minutes", "mp", "name",
    "now", "other", "outcome", "params", "place", "player", "players", "points", "reason", "refused", "results", "role",
    "round", "said", "seats", "setup", "side", "sides", "sitting", "stake", "struck", "table", "tables", "tp", "until",
    "vp", "was", "who",
))  # fmt: skip


def name_key(name: str) -> str:
    """A name as names are compared: however it is written, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@cache
def _sign(sign: str) -> str:
    """A sign as it is compared; nothing for one that cannot be seen, such as a joiner."""
    return "" if unicodedata.category(sign) == "Cf" else unicodedata.normalize("NFKC", sign).casefold()


def _folded(text: str) -> tuple[str, list[int]]:
    """A text as it is compared, and for each of its letters the place in the text that it comes from."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    parts = [(_sign(sign), at) for at, sign in enumerate(text)]
    return "".join(part for part, _at in parts), [at for part, at in parts for _letter in part]


class Names:
    """The names of one person, and what stands in their place; `others` are names that stay as they are."""

    def __init__(self, names: Collection[str], instead: str, others: Iterable[str] = ()) -> None:
        self.instead = instead
        self.keys = {name_key(name) for name in names}
        own = _any_of(names)
        # Of two names that begin alike the longer one is somebody else, and comes first.
        kept = _any_of([other for other in others if self._is_longer(other)])
        self._pattern = re.compile(rf"(?<![^\W_])(?:({kept})|(?:{own}))(?![^\W_])")
        self._in_keys = re.compile(rf"(?<![^\W\d_])(?:{own})(?![^\W\d_])")
        self.text = lru_cache(10_000)(self._text)  # the same few names stand in most places

    def _is_longer(self, other: str) -> bool:
        key = name_key(other)
        return key not in self.keys and any(own in key for own in self.keys)

    def name(self, text: str) -> str:
        """A place that holds a name and nothing else; a side may be called after two people."""
        return self.instead if name_key(text) in self.keys else self.text(text)

    def _text(self, text: str) -> str:
        """Free text: every whole word that is the name, however it is written."""
        text = unicodedata.normalize("NFC", text)
        folded, places = _folded(text)
        kept, last = "", 0
        for found in self._pattern.finditer(folded):
            if not found[1]:
                kept += text[last : places[found.start()]] + self.instead
                last = places[found.end() - 1] + 1
        return kept + text[last:] if last else text

    def mark(self, key: str) -> str:
        """A key that means nothing to people, but was made by a browser: another one where it holds the name."""
        if not self._in_keys.search(_folded(unicodedata.normalize("NFC", key))[0]):
            return key
        return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]

    def texts(self, value: Any) -> Any:
        """Every text in a JSON value, however deep it stands, also as the name of a member that is not our own.

        What members with words of the game hold (`WORDS`) is left alone.
        """
        whole: list[Any] = [None]
        todo: list[tuple[Any, Any, Any]] = [(value, whole, 0)]
        while todo:
            each, into, place = todo.pop()
            if isinstance(each, list):
                into[place] = [None] * len(each)
                todo += [(item, into[place], at) for at, item in enumerate(each)]
            elif isinstance(each, dict):
                into[place] = {}
                for name, item in each.items():
                    todo.append((item, into[place], self._member(name, into[place])))
            else:
                left = not isinstance(each, str) or (isinstance(into, dict) and place in WORDS)
                into[place] = each if left else self.name(each)
        return whole[0]

    def _member(self, name: str, others: dict[str, Any]) -> str:
        """What a member is called afterwards, in a place of its own among the others."""
        new = name if name in MEMBERS or name in WORDS else self.name(name)
        while new in others:
            new += "_"
        others[new] = None
        return new

    def are_in(self, texts: Iterable[str]) -> bool:
        """Whether any of these names is one of the person's."""
        return any(name_key(text) in self.keys for text in texts)


def _any_of(names: Iterable[str]) -> str:
    """The pattern of these names, the longest first, in folded text; one that never matches where there are none."""
    words = ([re.escape(_folded(word)[0]) for word in unicodedata.normalize("NFC", name).split()] for name in names)
    found = sorted((r"\s+".join(each) for each in words if any(each)), key=len, reverse=True)
    return "|".join(found) or "(?!)"


def shared_words(one: str, other: str) -> set[str]:
    """The words of three letters and more that two names or log-in names have in common."""
    words = [set(re.findall(r"[^\W\d_]{3,}", name_key(name))) for name in (one, other)]
    return words[0] & words[1]


# Letters of other scripts, and signs, drawn as Latin letters are; each line gives what is drawn and as what.
DRAWN_ALIKE = (
    ("АВЕКМНОРСТУХІЈЅԌԚԜ", "ABEKMHOPCTYXIJSGQW"),  # Cyrillic
    ("аекморстухіјѕԁһԛԝԍ", "aekmopctyxijsdhqwg"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),  # Greek
    ("αικνορτυχϳ", "aikvoptuxj"),
    ("ԱՕՏՍ", "UOSU"),  # Armenian
    ("օսոց", "ounq"),
    ("ıɑɡʟɪ", "iagli"),
    ("’‘`´ʼ", "'''''"),
)
AS_LATIN = {ord(sign): latin for signs, letters in DRAWN_ALIKE for sign, latin in zip(signs, letters, strict=True)}
# One stroke, one ring: told apart by nobody in many typefaces.
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})


@lru_cache(10_000)
def skeleton(name: str) -> str:
    """What is left of a name that eyes compare: the same for two that look alike, without spaces and what is unseen.

    Accents are seen, so they tell names apart; capitals do not.
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).translate(AS_LATIN))
    return "".join(sign for sign in plain.casefold() if _is_seen(sign)).translate(STROKES)


def _is_seen(sign: str) -> bool:
    """Whether a sign leaves ink: no space, control or joiner, and no selector of variants."""
    kind = unicodedata.category(sign)
    return kind[0] not in "ZC" and not 0xFE00 <= ord(sign) <= 0xFE0F and sign != "\u034f"
