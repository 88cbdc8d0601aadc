"""The compiled core: reads traces in its own threads and answers in MessagePack."""

from typing import Self

class Session:
    """Traces that were submitted, and tables over those that were selected."""

    def __new__(cls, threads: int, cache: bytes, /) -> Self:
        """Read with so many threads; results are kept in the folder `cache`, or nowhere if empty."""
    def submit(self, path: bytes, /) -> None:
        """Have a file read in the background."""

    def files(self) -> bytes:
        """Wait for all files, then tell what is in each, in the order of submission."""

    def select(self, units: list[tuple[int, int, str, str]], /) -> None:
        """Choose the units that tables count: file, place in the file, label, path."""

    def mangled(self, microsoft: bool, /) -> bytes:
        """Names of functions of the selected units that are mangled in one of two ways, one a line."""

    def readable(self, lines: bytes, /) -> None:
        """Give the names of `mangled` back as users read them, as many lines in the same order."""

    def table(self, name: str, limit: int, chains: int, payers: int, classic: bool, /) -> bytes:
        """One table over the selected units, longest first; a limit of 0 means all rows.

        Names: headers, templates, template_sets, functions, function_sets, passes, totals, includes.
        """

def timeline(path: bytes, shortest: int, /) -> bytes:
    """The spans of a file that last at least `shortest` microseconds, process by process."""
