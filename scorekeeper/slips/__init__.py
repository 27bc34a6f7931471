"""Machine-readable paper: the places of its marks, the texts of its codes, and the reading of photographs.

No Flask, no database, no clock. Paper and reader share `marks` and `codes`. `picture` opens pictures, `finding` finds
codes in them, `ink` measures marks, `rows` decides which circles are marked; `reading` returns the results of slips,
`sheets` those of blank sheets, each with doubts.
"""
