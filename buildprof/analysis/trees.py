"""The build trees below a directory: where each is, which steps it has, what its cache says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.result import Problem
from buildprof.cmake import cache
from buildprof.cmake import steps as cmake_steps
from buildprof.cmake.cache import CacheFacts
from buildprof.cmake.step import Step
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

REMOTE = ("distcc", "icecc", "FBuild", "fbuild", "goma", "reclient", "rewrapper")
CACHES = ("ccache", "sccache", "buildcache", "cachepot", "clcache")


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """One build tree, at `folder` below the directory that is analysed ("" is that directory)."""

    folder: str
    facts: CacheFacts = CacheFacts()
    steps: tuple[Step, ...] = ()
    problem: Problem | None = None


def load(root: Path, folders: Iterable[str]) -> list[Tree]:
    """What CMake and ninja left in each tree."""
    return [_load(root, folder) for folder in folders]


def all_steps(trees: Iterable[Tree]) -> list[Step]:
    """The steps of all trees, with outputs relative to the directory that is analysed."""
    return [_below(tree.folder, step) for tree in trees for step in tree.steps]


def remarks(trees: Sequence[Tree]) -> list[Problem]:
    """What a reader of the numbers should know of the trees."""
    found = [tree.problem for tree in trees if tree.problem]
    for tree in trees:
        where = f"{tree.folder}/{cache.FILE_NAME}".lstrip("/")
        found += [Problem(path=where, message=message) for message in _about(tree.facts)]
    built = [tree.folder or "." for tree in trees if tree.steps]
    if len(built) > 1:
        message = f"holds {len(built)} build trees ({', '.join(built)}): sums are over all of them"
        found.append(Problem(path=".", message=message))
    return found


def _load(root: Path, folder: str) -> Tree:
    path = root / folder
    try:
        steps = tuple(cmake_steps.load(path))
    except ConfigError as error:
        problem = Problem(path=f"{folder}/compile_commands.json".lstrip("/"), message=error.what)
        return Tree(folder=folder, facts=cache.load(path), problem=problem)
    return Tree(folder=folder, facts=cache.load(path), steps=steps)


def _below(folder: str, step: Step) -> Step:
    if not folder:
        return step
    return msgspec.structs.replace(
        step,
        outputs=tuple(f"{folder}/{output}" for output in step.outputs),
        trace=f"{folder}/{step.trace}" if step.trace else None,
    )


def _about(facts: CacheFacts) -> list[str]:
    found = []
    if len(facts.architectures) > 1:
        found.append(
            f"CMAKE_OSX_ARCHITECTURES has {len(facts.architectures)} entries: their compilers write "
            "the same trace, so that only the last one is seen"
        )
    launcher = (facts.launcher or "").rpartition("/")[2]
    if launcher.startswith(REMOTE):
        found.append(f"compiles through {launcher}: traces of remote compilations do not come back")
    elif launcher.startswith(CACHES):
        found.append(f"compiles through {launcher}: what comes from its cache has no trace")
    return found
