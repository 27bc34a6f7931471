"""Which characters the shipped fonts can print. One that none of them has never becomes an empty box.

They have Latin, Greek, Cyrillic, Vietnamese, Devanagari and Japanese letters, suits and signs. In a name in another
script, such as Arabic, each letter is printed as a question mark, and the foot of the page says so.
"""

from functools import lru_cache
from unicodedata import category

from scorekeeper.config import folder

STAND_IN = "?"
UNSEEN = ("Cc", "Cf", "Mn")  # Unicode categories that are not visible by themselves
WESTERN = ("noto-sans/NotoSans_400Regular.ttf", "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf")
JAPANESE = ("noto-sans-jp/NotoSansJP_400Regular.ttf",)


@lru_cache(maxsize=2)
def _letters_of(files: tuple[str, ...]) -> frozenset[str]:
    """The letters that any of some fonts has."""
    from fontTools.ttLib import TTFont

    found: set[int] = {ord(space) for space in "\n\r\t"}
    for file in files:
        with TTFont(folder("static") / "fonts" / file, lazy=True) as font:
            found.update(font.getBestCmap())
    return frozenset(map(chr, found))


def needs_japanese(text: str) -> bool:
    """Whether the large Japanese font has to be opened: the others lack a letter that is seen."""
    return any(category(letter) not in UNSEEN for letter in frozenset(text) - _letters_of(WESTERN))


def is_lacking(text: str) -> bool:
    """Whether a letter that is seen is in none of the fonts."""
    return any(category(letter) not in UNSEEN for letter in _missing(text))


def in_print(text: str) -> str:
    """The text as it can be printed: a question mark for each letter that no font has, nothing for unseen ones."""
    gone = {ord(each): "" if category(each) in UNSEEN else STAND_IN for each in _missing(text)}
    return text.translate(gone)


def _missing(text: str) -> frozenset[str]:
    """The letters of a text that no font has; the Japanese one is looked into only if it has to be."""
    beyond = frozenset(text) - _letters_of(WESTERN)
    return beyond - _letters_of(JAPANESE) if beyond else beyond
