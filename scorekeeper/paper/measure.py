"""Papers and type: sizes of paper, characters the shipped fonts have, widths and lines of texts. In millimetres."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, east_asian_width, name

from scorekeeper.config import folder

HEADING = 0.76  # of the type


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper. `side` is the margin left and right; `crib_columns` in how many columns the rules are set."""

    name: str
    width: float
    height: float
    top: float
    bottom: float
    side: float
    type: float
    crib_columns: int

    @property
    def heading_type(self) -> float:
        """The size of the columns' headings, in points."""
        return HEADING * self.type

    @property
    def measure(self) -> float:
        """The width that can be set."""
        return self.width - 2 * self.side

    @property
    def depth(self) -> float:
        """The height that can be set."""
        return self.height - self.top - self.bottom


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297, top=10.5, bottom=17, side=12, type=9, crib_columns=3),
        Paper("A5", 148, 210, top=11, bottom=16, side=11, type=8, crib_columns=2),
        Paper("Letter", 215.9, 279.4, top=12.7, bottom=17, side=12.7, type=9, crib_columns=3),
    )
}
DEFAULT_PAPER = "A4"


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


POINT = 25.4 / 72
UNKNOWN = 1.0  # em: of a letter that the Latin font lacks, such as a suit's sign
REGULAR = ("noto-sans/NotoSans_400Regular.ttf",)
BOLD = ("archivo-bold/Archivo_700Bold.ttf", "noto-sans/NotoSans_700Bold.ttf")
MAY_BREAK = "\N{ZERO WIDTH SPACE}"  # where a translation allows a long word to break
NOT_FIRST = "、。,.・:;!?)」』】%ーっゃゅょッャュョァィゥェォ々〜"  # in a line
NOT_LAST = "(「『【"


@lru_cache(maxsize=2)
def _advances(bold: bool) -> Callable[[str], float]:
    """A function that returns how far a letter moves on, in em: bold in Archivo, and what that lacks in Noto Sans."""
    from fontTools.ttLib import TTFont

    known: dict[int, float] = {}
    for file in BOLD if bold else REGULAR:
        with TTFont(folder("static") / "fonts" / file, lazy=True) as font:
            widths, em = font["hmtx"].metrics, font["head"].unitsPerEm
            known = {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()} | known

    def advance(letter: str) -> float:
        return 0 if letter == MAY_BREAK else known.get(ord(letter), UNKNOWN)

    return advance


def width(text: str, points: float, *, bold: bool = False) -> float:
    """The width of a text on one line, in a size of type."""
    advance = _advances(bold)
    return sum(1 if is_wide(letter) else advance(letter) for letter in text) * points * POINT


def is_wide(letter: str) -> bool:
    """Whether a letter is as wide as high, as Japanese ones are."""
    return east_asian_width(letter) in "WF"


def lines(text: str, measure: float, points: float, *, bold: bool = False, whole: bool = False) -> tuple[str, ...]:
    """The lines into which a text breaks; `whole`: Japanese words stay whole too, as they do in headings."""
    broken: list[str] = []
    for piece in words(text) if whole else pieces(text):
        if broken and width((broken[-1] + piece).rstrip(), points, bold=bold) <= measure:
            broken[-1] += piece
        else:
            broken.append(piece)
    return tuple(line.replace(MAY_BREAK, "").strip() for line in broken)


def widest_word(text: str, points: float) -> float:
    """The width without which a word of a heading would break."""
    return max((width(word.rstrip(), points) for word in words(text)), default=0.0)


def words(text: str) -> Sequence[str]:
    """The parts of a heading that stay whole, each with the space after it.

    In Japanese a phrase ends where kana that inflect or join (の, った) are followed by kanji or katakana; a single
    letter at the end does not stand alone.
    """
    parted = _parted(text, lambda last, first: _is_hiragana(last) and is_wide(first) and not _is_hiragana(first))
    if len(parted) > 1 and len(parted[-1]) == 1 and is_wide(parted[-1]):
        parted[-2:] = ["".join(parted[-2:])]
    return parted


def pieces(text: str) -> Sequence[str]:
    """The parts of running text that stay whole: Latin words, and Japanese letters with the signs bound to them."""
    return _parted(text, lambda last, first: is_wide(last) or is_wide(first))


def _parted(text: str, ends: Callable[[str, str], bool]) -> list[str]:
    return list(_parts(text, lambda last, first: first not in NOT_FIRST and last not in NOT_LAST and ends(last, first)))


def _parts(text: str, ends: Callable[[str, str], bool]) -> Iterator[str]:
    part = ""
    for letter in text:
        if part and letter not in " " + MAY_BREAK and (part[-1] in " " + MAY_BREAK or ends(part[-1], letter)):
            yield part
            part = ""
        part += letter
    if part:
        yield part


def _is_hiragana(letter: str) -> bool:
    return name(letter, "").startswith("HIRAGANA")
