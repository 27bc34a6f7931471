"""Names of people: comparing them, telling namesakes apart, replacing names in stored values, detecting look-alikes."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Any

from scorekeeper.games.engine.cards import WORDS

# Keys of the JSON of matches in which `texts` replaces names: never names of people, even if a player is called so.
MEMBERS = frozenset((
    "asks", "by", "confirm", "day", "ends", "entry", "field", "game", "hand", "kind", "minutes", "name", "note",
    "number", "params", "phone", "place", "player", "players", "points", "reason", "round", "rule", "seats", "sides",
    "sitting", "stake", "strike_rest", "table", "tournament", "until", "way",
))  # fmt: skip


def name_key(name: str) -> str:
    """Returns a name normalised for comparison: NFKC, case-folded, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


APOSTROPHES = str.maketrans(dict.fromkeys("'’‘`´ʼ"))


def plain(text: str) -> str:
    """Returns a text in lower case, letters and digits only, without accents, for comparison."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    signs = (" " if not (sign.isalnum() or unicodedata.combining(sign)) else sign for sign in folded)
    return " ".join("".join(sign for sign in signs if not unicodedata.combining(sign)).split())


@lru_cache(20_000)
def person_key(name: str) -> str:
    """Returns a key that is equal for a person's name in either order: “Marra Vito”, “VITO MARRA”.

    Accents and apostrophes do not matter either: “D’Amico Niccolo'” and “Niccolò D'Amico” have the same key.
    """
    return " ".join(sorted(plain(name.translate(APOSTROPHES)).split())) or name_key(name)


NUMERAL = re.compile(r"(.*\S) \(([IVX]+)\)")


def common_name(name: str) -> str:
    """Returns the shared name of people distinguished by a numeral: “Maria Rossi” for “Maria Rossi (II)”."""
    numbered = NUMERAL.fullmatch(name)
    return numbered[1] if numbered else name


def numbered_name(name: str, at: int) -> str:
    """Returns the name of the `at`-th person called so: “Maria Rossi (II)” for 2; `at` is below 40."""
    tens, ones = divmod(at, 10)
    units = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return f"{name} ({'X' * tens}{units[ones]})"


@cache
def _sign(sign: str) -> str:
    """Returns a character normalised for comparison; empty for an invisible one, e.g. a joiner."""
    return "" if unicodedata.category(sign) == "Cf" else unicodedata.normalize("NFKC", sign).casefold()


def _folded(text: str) -> tuple[str, list[int]]:
    """Returns the text in a form for comparison, and the index in `text` of each of its characters."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    parts = [(_sign(sign), at) for at, sign in enumerate(text)]
    return "".join(part for part, _at in parts), [at for part, at in parts for _letter in part]


