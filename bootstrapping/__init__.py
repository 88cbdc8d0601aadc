"""What ./bootstrap does, with the standard library alone: it makes the environment that all else needs."""
