"""Writes docs/trust.md: all lines of all parts, with the date and the machine."""

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tools.trust.lines import Line, table

REPORT = Path(__file__).parents[2] / "docs" / "trust.md"
INTRODUCTION = """\
# Trust, in figures

`make trust` generated this page. Every line is measured by a script in [tools/trust](../tools/trust)
or [benchmarks](../benchmarks), and `python -m tools.trust PART` runs one part alone. The command fails if a target is
missed.
"""


def write_report(parts: dict[str, list[Line]], report: Path = REPORT) -> None:
    """Writes the page. `parts` are lines by title; parts of the page that are not among them are kept."""
    sections = _sections(report) if report.exists() else {}
    day = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    sections |= {title: f"Measured {day}.\n\n{table(lines)}\n" for title, lines in parts.items()}
    said = "\n".join(sections.values())
    right, wrong = (said.count(f"| {Line('', '', '', sound).verdict} |") for sound in (True, False))
    counted = f"{right} of {right + wrong} targets are met.\n"
    body = [f"## {title}\n\n{section}" for title, section in sections.items()]
    report.write_text("\n".join([INTRODUCTION, machine(), counted, *body]), encoding="utf-8")


def _sections(report: Path) -> dict[str, str]:
    _head, *sections = report.read_text(encoding="utf-8").split("\n## ")
    return {title: f"{body.strip()}\n" for title, _, body in (section.partition("\n") for section in sections)}


def machine() -> str:
    """Returns the machine and versions, one per line."""
    used = {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version, "PostgreSQL": _postgresql()}
    used |= {name: version(name.lower()) for name in ("granian", "Flask", "SQLAlchemy", "WeasyPrint")}
    about = {
        "Machine": f"{_processor()}, {os.cpu_count()} cores, {_memory():.0f} GB, Linux {platform.release()}",
        "With": ", ".join(f"{name} {number}" for name, number in used.items()),
    }
    return "\n".join(f"- {name}: {value}" for name, value in about.items()) + "\n"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def _postgresql() -> str:
    from tools.trust.cluster import NoPostgreSQL, programs

    try:
        said = subprocess.run([str(programs() / "postgres"), "--version"], capture_output=True, text=True, check=True)
    except NoPostgreSQL:
        return "–"
    return said.stdout.split()[2]
