"""Pure functions over records: no files, no printing."""
