"""Tables of text that are markdown as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Sequence


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return an aligned table; the first `left` columns are set left, the others right.

    Cells are escaped, so that no name can end a cell or begin markup.
    """
    lines = [[cell(text) for text in row] for row in (header, *rows)]
    widths = [max(len(row[i]) for row in lines) for i in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = (
            text.ljust(width) if i < left else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        return "| " + " | ".join(cells) + " |"

    rule = (
        ":" + "-" * (width + 1) if i < left else "-" * (width + 1) + ":"
        for i, width in enumerate(widths)
    )
    return "\n".join([line(lines[0]), "|" + "|".join(rule) + "|", *map(line, lines[1:])]) + "\n"


def cell(text: str) -> str:
    """Return text as one cell of a table: no line breaks, no markup."""
    text = printable(text).replace("\\", "\\\\") if "\\" in text else printable(text)
    for mark in "|`<*_[":
        if mark in text:
            text = text.replace(mark, "\\" + mark)
    return text


def shortened(path: str, width: int) -> str:
    """Return a path cut in its middle to `width` columns; the file name stays."""
    if len(path) <= width:
        return path
    keep = max(width - 1, 1)
    front = keep // 3
    return f"{path[:front]}…{path[len(path) - (keep - front) :]}"
