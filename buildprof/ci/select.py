"""Which stages of a project run in a call, and why the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.ci.stages import kind
from buildprof.errors import UsageError
from buildprof.project.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.ci.context import Context


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A stage of the call; `skipped` says why it does not run, where it does not."""

    stage: Stage
    skipped: str | None = None


def choose(context: Context, only: Sequence[str], skip: Sequence[str]) -> list[Chosen]:
    """Return the stages of the call in the project's order.

    With `only`, these and what they require; their switches to leave them out do not count then.
    Raises UsageError for a name that no stage has.
    """
    rows = {stage.name: stage for stage in context.project.profile.pipeline.stages}
    for name in (*only, *skip, *(name for row in rows.values() for name in row.requires)):
        if name not in rows:
            raise UsageError(
                f"there is no stage named {name!r}", hint=f"There are: {', '.join(rows)}."
            )
    wanted = with_required(rows, only) if only else set(rows)
    chosen = [rows[name] for name in rows if name in wanted]
    return [
        Chosen(stage=stage, skipped=_why_not(stage, context, named=stage.name in only, skip=skip))
        for stage in chosen
    ]


def with_required(rows: dict[str, Stage], names: Sequence[str]) -> set[str]:
    """Return the names and all that they require, directly or not."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(rows[name].requires)
    return found


def _why_not(stage: Stage, context: Context, *, named: bool, skip: Sequence[str]) -> str | None:
    if stage.name in skip:
        return "--skip"
    if stage.absent:
        return stage.absent
    left_out = [name for name in stage.unless if context.switches.on(name)]
    if left_out and not named:
        return f"left out with --{left_out[0].replace('_', '-')}"
    return kind(stage).obstacle(stage, context)
