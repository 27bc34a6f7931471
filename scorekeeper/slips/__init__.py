"""Slips that machines read: where the marks lie on paper, what the codes say, and what a photograph of a slip says.

No Flask, no database, no clock. `marks` and `codes` are what paper and reader share; `picture` finds slips in pictures
and measures their marks; `reading` turns marks into a result, or into doubts.
"""