class Names:
    """A replacement of the names of one person by `instead`; `others` are names that must be kept."""

    def __init__(self, names: Collection[str], instead: str, others: Iterable[str] = ()) -> None:
        self.instead = instead
        self.keys = {name_key(name) for name in names}
        own = _any_of(names)
        # A longer name that contains one of ours ("Anna Maria") is another person: it is matched first and left alone.
        longer = _any_of([other for other in others if self._is_longer(other)])
        self._pattern = re.compile(rf"(?<![^\W_])(?:({longer})|(?:{own}))(?![^\W_])")
        self._in_keys = re.compile(rf"(?<![^\W\d_])(?:{own})(?![^\W\d_])")
        self.text = lru_cache(10_000)(self._text)  # most texts are the same few names

    def _is_longer(self, other: str) -> bool:
        key = name_key(other)
        return key not in self.keys and any(own in key for own in self.keys)

    def name(self, text: str) -> str:
        """Returns the replacement of a name; in longer names, as of a side of two people, replaces the part."""
        return self.instead if self.has(text) else self.text(text)

    def _text(self, text: str) -> str:
        """Replaces the person's names in free text: whole words only, ignoring case and invisible characters."""
        text = unicodedata.normalize("NFC", text)
        folded, places = _folded(text)
        replaced, last = "", 0
        for match in self._pattern.finditer(folded):
            if not match[1]:
                replaced += text[last : places[match.start()]] + self.instead
                last = places[match.end() - 1] + 1
        return replaced + text[last:] if last else text

    def mark(self, key: str) -> str:
        """Returns an opaque key from a browser, replaced by its hash if it contains one of the names."""
        if not self._in_keys.search(_folded(unicodedata.normalize("NFC", key))[0]):
            return key
        return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]

    def texts(self, value: Any, members: Collection[str] = ()) -> Any:
        """Returns a JSON value with the names replaced in all strings and in all keys but our own.

        Our own are MEMBERS, `members`, numbers, and paths of these (`honours.0.player`).
        Left alone are messages with parameters (`params`), the parameters' names, and the values of keys in WORDS.
        """
        whole: list[Any] = [None]
        todo: list[tuple[Any, Any, Any]] = [(value, whole, 0)]
        while todo:
            item, into, place = todo.pop()
            if isinstance(item, list):
                into[place] = [None] * len(item)
                todo += [(inner, into[place], index) for index, inner in enumerate(item)]
            elif isinstance(item, dict):
                are_params = isinstance(into, dict) and place == "params"
                is_message = isinstance(item.get("params"), dict)
                into[place] = {}
                for name, inner in item.items():
                    if is_message and name == "message":
                        into[place][name] = inner
                    else:
                        new = name if are_params else self._member(name, into[place], members)
                        todo.append((inner, into[place], new))
            else:
                unchanged = not isinstance(item, str) or (isinstance(into, dict) and place in WORDS)
                into[place] = item if unchanged else self.name(item)
        return whole[0]

    def _member(self, name: str, others: dict[str, Any], members: Collection[str]) -> str:
        """Returns the new key for `name`, unique among `others`, and reserves its place there."""
        parts = [part for part in name.replace(",", ".").split(".") if not (part.isascii() and part.isdigit())]
        is_ours = all(part in MEMBERS or part in WORDS or part in members for part in parts)
        new = name if is_ours else self.name(name)
        while new in others:
            new += "_"
        others[new] = None
        return new

    def has(self, text: str) -> bool:
        """True if the text is one of the person's names."""
        return name_key(text) in self.keys


def _any_of(names: Iterable[str]) -> str:
    """Returns a regex for any of these names in folded text, longest first; without names it matches nothing."""
    words = ([re.escape(_folded(word)[0]) for word in unicodedata.normalize("NFC", name).split()] for name in names)
    patterns = sorted((r"\s+".join(parts) for parts in words if any(parts)), key=len, reverse=True)
    return "|".join(patterns) or "(?!)"


def shared_words(name: str, other: str) -> set[str]:
    """Returns the words of three or more letters that two names or log-in names have in common."""
    words = [set(re.findall(r"[^\W\d_]{3,}", name_key(text))) for text in (name, other)]
    return words[0] & words[1]


# Letters of other scripts, and signs, that look like Latin letters: each line has them and their look-alikes.
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
AS_LATIN = {sign: latin for alike in DRAWN_ALIKE for sign, latin in str.maketrans(*alike).items()}
# Indistinguishable in many typefaces.
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
# Letters and marks that are drawn as nothing (Unicode's Default_Ignorable_Code_Point), and an empty Braille cell.
UNSEEN = {chr(sign) for sign in (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, *range(0x180B, 0x180E))}
UNSEEN |= {chr(sign) for sign in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}  # variation selectors


@lru_cache(10_000)
def skeleton(name: str) -> str:
    """Returns a key that is equal for names that look alike; it ignores spaces, invisible characters and case.

    Accents are visible, so names that differ in an accent have different keys.
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).translate(AS_LATIN))
    return "".join(sign for sign in plain.casefold() if _is_seen(sign)).translate(STROKES)


def _is_seen(sign: str) -> bool:
    """True if a character is visible: no space, control, joiner, filler or variation selector."""
    return sign not in UNSEEN and not unicodedata.category(sign).startswith(("Z", "C"))
