"""Is anything that people entered ever lost? Figures and verdicts, each from a script of this folder.

python -m tools.trust                      everything, into docs/trust.md (`make trust`)
python -m tools.trust durability --help    one part alone, with sizes of one's own
"""
