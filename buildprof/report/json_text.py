"""JSON whose text is safe in a terminal: what could command one or mislead a reader is escaped."""

from __future__ import annotations

import re

import msgspec

from buildprof.console import printable

_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]")


def encode(value: object) -> str:
    """Return compact JSON in one line, without a line end."""
    return safe(msgspec.json.encode(value).decode())


def safe(text: str) -> str:
    """Return JSON that means the same, with control and format characters as escapes."""
    return _BEYOND_ASCII.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found.group()
    if printable(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
