"""One call of `buildprof run`: which builds, in which order, each built, read and proven."""
