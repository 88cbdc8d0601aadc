"""Reads many traces at once, while the build still runs if asked to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.trace import _core, cache, demangle
from buildprof.trace.facts import FileFacts

if TYPE_CHECKING:
    from pathlib import Path

Row = TypeVar("Row")


class Reader:
    """Traces below one root, by their path relative to it.

    `submit` returns at once: the core reads in threads of its own, without the interpreter.
    """

    def __init__(self, root: Path, threads: int | None = None, *, cached: bool = True) -> None:
        self.root = root if not root.is_file() else root.parent
        self._cache = cache.folder() if cached else None
        folder = os.fsencode(self._cache) if self._cache else b""
        self._session = _core.Session(threads or os.cpu_count() or 1, folder)
        self._index: dict[str, int] = {}
        self._readable = False

    @property
    def paths(self) -> list[str]:
        """What was submitted, in that order."""
        return list(self._index)

    def submit(self, path: str | Path) -> None:
        """Have a trace read; a path that was submitted before is left alone."""
        relative = os.path.relpath(path, self.root) if os.path.isabs(path) else str(path)  # noqa: PTH117
        relative = relative.replace(os.sep, "/")
        if relative not in self._index:
            self._index[relative] = len(self._index)
            self._session.submit(os.fsencode(os.path.join(self.root, relative)))  # noqa: PTH118

    def finish(self) -> dict[str, FileFacts]:
        """Wait for all that was submitted; what each file holds, by its relative path."""
        facts = msgspec.msgpack.decode(self._session.files(), type=list[FileFacts])
        if self._cache:
            cache.prune(self._cache)
        return dict(zip(self._index, facts, strict=True))

    def select(self, units: list[tuple[str, int, str, str]]) -> None:
        """Choose the units that tables count: trace, place in the file, label, path."""
        self._readable = False
        self._session.select(
            [(self._index[trace], place, label, path) for trace, place, label, path in units]
        )

    def demangle(self) -> None:
        """Make names of functions in the selected units readable, where a demangler is installed.

        Done once for a selection, and only when a table of functions is wanted.
        """
        if self._readable:
            return
        self._readable = True
        for microsoft, translate in ((False, demangle.itanium), (True, demangle.microsoft)):
            names = self._session.mangled(microsoft)
            if names:
                self._session.readable(translate(names))

    def table(
        self,
        name: str,
        row: type[Row],
        *,
        limit: int = 0,
        chains: int = 0,
        payers: int = 0,
        classic: bool = False,
    ) -> tuple[Row, ...]:
        """One table over the selected units, the longest rows first; 0 means all of them."""
        answer = self._session.table(name, limit, chains, payers, classic)
        return msgspec.msgpack.decode(answer, type=tuple[row, ...])  # type: ignore[valid-type]
