"""Kinds of stages: one file is one kind, found by its name.

A module here defines `obstacle`, which says why a stage of this kind cannot be run on a project (None:
it can), and `run`, which runs it.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Protocol, cast

from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome
    from buildprof.project.stage import Stage


class Kind(Protocol):
    """What a module of this package gives."""

    @staticmethod
    def obstacle(stage: Stage, context: Context) -> str | None:
        """Say why the stage cannot be run here, or None."""

    @staticmethod
    def run(stage: Stage, context: Context, log: Log) -> Outcome:
        """Run the stage. Raises NotBuilt, TimedOut and BuildprofError, which become its outcome."""


def kinds() -> list[str]:
    """Return the names of all kinds."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def kind(stage: Stage) -> Kind:
    """Return the kind of a stage. Raises ConfigError that lists the kinds there are."""
    if stage.kind not in kinds():
        raise ConfigError(
            f"there is no kind {stage.kind!r}",
            where=f"stage.{stage.name}",
            hint=f"There are: {', '.join(kinds())}.",
        )
    return cast("Kind", importlib.import_module(f"{__name__}.{stage.kind}"))
