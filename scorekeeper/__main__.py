"""`python -m scorekeeper` runs the command `scorekeeper`."""

from scorekeeper.cli import run

run()
