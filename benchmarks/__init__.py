"""What Scorekeeper costs: measurements to choose by, with their targets."""
