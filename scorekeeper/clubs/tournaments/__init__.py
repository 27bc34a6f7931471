"""A club's tournaments: the document with its versions and log, rounds and their tables, and the arbiter's desk.

Nothing here commits. Standings and pairings come from `scorekeeper.tournaments`.
"""
