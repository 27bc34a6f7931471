"""Changes of a tournament document: each function takes the document and answers a new one, read and found good.

All raise Refusal with every problem, and leave the document that they were given as it was.
"""
