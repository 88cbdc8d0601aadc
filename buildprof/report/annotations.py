"""Annotations: lines that GitHub shows at the files that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 10  # GitHub shows no more of a kind and step


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """One message; `file` is relative to the repository."""

    message: str
    level: Literal["error", "warning", "notice"] = "warning"
    file: str | None = None
    line: int | None = None
    title: str | None = None


def render(found: Sequence[Annotation], most: int = MOST) -> str:
    """Return the lines, the first ones; the last says how many were left out."""
    shown = list(found)
    if len(shown) > most:
        left = len(shown) - (most - 1)
        shown = [*shown[: most - 1], Annotation(message=f"and {left} more", level="notice")]
    return "".join(f"{_line(one)}\n" for one in shown)


def _line(one: Annotation) -> str:
    fields = {"file": one.file, "line": one.line, "title": one.title}
    told = ",".join(
        f"{name}={_property(str(value))}" for name, value in fields.items() if value is not None
    )
    return f"::{one.level}{' ' if told else ''}{told}::{_message(one.message)}"


def _message(text: str) -> str:
    lines = text.replace("%", "%25").replace("\r", "%0D").split("\n")
    return "%0A".join(printable(line) for line in lines)


def _property(text: str) -> str:
    return printable(text.replace("%", "%25").replace(":", "%3A").replace(",", "%2C"))
