"""A context of `buildprof ci` on the toy project, for tests of single stages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from buildprof.ci.context import Context
from buildprof.ci.switches import Switches
from buildprof.ci.trees import Trees
from buildprof.project.pipelines import LLAMA_CPP
from buildprof.project.project import Project, load
from tests import toy_ci

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.project.stage import Stage


def project(folder: Path) -> Project:
    """Write the toy and load it."""
    return load(toy_ci.make(folder / "engine"), None)


def context(folder: Path, switches: Switches | None = None, **changes: Any) -> Context:
    """Return a context on the toy, which is written into `folder`."""
    found = project(folder)
    chosen = switches or Switches()
    values: dict[str, Any] = {
        "project": found,
        "out": folder / "out",
        "mnt": folder / "mnt",
        "trees": Trees(found, folder / "trees", chosen, jobs=2),
        "switches": chosen,
        "jobs": 2,
    }
    return Context(**(values | changes))


def row(found: Context, name: str, **changes: Any) -> Stage:
    """Return a stage of the toy with other fields."""
    rows = {stage.name: stage for stage in found.project.profile.pipeline.stages}
    return msgspec.structs.replace(rows[name], **changes)


def switched(context: Context, **on: Any) -> Context:
    """Return the context with switches on and the backends of llama.cpp."""
    profile = context.project.profile
    pipeline = msgspec.structs.replace(profile.pipeline, backends=LLAMA_CPP.backends)
    changed = msgspec.structs.replace(
        context.project, profile=msgspec.structs.replace(profile, pipeline=pipeline)
    )
    switches = msgspec.structs.replace(context.switches, **on)
    return msgspec.structs.replace(context, project=changed, switches=switches)
