"""How wide a text is in print, and into which lines it breaks: read from the shipped fonts. Lengths in millimetres.

Japanese letters are all one em wide, so their large font is not opened for it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from unicodedata import east_asian_width, name

from scorekeeper.config import folder

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
