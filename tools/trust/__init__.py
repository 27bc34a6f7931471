"""Measures if any data that people entered is ever lost: figures and verdicts, one script per part.

python -m tools.trust                      all parts, written to docs/trust.md (`make trust`)
python -m tools.trust durability --help    one part, with its options
"""
