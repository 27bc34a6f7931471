"""`python -m tools.deb.check`: installs the Debian package in a new root, and tries all that dpkg does with it.

Run as root, with Debian's debootstrap; it downloads a minimal Debian, some 50 MB, and leaves nothing behind.
"""

import json
import os
import platform
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tools.deb.__main__ import COMPLETION
from tools.deb.launcher import SETTINGS
from tools.trust.server import free_port

TOP = Path(__file__).parents[2]
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
PORT = free_port()
PATIENCE = 60  # seconds
DATA, BACKUPS = Path("/var/lib/scorekeeper"), Path("/var/lib/scorekeeper-backups")
APT = ("apt-get", "--quiet", "--quiet", "--yes", "--no-install-recommends", "--option", "Dpkg::Use-Pty=0")
ENABLED = (
    "/etc/systemd/system/multi-user.target.wants/scorekeeper.service",
    "/etc/systemd/system/timers.target.wants/scorekeeper-backup.timer",
)
OWN_LINE = "SCOREKEEPER_PUBLIC_URL=https://cards.example\n"


class Root:
    """A minimal Debian in a folder. Each command has process numbers of its own, and ends with all that it started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def words(self, *words: str) -> list[str]:
        """Returns a command that runs in this root."""
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.folder}/proc"]
        return [*alone, "chroot", str(self.folder), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *words]

    def run(self, *words: str, status: int = 0) -> str:
        """Runs a command, which must end with this status; returns what it printed."""
        done = subprocess.run(
            self.words(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode != status:
            raise SystemExit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    def path(self, inside: "Path | str") -> Path:
        """Returns the path of a file in this root, seen from outside."""
        return self.folder / str(inside).lstrip("/")


def main() -> None:
    """Installs, runs, updates, removes and purges the newest package in `dist/`."""
    package = max(TOP.glob("dist/scorekeeper_*.deb"), key=lambda file: file.stat().st_mtime)
    with new_root() as root:
        shutil.copy(package, root.path("/scorekeeper.deb"))
        for step in (install, serve, update, remove, purge):
            began = time.monotonic()
            step(root)
            print(f"{step.__name__:<10} good, {time.monotonic() - began:.0f} s", flush=True)


@contextmanager
def new_root() -> Iterator[Root]:
    """Context manager of a new minimal Debian, of the release that this machine has."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise SystemExit("This needs root and debootstrap: apt-get install debootstrap")
    release = platform.freedesktop_os_release()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-root-") as folder:
        Path(folder).chmod(0o755)
        words = ["debootstrap", "--variant=minbase", release["VERSION_CODENAME"], folder, MIRROR]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        shutil.copy("/etc/resolv.conf", f"{folder}/etc/resolv.conf")
        yield Root(Path(folder))


def expect(fact: object, sentence: str) -> None:
    """Ends the check with the sentence unless the fact is true."""
    if not fact:
        raise SystemExit(f"Wrong: {sentence}")


def install(root: Root) -> None:
    """Installs it with its dependencies; checks the files, their owners, and doctor's result before the first start."""
    root.run(*APT, "update")
    root.run(*APT, "install", "/scorekeeper.deb")
    expect("scorekeeper, version" in root.run("scorekeeper", "--version"), "the command does not run")
    expect(all(root.path(unit).is_symlink() for unit in ENABLED), "service and backup do not begin with the machine")
    expect(root.path("/usr/share/man/man1/scorekeeper.1.gz").exists(), "there is no manual page")
    expect(all(root.path(f"/usr/share/{place}").exists() for place in COMPLETION.values()), "shells complete nothing")
    owner = root.run("stat", "--format=%U %a", str(DATA), str(BACKUPS), str(SETTINGS)).split("\n")[:3]
    expect(owner == ["scorekeeper 700", "scorekeeper 700", "root 600"], f"folders and settings are {owner}")
    expect(wrong(root, status=1) == ["migrations"], "doctor does not say that the database is still empty")


def wrong(root: Root, status: int = 0) -> list[str]:
    """Returns the checks of doctor that found something wrong."""
    checks = json.loads(root.run("scorekeeper", "doctor", "--json", status=status))["checks"]
    return [check["check"] for check in checks if check["status"] == "wrong"]


