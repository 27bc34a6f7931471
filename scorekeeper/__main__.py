"""`python -m scorekeeper` is `scorekeeper`."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
