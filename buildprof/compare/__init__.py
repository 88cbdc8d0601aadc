"""Statistics and verdicts: what changed between two sides, and whether it is more than noise."""
