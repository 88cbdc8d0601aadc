"""The build trees that stages run in: configured and built when the first stage asks for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from buildprof.ci import switches as switching
from buildprof.cmake import settings, tree
from buildprof.cmake.build import failure
from buildprof.cmake.configure import INCLUDES, program
from buildprof.errors import UsageError
from buildprof.project import toolchain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from buildprof.ci.log import Log
    from buildprof.ci.switches import Switches
    from buildprof.project.project import Project
    from buildprof.project.variant import Variant


class NotBuilt(Exception):  # noqa: N818 - an outcome of a stage, no error of ours
    """A build tree could not be configured or built; the text says why."""


class Trees:
    """Build trees by name, each made once a call; with `resume`, one that is there is built on."""

    def __init__(
        self,
        project: Project,
        build_dir: Path,
        switches: Switches,
        *,
        jobs: int,
        resume: bool = False,
    ) -> None:
        self._project, self._switches = project, switches
        self._build_dir, self._jobs, self._resume = build_dir, jobs, resume
        self._made: dict[str, str | None] = {}

    def path(self, name: str) -> Path:
        """Return where a tree is, made or not."""
        return (self._build_dir / name).absolute()

    def built(self, name: str, log: Log) -> Path:
        """Return a tree of the pipeline, configured and built. Raises NotBuilt."""
        return self._once(name, name, {}, log)

    def variant(self, variant: Variant, log: Log) -> Path:
        """Return the release tree in a variant, configured and built. Raises NotBuilt."""
        name = f"release-{variant.name}"
        root = self.path(name)
        more = dict(variant.cache)
        more[INCLUDES] = (settings.INJECT / "buildprof.cmake").as_posix()
        more["BUILDPROF_SETTINGS"] = (root / settings.FOLDER / "settings.cmake").as_posix()
        if variant.pch == "off":
            more["CMAKE_DISABLE_PRECOMPILE_HEADERS"] = "ON"
        return self._once(name, "release", more, log, variant)

    def compiler(self) -> str:
        """Return the C++ compiler of these trees."""
        return os.environ.get("CXX") or toolchain.find().cxx

    def cache(self, name: str) -> dict[str, str]:
        """Return the cache entries of a tree."""
        profile, pipeline = self._project.profile, self._project.profile.pipeline
        if name not in pipeline.trees:
            raise UsageError(
                f"there is no build tree {name!r}", hint=f"There are: {', '.join(pipeline.trees)}."
            )
        full = next((row.cache for row in profile.scopes if row.name == "full"), {})
        wanted = {"CMAKE_EXPORT_COMPILE_COMMANDS": "ON", "CMAKE_MAKE_PROGRAM": program("ninja")}
        wanted |= self._compilers() | profile.cache | full | pipeline.cache
        return wanted | switching.cache(self._switches, pipeline) | pipeline.trees[name]

    def _compilers(self) -> dict[str, str]:
        # CMake takes CC and CXX by itself
        if os.environ.get("CC") or os.environ.get("CXX"):
            return {}
        found = toolchain.find()
        return {"CMAKE_C_COMPILER": found.cc, "CMAKE_CXX_COMPILER": found.cxx}

    def _once(
        self,
        name: str,
        base: str,
        more: dict[str, str],
        log: Log,
        variant: Variant | None = None,
    ) -> Path:
        if name not in self._made:
            self._made[name] = self._make(self.path(name), self.cache(base) | more, log, variant)
        if problem := self._made[name]:
            raise NotBuilt(problem)
        log.restart()
        return self.path(name)

    def _make(
        self, root: Path, cache: Mapping[str, str], log: Log, variant: Variant | None
    ) -> str | None:
        if not (self._resume and (root / tree.MARK).is_file()):
            tree.make(root)
        if variant is not None:
            settings.write(
                root, variant, self._headers(variant), options=variant.flags, fallback=False
            )
        configure: Sequence[str] = (
            program("cmake"),
            *("-S", str(self._project.source), "-B", str(root), "-G", "Ninja"),
            *(f"-D{key}={value}" for key, value in cache.items()),
        )
        log.write(f"build tree {root.name}")
        done = log.run(configure)
        if done.returncode != 0:
            return f"the build tree {root.name} cannot be configured\n{_last(done.output)}"
        done = log.run((program("ninja"), "-C", str(root), f"-j{self._jobs}"))
        if done.returncode != 0:
            start = done.output.find("FAILED: ")
            said = failure(done.output[start:]) if start >= 0 else _last(done.output)
            return f"the build tree {root.name} does not compile\n{said}"
        return None

    def _headers(self, variant: Variant) -> dict[str, tuple[str, ...]]:
        source = self._project.source
        return {
            target: tuple(n if n.startswith("<") else (source / n).as_posix() for n in names)
            for target, names in variant.headers.items()
        }


def _last(output: str) -> str:
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    start = next((n for n, line in enumerate(lines) if line.startswith("CMake Error")), -10)
    return "\n".join(lines[start:][:20])
