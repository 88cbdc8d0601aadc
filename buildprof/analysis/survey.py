"""The traces of one build tree, matched with its steps: what all tables are drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from buildprof.analysis import claims as claiming
from buildprof.analysis import paths
from buildprof.analysis import units as making
from buildprof.analysis.result import Inclusion, Problem
from buildprof.analysis.roots import find_roots
from buildprof.analysis.sidecars import objects, sidecars
from buildprof.analysis.trees import all_steps
from buildprof.analysis.trees import load as load_trees
from buildprof.trace import discover
from buildprof.trace.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from buildprof.analysis.claims import Claim, Claims
    from buildprof.analysis.trees import Tree
    from buildprof.cmake.proc_stat import Usage
    from buildprof.cmake.step import Step
    from buildprof.trace.facts import FileFacts, Status
    from buildprof.trace.unit import Unit


class Survey(NamedTuple):
    """What was found, before anything is added up; tables are of the units `tabled`."""

    root: Path
    reader: Reader
    files: dict[str, FileFacts]
    probes: dict[str, FileFacts]
    stray: list[str]
    claims: Claims
    compiled: list[Claim]
    units: list[Unit]
    tabled: list[Unit]
    objects: set[str] | None
    trees: list[Tree]

    def inclusions(self) -> dict[str, tuple[Inclusion, ...]]:
        """The headers of every unit, by its trace: a list in which parents come first."""
        trees = self.reader.table("includes", tuple[Inclusion, ...])
        return {unit.trace: tree for unit, tree in zip(self.tabled, trees, strict=True)}

    def problems(self, status: Status) -> list[Problem]:
        """What is said of files of one status."""
        return [
            Problem(path=path, message=file.message)
            for path, file in self.files.items()
            if file.status is status
        ]


def survey(
    root: Path,
    *,
    steps: Sequence[Step] | None = None,
    since_us: int | None = None,
    source_root: Path | None = None,
    threads: int | None = None,
    reader: Reader | None = None,
    usage: Mapping[str, Usage] | None = None,
    detect: bool = False,
    found: discover.Found | None = None,
    devices: bool = True,
) -> Survey:
    """Read what may be traces below `root`, and settle which of them count.

    With `detect` the steps are those that CMake and ninja left in the build trees below `root`.
    `found` are the files below `root`, where somebody looked already. Without `devices` their units
    are left out of the tables.
    """
    known = list(steps or ())
    found = found or discover.find(root, [step.trace for step in known if step.trace])
    reader = reader or Reader(root, threads)
    for path in [*found.candidates, *found.probes]:
        reader.submit(path)
    trees = load_trees(root, found.trees)
    if detect:
        known += all_steps(trees)
    roots = find_roots(root, known, source_root, trees)
    facts = reader.finish()
    files = {path: facts[path] for path in found.candidates}
    claims = claiming.settle(files, known, since_us)
    compiled = [claim for claim in claims.units if claim.facts.work != "link"]
    beside = sidecars(root, compiled, usage or {}, trees)
    units = [making.make(claim, roots, beside) for claim in compiled]
    tabled = [
        (claim, unit)
        for claim, unit in zip(compiled, units, strict=True)
        if devices or unit.kind != "device"
    ]
    _select(reader, root, tabled)
    return Survey(
        root=root,
        reader=reader,
        files=files,
        probes={path: facts[path] for path in found.probes},
        stray=found.stray,
        claims=claims,
        compiled=compiled,
        units=units,
        tabled=[unit for _, unit in tabled],
        objects=objects(root, known),
        trees=trees,
    )


def _select(reader: Reader, root: Path, tabled: Sequence[tuple[Claim, Unit]]) -> None:
    """Have tables be of these units."""
    reader.select(
        [
            (claim.trace, claim.place, _printable(unit.name), _printable(shown_path(root, claim)))
            for claim, unit in tabled
        ]
    )


def shown_path(root: Path, claim: Claim) -> str:
    """The object of a unit where it exists, else its trace; below `root` as the user spelled it."""
    base = root if root.is_dir() else root.parent
    places = [place for place in paths.objects_of(claim.trace) if (base / place).is_file()]
    return str(base / (places[0] if places else claim.trace))


def _printable(text: str) -> str:
    """Without bytes that are no UTF-8, and without zero bytes."""
    return text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
