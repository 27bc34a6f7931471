"""Paper that machines read: where its marks are, the texts of its codes, and the reading of photographs.

No Flask, no database, no clock. `marks` and `codes` are what paper and reader share; `picture` opens
pictures, `finding` finds codes in them, `ink` measures marks; `reading` turns those of a slip into a result or doubts,
`sheets` those of a blank sheet.
"""
