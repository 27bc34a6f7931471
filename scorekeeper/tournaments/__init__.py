"""Tournaments: reads a tournament document, computes its standings and pairs the next round.

Everything here is pure: a document goes in, a value comes out; no Flask, no database, no clock. Rules are numbered
TOU-1 to TOU-28 (docs/tournaments.md). Errors are as in `scorekeeper.games`: a Refusal lists every problem with its
field and its rule.
"""
