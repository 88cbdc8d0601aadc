"""Built-in profiles: what is known of projects that have no buildprof.toml.

A profile is a row of `PROFILES`; the first whose marks all stand in the project's CMakeLists.txt, and
whose files are there, is taken. The last row fits any project.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.project import pipelines
from buildprof.project.scope import FULL, MINIMAL, Scope
from buildprof.project.stage import Pipeline
from buildprof.project.variant import VARIANTS, Variant

if TYPE_CHECKING:
    from pathlib import Path


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """How to build one project: cache entries of every build, its scopes, variants and stages."""

    name: str
    marks: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    build_type: str = "Release"
    cache: dict[str, str] = {}
    scopes: tuple[Scope, ...] = (MINIMAL, FULL)
    variants: tuple[Variant, ...] = VARIANTS
    pipeline: Pipeline = pipelines.GENERIC


def adjusted(**changes: dict[str, object]) -> tuple[Variant, ...]:
    """Return the built-in variants, some with other fields; keys name variants, `_` stands for `-`."""
    return tuple(
        msgspec.structs.replace(row, **changes.get(row.name.replace("-", "_"), {}))
        for row in VARIANTS
    )


# built where their toolchain is there; the project says which are not, and why
_TERN_BACKENDS = ("TERN_CUDA", "TERN_HIP", "TERN_METAL", "TERN_OPENCL", "TERN_VULKAN")
_TERN_PCH = {"TERN_PCH": "ON"}
_TERN_UNITY = {"TERN_UNITY": "ON"}

_LLAMA_HEADERS = {
    "llama": ("src/models/models.h",),
    "llama-common": ("common/common.h", "common/chat.h"),
    "ggml-cpu": ("ggml/src/ggml-impl.h",),
}
_LLAMA_PARTS = ("LLAMA_BUILD_TESTS", "LLAMA_BUILD_TOOLS", "LLAMA_BUILD_SERVER")

PROFILES: tuple[Profile, ...] = (
    Profile(
        name="tern",
        marks=("project(tern",),
        scopes=(
            msgspec.structs.replace(
                MINIMAL, cache={"TERN_BUILD_TOOLS": "OFF", "TERN_BUILD_TESTS": "OFF"}
            ),
            msgspec.structs.replace(
                FULL,
                cache={"TERN_BUILD_TOOLS": "ON", "TERN_BUILD_TESTS": "ON"}
                | dict.fromkeys(_TERN_BACKENDS, "AUTO"),
            ),
        ),
        variants=adjusted(
            pch={"cache": _TERN_PCH},
            unity={"cache": _TERN_UNITY},
            pch_unity={"cache": _TERN_PCH | _TERN_UNITY},
        ),
        pipeline=pipelines.TERN,
    ),
    Profile(
        name="llama.cpp",
        marks=('project("llama.cpp"',),
        files=("include/llama.h", "ggml/CMakeLists.txt"),
        cache={
            "GGML_CCACHE": "OFF",
            "GGML_OPENMP": "ON",
            "GGML_NATIVE": "OFF",
            "LLAMA_BUILD_EXAMPLES": "OFF",
            "LLAMA_BUILD_APP": "OFF",
        },
        scopes=(
            msgspec.structs.replace(MINIMAL, cache=dict.fromkeys(_LLAMA_PARTS, "OFF")),
            msgspec.structs.replace(FULL, cache=dict.fromkeys(_LLAMA_PARTS, "ON")),
        ),
        variants=adjusted(pch={"headers": _LLAMA_HEADERS}, pch_unity={"headers": _LLAMA_HEADERS}),
        pipeline=pipelines.LLAMA_CPP,
    ),
    Profile(
        name="generic",
        scopes=(
            msgspec.structs.replace(MINIMAL, cache={"BUILD_TESTING": "OFF"}),
            msgspec.structs.replace(FULL, cache={"BUILD_TESTING": "ON"}),
        ),
    ),
)


def detect(source: Path) -> Profile:
    """Return the profile of the project in `source`, a directory that holds a CMakeLists.txt."""
    text = (source / "CMakeLists.txt").read_text("utf-8", errors="replace")
    return next(row for row in PROFILES if _fits(row, text, source))


def _fits(profile: Profile, text: str, source: Path) -> bool:
    return all(mark in text for mark in profile.marks) and all(
        (source / name).is_file() for name in profile.files
    )
