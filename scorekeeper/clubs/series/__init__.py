"""Championships: several tournaments and nights, whose places or sums are added up."""
