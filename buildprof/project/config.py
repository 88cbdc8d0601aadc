"""buildprof.toml: what a project says of itself, laid over its profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.errors import ConfigError
from buildprof.project.scope import Scope
from buildprof.project.stage import Stage
from buildprof.project.variant import Treatment, Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from buildprof.project.profile import Profile

FILE_NAME = "buildprof.toml"

CacheValue = str | bool | int


class ProjectTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table [project]."""

    name: str | None = None
    build_type: str | None = None
    cache: dict[str, CacheValue] = {}


class ScopeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [scope.NAME]."""

    label: str | None = None
    cache: dict[str, CacheValue] = {}
    targets: tuple[str, ...] | None = None


class VariantTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [variant.NAME]; what is left out stays as the built-in variant of that name has it."""

    label: str | None = None
    pch: Treatment | None = None
    unity: Treatment | None = None
    headers: dict[str, tuple[str, ...]] | None = None
    unity_targets: tuple[str, ...] | None = None
    batch_size: int | None = None
    cache: dict[str, CacheValue] = {}
    flags: tuple[str, ...] | None = None


class StageTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [stage.NAME]; what is left out stays as the built-in stage of that name has it."""

    kind: str | None = None
    title: str | None = None
    tree: str | None = None
    requires: tuple[str, ...] | None = None
    unless: tuple[str, ...] | None = None
    on: tuple[str, ...] | None = None
    limit_s: float | None = None
    test_limit_s: float | None = None
    environment: dict[str, str] | None = None
    labels: tuple[str, ...] | None = None
    more_labels: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    more_exclude: tuple[str, ...] | None = None
    known_tests: str | None = None
    program: str | None = None
    arguments: tuple[tuple[str, ...], ...] | None = None
    folder: str | None = None
    counts: tuple[int, ...] | None = None
    produces: str | None = None
    needs: tuple[str, ...] | None = None
    baseline: str | None = None
    devices: tuple[str, ...] | None = None
    models: str | None = None
    reference: str | None = None


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    project: ProjectTable = ProjectTable()
    scope: dict[str, ScopeTable] = {}
    variant: dict[str, VariantTable] = {}
    stage: dict[str, StageTable] = {}


def read(path: Path) -> Config:
    """Read a configuration file. Raises ConfigError that names the file and the key."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Config)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", where=path) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise ConfigError(
            str(error), where=path, hint="docs/formats.md lists every key."
        ) from error


def overlay(profile: Profile, config: Config) -> Profile:
    """Return the profile with what the configuration says in place of its own."""
    table = config.project
    return msgspec.structs.replace(
        profile,
        name=table.name or profile.name,
        build_type=table.build_type or profile.build_type,
        cache=profile.cache | entries(table.cache),
        scopes=_rows(profile.scopes, config.scope, lambda name: Scope(name=name, label=name)),
        variants=_rows(
            profile.variants, config.variant, lambda name: Variant(name=name, label=name)
        ),
        pipeline=msgspec.structs.replace(
            profile.pipeline, stages=_stages(profile.pipeline.stages, config.stage)
        ),
    )


def entries(cache: dict[str, CacheValue]) -> dict[str, str]:
    """Return cache entries as CMake spells them."""
    return {key: _entry(value) for key, value in cache.items()}


def _entry(value: CacheValue) -> str:
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    return str(value)


Row = TypeVar("Row", Scope, Variant)


def _rows(
    rows: tuple[Row, ...],
    tables: Mapping[str, ScopeTable | VariantTable],
    new: Callable[[str], Row],
) -> tuple[Row, ...]:
    known = {row.name: row for row in rows}
    for name, table in tables.items():
        row = known.get(name) or new(name)
        changes = {
            field: value
            for field, value in msgspec.structs.asdict(table).items()
            if value is not None and field != "cache"
        }
        known[name] = msgspec.structs.replace(
            row, **changes, cache=row.cache | entries(table.cache)
        )
    return tuple(known.values())


def _stages(rows: tuple[Stage, ...], tables: Mapping[str, StageTable]) -> tuple[Stage, ...]:
    """Return the stages with the tables laid over them; a stage that has a table is not absent."""
    known = {row.name: row for row in rows}
    for name, table in tables.items():
        row = known.get(name) or Stage(name=name)
        values = msgspec.structs.asdict(table)
        changes = {field: value for field, value in values.items() if value is not None}
        known[name] = msgspec.structs.replace(row, **changes, absent="")
    return tuple(known.values())
