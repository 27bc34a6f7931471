"""What several pages of tournaments show: tables, rankings, floor plan, clock, entries and their notices."""