@contextmanager
def serving(root: Root) -> Iterator[None]:
    """Context manager of a running server, started with the unit's command; waits until it responds."""
    words = root.words("scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(PORT), "--no-qr")
    log = root.path("/server.log")
    with log.open("wb") as said, subprocess.Popen(words, stdout=said, stderr=said) as server:
        try:
            deadline = time.monotonic() + PATIENCE
            while answer("/healthz") is None:
                running = server.poll() is None and time.monotonic() < deadline
                expect(running, f"the server does not answer\n{log.read_text('utf-8')}")
                time.sleep(0.2)
            yield
        finally:
            if server.poll() is None:
                children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("ascii").split()
                for child in children:  # unshare itself ignores the signal
                    os.kill(int(child), signal.SIGTERM)
                server.wait(PATIENCE)


def answer(path: str) -> bytes | None:
    """Returns the body of the server's response; None if it cannot be reached."""
    try:
        with urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=PATIENCE) as response:
            content: bytes = response.read()
            return content
    except OSError:
        return None


def serve(root: Root) -> None:
    """Starts the server, prints a sheet, and makes a club and a backup; doctor finds nothing wrong."""
    with serving(root):
        expect(b'"status":"ok"' in (answer("/healthz") or b""), "/healthz is not well")
        expect((answer("/blank/tresette.pdf") or b"").startswith(b"%PDF"), "no sheet can be printed")
        root.run("scorekeeper", "demo", "--matches", "3", "--password", "a long pass phrase")
        root.run("scorekeeper", "backup", str(BACKUPS / "evening.sqlite3"))
        expect(wrong(root) == [], "doctor finds something wrong")
    foreign = root.run("find", str(DATA), str(BACKUPS), "!", "-user", "scorekeeper")
    expect(not foreign, f"the service does not own {foreign}")


def kept(root: Root) -> tuple[bytes, str]:
    """Returns the secret key and the number of correct matches."""
    return root.path(DATA / "secret_key").read_bytes(), root.run("scorekeeper", "verify")


def update(root: Root) -> None:
    """Installs it over itself: the operator's settings and all data stay, and it serves."""
    before = kept(root)
    with root.path(SETTINGS).open("a", encoding="utf-8") as settings:
        settings.write(OWN_LINE)
    root.run(*APT, "install", "--reinstall", "/scorekeeper.deb")
    expect(kept(root) == before, "the data changed")
    expect(root.path(SETTINGS).read_text("utf-8").endswith(OWN_LINE), "the settings changed")
    with serving(root):
        expect(wrong(root) == [], "doctor finds something wrong")


def remove(root: Root) -> None:
    """Removes it: the program is gone, settings and data stay; then installs it again, with them."""
    before = kept(root)
    root.run(*APT, "remove", "scorekeeper")
    expect(not root.path("/opt/scorekeeper").exists(), "files stay in /opt")
    expect(root.path(SETTINGS).exists() and root.path(DATA / "secret_key").exists(), "settings or data are gone")
    root.run(*APT, "install", "/scorekeeper.deb")
    expect(kept(root) == before, "the data changed")


def purge(root: Root) -> None:
    """Purges it: settings are gone, data stay, until they are to be deleted, too."""
    said = root.run(*APT, "purge", "scorekeeper")
    expect(not root.path(SETTINGS.parent).exists(), "settings stay")
    expect(
        root.path(DATA / "secret_key").exists() and "PURGE_DATA=yes" in said,
        "data are gone, or nothing says that they stay",
    )
    root.run(*APT, "install", "/scorekeeper.deb")
    root.run("env", "PURGE_DATA=yes", *APT, "purge", "scorekeeper")
    expect(not any(root.path(unit).is_symlink() for unit in ENABLED), "the service is still enabled")
    expect(not root.path(DATA).exists() and not root.path(BACKUPS).exists(), "data stay")
    expect("scorekeeper" not in root.path("/etc/passwd").read_text("utf-8"), "the user stays")


if __name__ == "__main__":
    main()
