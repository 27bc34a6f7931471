"""Builds the font for screens: Archivo, bold only, with the letters that scores, names and buttons need.

`make vendor` runs it. The package's variable font has 90 kB; with the weight axis pinned to 700, the width axis limited
to 62–100 % and the letters of Western European languages it has 19 kB. Central European letters are a second file,
which browsers load only if a page contains such a letter (`unicode-range` in static/css/tokens.css).
"""

import tempfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tools.vendor import STATIC, Vendored, fetch

PACKAGE = Vendored(
    "@fontsource-variable/archivo", "5.3.0", "OFL-1.1", "Scores, names and keys on the screen.", "fonts/archivo", ()
)
SIGNS = "–—−×“”‘’…½"
SUBSETS = {
    "archivo": ("files/archivo-latin-wdth-normal.woff2", (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, SIGNS))),
    "archivo-ext": ("files/archivo-latin-ext-wdth-normal.woff2", tuple(range(0x100, 0x180))),
}  # fmt: skip
AXES = {"wght": 700, "wdth": (62, 100)}
README = """# {0.package} {0.version}

{0.purpose} Licence: {0.licence}, see LICENSE beside this file.
Made by `tools/screen_font.py` (`make vendor`) from the npm package: weight 700 only, width axis 62–100 %, two subsets.
"""


def subset(source: Path, letters: tuple[int, ...], target: Path) -> None:
    """Writes the font with these letters, in one weight and the widths of AXES, as woff2 without hinting."""
    font = instantiateVariableFont(TTFont(source), AXES)
    options = Options(flavor="woff2", hinting=False, layout_features=["tnum", "lnum", "frac"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def main() -> None:
    """Downloads the package and writes both files, the licence and a README into static/fonts/archivo."""
    folder = STATIC / PACKAGE.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, fetch(PACKAGE, Path(name)) as archive:
        archive.extractall(name, filter="data")
        unpacked = Path(name) / "package"
        for stem, (file, letters) in SUBSETS.items():
            subset(unpacked / file, letters, folder / f"{stem}.woff2")
        (folder / "LICENSE").write_bytes((unpacked / "LICENSE").read_bytes())
    (folder / "README.md").write_text(README.format(PACKAGE), encoding="utf-8")


if __name__ == "__main__":
    main()
