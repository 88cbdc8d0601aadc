"""The parts of `buildprof report` between its options and the formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from buildprof.report import formats, output, stored
from buildprof.report.subject import Subject
from buildprof.runs.find import find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Wanted:
    """What is to be written: files and marks by format, and how a format is rendered to a width."""

    files: Mapping[str, Path | None]
    marks: Mapping[str, str]
    render: Callable[[str, int | None], str]


def of_run(name: str, reports: Path, names: Sequence[str], place: str | None) -> Wanted:
    """Return the reports of a run."""
    chosen = {one: formats.load(one) for one in names}
    folder = find(name, reports)
    subject = Subject(folder)

    def render(one: str, width: int | None) -> str:
        return chosen[one].render(subject if width is None else Subject(folder, width=width))

    files = output.plan(chosen, place, folder.path)
    return Wanted(files, {one: form.MARK for one, form in chosen.items()}, render)


def of_comparison(kept: Path, names: Sequence[str], place: str | None) -> Wanted:
    """Return the reports of a comparison that was kept in a file."""
    chosen = {one: formats.load_for_comparison(one) for one in names}
    comparison = stored.load(kept)

    def render(one: str, width: int | None) -> str:
        return chosen[one].render_comparison(comparison, width)

    stem = kept.stem if kept.suffix == ".json" and "json" not in names else f"{kept.stem}-report"
    files = output.plan(chosen, place, kept.parent, stem)
    return Wanted(files, {one: form.COMPARISON_MARK for one, form in chosen.items()}, render)
