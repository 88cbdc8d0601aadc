"""Report formats: one file is one format, found by its name.

A module here has what `Format` lists. `benchmark_json.py` is `--format benchmark-json`.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Protocol, cast

from buildprof.errors import UsageError

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison
    from buildprof.report.subject import Subject


class Format(Protocol):
    """One way to write a report: the extension of its file, what tells such a file, and the report."""

    EXTENSION: str
    MARK: str

    def render(self, subject: Subject, /) -> str:
        """Return the whole report; MARK stands in its first 4 KiB."""


class ComparisonFormat(Protocol):
    """A format that can write a comparison as well."""

    EXTENSION: str
    COMPARISON_MARK: str

    def render_comparison(self, comparison: Comparison, /, width: int | None = None) -> str:
        """Return the whole report; COMPARISON_MARK stands in its first 4 KiB."""


def names() -> list[str]:
    """Return the formats that there are."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def load(name: str) -> Format:
    """Return a format. Raises UsageError that says which there are."""
    if name not in names():
        known = ", ".join(names())
        raise UsageError(f"there is no format {name!r}", hint=f"Formats are: {known}.")
    return cast("Format", importlib.import_module(f"{__name__}.{name.replace('-', '_')}"))


def load_for_comparison(name: str) -> ComparisonFormat:
    """Return a format that can write comparisons. Raises UsageError where it cannot."""
    found = load(name)
    if not hasattr(found, "render_comparison"):
        known = ", ".join(one for one in names() if hasattr(load(one), "render_comparison"))
        raise UsageError(f"a comparison has no format {name!r}", hint=f"It has: {known}.")
    return cast("ComparisonFormat", found)
