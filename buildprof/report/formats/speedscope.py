"""A run for speedscope: for each build a profile of its units, and one of its includes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buildprof.report import json_text, run_rows
from buildprof.report.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.analysis.include_tree import IncludeNode
    from buildprof.report.subject import Subject
    from buildprof.trace.unit import Unit

EXTENSION = "speedscope.json"
MARK = '"exporter":"buildprof'
SCHEMA = "https://www.speedscope.app/file-format-schema.json"
Sample = tuple[tuple[str, ...], int]


def render(subject: Subject, /) -> str:
    """Return the profiles, all with the same frames; a weight is microseconds."""
    frames: dict[str, int] = {}
    profiles: list[dict[str, Any]] = []
    for build in subject.run.builds:
        if build.state != "built":
            continue
        name, units = run_rows.name(subject.run, build), subject.units(build)
        profiles.append(_profile(f"{name}: TUs", list(_of_units(units)), frames))
        includes = list(_of_includes(subject.includes(build), Names(units)))
        if includes:
            profiles.append(_profile(f"{name}: includes", includes, frames))
    head = {"exporter": f"buildprof {subject.run.buildprof}", "$schema": SCHEMA}
    body = {"shared": {"frames": [{"name": frame} for frame in frames]}, "profiles": profiles}
    return json_text.encode({**head, "name": subject.run.id, **body}) + "\n"


def _profile(name: str, samples: Sequence[Sample], frames: dict[str, int]) -> dict[str, Any]:
    return {
        "type": "sampled",
        "name": name,
        "unit": "microseconds",
        "startValue": 0,
        "endValue": sum(weight for _, weight in samples),
        "samples": [
            [frames.setdefault(frame, len(frames)) for frame in stack] for stack, _ in samples
        ],
        "weights": [weight for _, weight in samples],
    }


def _of_units(units: Sequence[Unit]) -> Iterator[Sample]:
    """Yield target, unit and part, with the time of the part."""
    for unit in units:
        place = (unit.target or "no target", unit.name)
        parts = {"frontend": unit.frontend_us, "backend": unit.backend_us, "other": unit.other_us}
        yield from (((*place, part), us) for part, us in parts.items() if us)


def _of_includes(tree: Sequence[IncludeNode], names: Names) -> Iterator[Sample]:
    """Yield chains of headers, each with the self time of its last one."""
    chains: list[tuple[str, ...]] = []
    listed = [0] * len(tree)
    for node in tree:
        if node.parent >= 0:
            listed[node.parent] += node.total_us
    for place, node in enumerate(tree):
        above = chains[node.parent] if node.parent >= 0 else ()
        chains.append((*above, names.short(node.path)))
        # what is too small to be listed counts where it is included
        own = node.total_us - listed[place]
        if own > 0:
            yield chains[place], own
