"""What the style sheets promise: colours that can be read, sizes that can be hit, little to load."""

import gzip
import re

import pytest

from scorekeeper.config import folder

CSS = folder("static") / "css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")
LIGHT = ":root {"
DARK = ':root[data-theme="dark"], :root[data-theme="oled"] {'
SYSTEM_DARK = ":root:not([data-theme]) {"
THEMES = {
    "light": (LIGHT,),
    "dark": (LIGHT, DARK),
    "oled": (LIGHT, DARK, ':root[data-theme="oled"] {'),
    "sun": (LIGHT, ':root[data-theme="sun"] {'),
}
PAPERS = ("paper", "raised", "sunk")
TEXTS = ("ink", "soft", "accent", *(f"side-{side}" for side in range(6)))
OUTLINES = ("edge",)


def block(selector: str) -> dict[str, str]:
    """The names that a rule of tokens.css sets."""
    start = TOKENS.index("\n" + selector) if selector != SYSTEM_DARK else TOKENS.index(selector)
    body = re.sub(r"/\*.*?\*/", "", TOKENS[start : TOKENS.index("}", start)], flags=re.DOTALL)
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


def theme(name: str) -> dict[str, str]:
    return {key: value for selector in THEMES[name] for key, value in block(selector).items()}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, of #rgb or #rrggbb."""
    digits = colour.strip().removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_every_text_and_every_side_can_be_read_on_every_paper(name: str) -> None:
    colours = theme(name)
    for paper in PAPERS:
        for text in TEXTS:
            assert contrast(colours[text], colours[paper]) >= 4.5, (text, paper)
        for outline in OUTLINES:
            assert contrast(colours[outline], colours[paper]) >= 3, (outline, paper)
    assert contrast(colours["press"], colours["on-press"]) >= 7


def test_full_sun_asks_for_more() -> None:
    colours = theme("sun")
    assert all(contrast(colours[text], colours["paper"]) >= 7 for text in TEXTS)


def test_the_device_s_dark_is_the_dark_that_can_be_chosen() -> None:
    assert block(SYSTEM_DARK) == block(DARK)


def declarations(sheet: str, selector: str) -> dict[str, str]:
    """What the first rule of a sheet with this selector says."""
    text = (CSS / f"{sheet}.css").read_text(encoding="utf-8")
    body = re.search(rf"(?:^|\n){re.escape(selector)} {{([^}}]*)}}", text)
    assert body
    return dict(re.findall(r"([\w-]+):\s*([^;]+);", body[1]))


def test_what_has_the_focus_does_not_look_like_a_mistake() -> None:
    assert "var(--accent)" in declarations("components", ".error")["color"]
    assert declarations("base", ":focus-visible")["outline"] == "3px solid var(--ink)"


def test_what_a_match_page_says_for_a_moment_lies_over_no_key() -> None:
    toast = declarations("match", ".match-page .toast")
    assert toast["inset"].endswith("auto")  # at the top, the keys are at the bottom
    assert toast["pointer-events"] == "none"


def test_all_style_sheets_together_are_small() -> None:
    pages = ("tokens", "base", "components", "pages", "match", "print")
    packed = sum(len(gzip.compress((CSS / f"{name}.css").read_bytes(), 9)) for name in pages)
    assert packed <= 13_000
