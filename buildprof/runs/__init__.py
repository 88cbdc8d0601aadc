"""The run folder on disk: schema, read, write, resume."""
