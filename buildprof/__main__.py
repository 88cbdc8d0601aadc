"""`python -m buildprof` is the command `buildprof`."""

from buildprof.cli import main

main()
