"""Tables of text: aligned for a terminal, and the same table as markdown."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Literal

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

Sink = Literal["text", "md", "html"]

NARROWEST = 12
# an underscore inside of a word is no markup; a < that begins no tag is none either
_MARKUP = re.compile(r"[\\|`*\[]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])")


def render(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: Sequence[int] = (0,),
    sink: Sink = "text",
    width: int | None = None,
) -> str:
    """Return an aligned table; columns in `left` are set left, the others right.

    In text, the first column is shortened in its middle until the table fits `width`. Cells are made
    safe for the sink, so that no name ends a cell or begins markup.
    """
    lines = [[cell(text, sink) for text in row] for row in (header, *rows)]
    if width is not None and sink == "text":
        lines = _fitted(lines, width)
    widths = [max(len(row[i]) for row in lines) for i in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = (
            text.ljust(wide) if i in left else text.rjust(wide)
            for i, (text, wide) in enumerate(zip(row, widths, strict=True))
        )
        return "| " + " | ".join(cells) + " |"

    rule = (":" + "-" * (n + 1) if i in left else "-" * (n + 1) + ":" for i, n in enumerate(widths))
    return "\n".join([line(lines[0]), "|" + "|".join(rule) + "|", *map(line, lines[1:])]) + "\n"


def cell(text: str, sink: Sink) -> str:
    """Return text as one cell of a table: no control characters, and no markup of the sink."""
    text = printable(text)
    if sink == "html":
        return html.escape(text)
    return _MARKUP.sub(r"\\\g<0>", text) if sink == "md" else text


def shortened(text: str, width: int) -> str:
    """Return text cut in its middle to `width` columns: the end of a path tells most."""
    if len(text) <= width:
        return text
    front = max((width - 1) // 4, 1)
    return f"{text[:front]}…{text[len(text) - (width - 1 - front) :]}"


def _fitted(lines: list[list[str]], width: int) -> list[list[str]]:
    others = sum(max(map(len, column)) + 3 for column in list(zip(*lines, strict=True))[1:])
    room = max(width - others - 4, NARROWEST)
    return [[shortened(row[0], room), *row[1:]] for row in lines]
