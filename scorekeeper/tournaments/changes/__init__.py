"""Changes of a tournament document: each function takes a document and returns a new one, read and checked.

All raise Refusal with every problem, and leave the document they got unchanged.
"""
