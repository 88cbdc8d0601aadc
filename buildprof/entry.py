"""The first step of the command `buildprof`.

A plain `buildprof analyze` takes a short way: reading the options through the full command line would
take as long as reading the traces. Whatever this does not know goes the long way.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FLAGS = {"--json": ("form", "json"), "--strict": ("strict", True), "--no-steps": ("detect", False)}
_VALUES = {
    "--format": "form", "--output": "output", "-o": "output", "--top": "top", "--jobs": "threads",
    "-j": "threads",
}  # fmt: skip
_FORMS = frozenset({"text", "json", "csv", "cba", "perfetto"})


def main() -> None:
    """Run the command, by the short way where it serves."""
    arguments = sys.argv[1:]
    options = quick(arguments[1:]) if arguments[:1] == ["analyze"] else None
    if options is None:
        from buildprof.cli import main as long_way  # noqa: PLC0415

        long_way()
    else:
        from buildprof.report import analysis  # noqa: PLC0415

        sys.exit(analysis.invoke(options))


def quick(arguments: Sequence[str]) -> dict[str, object] | None:
    """The options of a plain `analyze`, or None where anything is unusual."""
    found: dict[str, object] = {}
    rest = iter(arguments)
    for given in rest:
        argument, glued = (given[:2], given[2:]) if given[:2] in {"-j", "-o"} else (given, "")
        if argument in _FLAGS:
            name, value = _FLAGS[argument]
        elif argument in _VALUES:
            name, value = _VALUES[argument], glued or next(rest, "")
        else:
            name, value = "where", argument
        if name in found or value == "" or str(value).startswith("-"):
            return None
        found[name] = value
    return _checked(found)


def _checked(found: dict[str, object]) -> dict[str, object] | None:
    for name in ("top", "threads"):
        number = str(found.get(name, "1"))
        if not (number.isascii() and number.isdigit() and int(number) > 0):
            return None
        if name in found:
            found[name] = int(number)
    return found if "where" in found and found.get("form", "text") in _FORMS else None
