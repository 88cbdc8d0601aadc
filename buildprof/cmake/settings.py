"""What the injected CMake files are told, and what they tell of the project's targets."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from buildprof.project.variant import Variant

INJECT = Path(__file__).parent / "inject"
FOLDER = ".buildprof"
LAUNCHERS = "ccache|sccache|distcc|icecc|buildcache|fastbuild|cachepot|goma|reclient"


class TargetReport(msgspec.Struct, frozen=True, kw_only=True):
    """A target as the project defines it, and as the variant leaves it."""

    name: str
    type: str
    own_unity: bool
    own_pch: bool
    unity: bool
    pch: bool


def write(
    build_root: Path,
    variant: Variant,
    headers: Mapping[str, Sequence[str]],
    *,
    options: Sequence[str],
    fallback: bool,
) -> Path:
    """Write the settings of one build and return their path.

    `headers` are each target's precompiled headers; as a `fallback` they are used only where the
    project has none of its own.
    """
    values: dict[str, Sequence[str] | str] = {
        "INJECT": INJECT.as_posix(),
        "COMPILE_OPTIONS": options,
        "PCH": variant.pch,
        "PCH_FALLBACK": "ON" if fallback else "OFF",
        "PCH_TARGETS": list(headers),
        "UNITY": variant.unity,
        "UNITY_TARGETS": variant.unity_targets,
        "UNITY_BATCH": str(variant.batch_size),
        "LAUNCHERS": LAUNCHERS,
        "DEVICE_LAUNCHER": device_launcher(),
        "REPORT": (build_root / FOLDER / "targets.tsv").as_posix(),
    }
    values |= {f"PCH_HEADERS_{target}": list(names) for target, names in headers.items()}
    path = build_root / FOLDER / "settings.cmake"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(_set(*item) for item in values.items()), "utf-8")
    return path


def device_launcher() -> tuple[str, ...]:
    """Return what is put in front of compiles for GPUs, so that each architecture leaves a trace."""
    # what clang writes into is a pipe, by a name that other systems do not have
    script = (INJECT / "device_trace.py").as_posix()
    return (Path(sys.executable).as_posix(), "-I", "-S", script) if os.name == "posix" else ()


def read_report(build_root: Path) -> tuple[TargetReport, ...]:
    """Return what the injected files found; empty where the project defines no target."""
    path = build_root / FOLDER / "targets.tsv"
    if not path.is_file():
        return ()
    return tuple(_target(line.split("\t")) for line in path.read_text("utf-8").splitlines())


def _target(row: Sequence[str]) -> TargetReport:
    name, kind, own_unity, own_pch, unity, pch = row
    return TargetReport(
        name=name,
        type=kind,
        own_unity=_true(own_unity),
        own_pch=bool(own_pch),
        unity=_true(unity),
        pch=bool(pch),
    )


def _true(value: str) -> bool:
    return value.upper() in {"1", "ON", "YES", "TRUE", "Y"}


def _set(name: str, value: Sequence[str] | str) -> str:
    items = [value] if isinstance(value, str) else value
    return f"set(BUILDPROF_{name} {' '.join(map(_quoted, items))})\n"


def _quoted(text: str) -> str:
    # a bracket argument keeps every character as it is
    level = "="
    while f"]{level}]" in text:
        level += "="
    return f"[{level}[{text}]{level}]"
