"""Tournaments: what a document says, what came out at the tables, who stands where, and who meets whom next.

Everything here is pure: a document in, an answer out; no Flask, no database, no clock. Rules are numbered TOU-1 to
TOU-20. What is refused is refused as in `scorekeeper.games`: a Refusal with every problem, its field and its rule.
"""
