"""Changes of a tournament document: each function takes a document and returns a changed one, read and checked.

All raise Refusal with every problem, and leave the document they were given unchanged.
"""
