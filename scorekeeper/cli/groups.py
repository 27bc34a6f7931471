"""The commands that have commands: `scorekeeper tournament`, `club` and `db`."""

import click

from scorekeeper.cli import Commands, Listed, Sections

TOURNAMENT: Sections = {
    "Results": {
        "standings": Listed("documents:standings", "The ranking after the complete rounds"),
        "pair": Listed("documents:pair", "The tables of the next round"),
        "check": Listed("documents:check", "Where manual pairings differ from the rule"),
        "table": Listed("sheet:tournament_table", "The ranking with every round as CSV"),
    },
    "Paper": {
        "sheet": Listed("sheet:tournament_sheet", "Slips, draw, ranking, bracket … as PDF"),
        "read": Listed("photographs:tournament_read", "Read results from photographs of slips"),
    },
}
CLUB: Sections = {
    "Commands": {
        "create": Listed("club:create", "Create a club and its owner's account"),
        "password": Listed("club:password", "Set the password of an account"),
        "erase": Listed("club:erase", "Erase a person's names, keep the scores"),
    }
}
DB: Sections = {
    "Commands": {
        "status": Listed("db:status", "The database in use; is it up to date?"),
        "upgrade": Listed("db:upgrade", "Apply missing migrations"),
        "scrub": Listed("db:scrub", "Rewrite the file without deleted data"),
    }
}


@click.group(cls=Commands, sections=TOURNAMENT)
def tournament() -> None:
    """Standings and pairings of tournament documents: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON result per line, in order; `sheet` writes a PDF of one document instead, `table` a CSV file, and
    `read` reads photographs of slips. Exit status 2 if any document was refused.
    """


@click.group(cls=Commands, sections=CLUB)
def club() -> None:
    """Create a club with its owner, set a new password, erase a person."""


@click.group(cls=Commands, sections=DB)
def db() -> None:
    """Migrate the database, and show its status."""
