"""`python -m tools.deb`: builds `dist/scorekeeper_….deb`, for Debians with the Python that runs this.

All locked packages lie in a virtual environment in /opt/scorekeeper, compiled: nothing is downloaded or made when the
package is installed (docs/decisions/30-the-debian-package-is-complete.md).
"""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import scorekeeper
from scorekeeper.cli.completion import script_of
from tools import addresses
from tools.deb import launcher
from tools.install.debian import PRINTING, names

TOP = Path(__file__).parents[2]
DEPLOY = TOP / "deploy"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
UNITS = ("scorekeeper.service", "scorekeeper-backup.service", "scorekeeper-backup.timer")
EXAMPLES = ("nginx.conf", "haproxy.cfg", "Caddyfile")
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
HOME = "opt/scorekeeper"  # as in the units
COMPLETION = {  # where Debian's shells look
    "bash": "bash-completion/completions/scorekeeper",
    "zsh": "zsh/vendor-completions/_scorekeeper",
    "fish": "fish/vendor_completions.d/scorekeeper.fish",
}
QUIETLY = ("-qq", "--disable-pip-version-check", "--no-input")
PLAINLY = ("--no-compile", "--no-deps", "--ignore-installed")


def main() -> None:
    """Builds the package and prints its name."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-deb-") as folder:
        root = Path(folder) / "root"
        root.mkdir(mode=0o755)
        _install_program(root, Path(folder))
        _install_files(root)
        print(_packed(root).relative_to(TOP))


def _run(*words: "str | Path", **environ: str) -> str:
    return subprocess.run(
        words, check=True, stdout=subprocess.PIPE, text=True, cwd=TOP, env={**os.environ, **environ}
    ).stdout.strip()


def _install_program(root: Path, folder: Path) -> None:
    """Installs the locked packages and the wheel as a virtual environment of the system's Python."""
    home = root / HOME
    _run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder / "wheel")
    (wheel,) = (folder / "wheel").iterdir()
    pip = (sys.executable, "-m", "pip", "install", *QUIETLY, *PLAINLY, "--prefix", home)
    _run(*pip, "--only-binary=:all:", "--require-hashes", "--requirement", TOP / "requirements" / "runtime.txt")
    _run(*pip, wheel)
    program = (home / "bin" / "scorekeeper").read_text(encoding="utf-8").partition("\n")[2]
    shutil.rmtree(home / "bin")
    shutil.rmtree(home / "share")
    for url in home.glob("lib/python*/site-packages/*.dist-info/direct_url.json"):  # names the folder of this build
        url.unlink()
    (home / "bin").mkdir()
    (home / "bin" / "python").symlink_to(f"/usr/bin/python{PYTHON}")
    _write(home / "bin" / "scorekeeper", f"#!/{HOME}/bin/python\n{program}", mode=0o755)
    _write(home / "pyvenv.cfg", f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {PYTHON}\n")
    compiling = ("--invalidation-mode", "unchecked-hash", "-q", "-j", "0", "-s", root, "-p", "/")
    _run(sys.executable, "-m", "compileall", *compiling, home / "lib")


def _install_files(root: Path) -> None:
    """Installs command, units, settings, completion, manual page, examples and licence."""
    _write(root / "usr/bin/scorekeeper", Path(launcher.__file__).read_text(encoding="utf-8"), mode=0o755)
    _write(
        root / "etc/scorekeeper/environment", (DEPLOY / "debian/environment").read_text(encoding="utf-8"), mode=0o600
    )
    shared = root / "usr/share"
    texts = {
        **{root / "usr/lib/systemd/system" / name: DEPLOY / name for name in UNITS},
        **{shared / "doc/scorekeeper/examples" / name: DEPLOY / name for name in EXAMPLES},
        shared / "doc/scorekeeper/copyright": TOP / "LICENSE",
    }
    for place, source in texts.items():
        _write(place, source.read_text(encoding="utf-8"))
    for shell, script in COMPLETION.items():
        _write(shared / script, script_of(shell))
    packed = {
        shared / "man/man1/scorekeeper.1.gz": TOP / "docs/scorekeeper.1",
        shared / "doc/scorekeeper/changelog.gz": TOP / "CHANGELOG.md",
    }
    for place, source in packed.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(gzip.compress(source.read_bytes(), mtime=0))


def homepage(urls: dict[str, str]) -> str:
    """Returns the control file's line about the project's address; empty if it has none."""
    url = urls.get(addresses.HOMEPAGE) or urls.get(addresses.REPOSITORY)
    return f"Homepage: {url}\n" if url else ""


def _write(file: Path, text: str, mode: int = 0o644) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)


def _packed(root: Path) -> Path:
    """Adds the files that dpkg reads, packs everything with equal times, and returns the package's path."""
    architecture = _run("dpkg", "--print-architecture")
    size = sum(file.lstat().st_size for file in root.rglob("*") if not file.is_dir()) // 1024
    control = (DEPLOY / "debian/control").read_text(encoding="utf-8")
    fields = {
        "version": scorekeeper.__version__,
        "python": PYTHON,
        "architecture": architecture,
        "size": size,
        "maintainer": addresses.maintainer(),
        "homepage": homepage(addresses.urls()),
        "printing": ", ".join(names([PRINTING])),
    }
    _write(root / "DEBIAN/control", control.format(**fields))
    _write(root / "DEBIAN/conffiles", "/etc/scorekeeper/environment\n")
    for name in SCRIPTS:
        _write(root / "DEBIAN" / name, (DEPLOY / "debian" / name).read_text(encoding="utf-8"), mode=0o755)
    _run("chmod", "-R", "u+rwX,go+rX,go-w", root / "opt", root / "usr")
    package = TOP / "dist" / f"scorekeeper_{scorekeeper.__version__}+py{PYTHON}_{architecture}.deb"
    package.parent.mkdir(exist_ok=True)
    made_at = os.environ.get("SOURCE_DATE_EPOCH") or _run("git", "log", "-1", "--format=%ct")
    _run("dpkg-deb", "--root-owner-group", "-Zzstd", "--build", root, package, SOURCE_DATE_EPOCH=made_at)
    return package


if __name__ == "__main__":
    main()
