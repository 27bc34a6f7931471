"""Downloads the third-party files that Scorekeeper ships: only the files named here, unchanged, from pinned packages.

Needs npm, configured as usual on the machine. `make vendor` rewrites all files; `git diff` then shows changes. The
README.md in each folder names the package, version and licence.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parents[1] / "static"


class Vendored(NamedTuple):
    """A package whose `files` are copied into `folder` (below static/), without the package's subfolders."""

    package: str
    version: str
    licence: str
    purpose: str
    folder: str
    files: tuple[str, ...]


# MicroPython's package has no licence file; the one in its folder was copied from its source repository.
# The fonts are complete TrueType files, one per weight: WeasyPrint mixes up the subsets of one family (it printed
# wrong letters), and unpacking woff2 takes it seconds.
VENDORED = (
    Vendored(
        "@micropython/micropython-webassembly-pyscript", "1.27.0", "MIT",
        "Runs `scorekeeper/games/` in the browser, so that a phone scores hands without a network.",
        "vendor/micropython", ("micropython.mjs", "micropython.wasm"),
    ),
    Vendored(
        "@expo-google-fonts/archivo", "0.4.2", "OFL-1.1", "Heads and figures on paper.", "fonts/archivo-bold",
        ("700Bold/Archivo_700Bold.ttf", "LICENSE_FONT"),
    ),
    Vendored(
        "@expo-google-fonts/noto-sans", "0.4.2", "OFL-1.1", "Text on paper.", "fonts/noto-sans",
        ("400Regular/NotoSans_400Regular.ttf", "700Bold/NotoSans_700Bold.ttf", "LICENSE_FONT"),
    ),
    Vendored(
        "@expo-google-fonts/noto-sans-jp", "0.4.3", "OFL-1.1", "Japanese text on paper.", "fonts/noto-sans-jp",
        ("400Regular/NotoSansJP_400Regular.ttf", "LICENSE_FONT"),
    ),
    Vendored(
        "@expo-google-fonts/noto-sans-symbols-2", "0.4.1", "OFL-1.1", "Suits of cards and the sides' signs on paper.",
        "fonts/noto-sans-symbols-2", ("400Regular/NotoSansSymbols2_400Regular.ttf", "LICENSE_FONT"),
    ),
)  # fmt: skip


def fetch(vendored: Vendored, into: Path) -> tarfile.TarFile:
    """Downloads the package as packed by npm, which verifies the registry's digest."""
    subprocess.run(
        ["npm", "pack", "--silent", f"{vendored.package}@{vendored.version}"],
        cwd=into,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (archive,) = into.glob("*.tgz")
    return tarfile.open(archive)


def write(vendored: Vendored, archive: tarfile.TarFile) -> None:
    """Writes the package's files and a README.md into its folder."""
    folder = STATIC / vendored.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in vendored.files:
        packed = archive.extractfile(f"package/{name}")
        if packed is None:
            sys.exit(f"{vendored.package} {vendored.version} has no file {name}")
        (folder / Path(name).name).write_bytes(packed.read())
    (folder / "README.md").write_text(
        f"# {vendored.package} {vendored.version}\n\n"
        f"{vendored.purpose} Licence: {vendored.licence}, see the file beside this one.\n"
        f"Unchanged files of the npm package, fetched by `make vendor` (`tools/vendor.py`).\n",
        encoding="utf-8",
    )


def main() -> None:
    """Downloads all packages."""
    for vendored in VENDORED:
        with tempfile.TemporaryDirectory() as folder, fetch(vendored, Path(folder)) as archive:
            write(vendored, archive)
        print(f"{vendored.package} {vendored.version} → static/{vendored.folder}")


if __name__ == "__main__":
    main()
