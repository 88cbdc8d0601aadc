"""The only module that prints: results to stdout, everything else to stderr."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

    from buildprof.errors import BuildprofError


def result(text: str) -> None:
    """Print what the command was asked for; the text ends in one newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Say something about the work, on stderr."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201


def warning(text: str) -> None:
    """Say on stderr what the user should know but need not act on at once."""
    note(f"{_mark('warning', '33')}: {text}")


def error(problem: BuildprofError) -> None:
    """Print an error: what and where first, then what to do next."""
    where = f"{printable(str(problem.where))}: " if problem.where is not None else ""
    note(f"{_mark('error', '31')}: {where}{problem.what}")
    if problem.hint:
        note(f"  {problem.hint}")


def width() -> int | None:
    """Columns that results must fit: COLUMNS, else the terminal's; None on a pipe."""
    if not os.environ.get("COLUMNS", "").isdigit() and not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def colour(stream: TextIO) -> bool:
    """Whether to colour: NO_COLOR, then CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR, then a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") != "0" for name in ("CLICOLOR_FORCE", "FORCE_COLOR")):
        return True
    return os.environ.get("CLICOLOR", "1") != "0" and stream.isatty()


def printable(text: str) -> str:
    """Text without control characters, line breaks or bidirectional overrides.

    Names in traces come from source files, and a terminal obeys what it is sent.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if unicodedata.category(c) not in _UNSAFE else "\N{REPLACEMENT CHARACTER}" for c in text
    )


_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def _mark(word: str, code: str) -> str:
    return f"\x1b[{code}m{word}\x1b[0m" if colour(sys.stderr) else word
