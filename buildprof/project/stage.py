"""Stages: what `buildprof ci` runs on a project. A new one is a row here, or a table in buildprof.toml.

In a row's texts, `{name}` stands for a place or number that the run knows: build, source, out, mnt,
models, program, jobs, few, device, backend, count.
"""

from __future__ import annotations

import msgspec


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: its kind is a file of buildprof/ci/stages, which says what the other fields do.

    `tree` is the build tree that it runs in, `requires` are stages that must have passed before,
    `unless` are switches with which it is left out, `on` those of which one must be given, and
    `absent` says why the project has no such thing. `limit_s` is the most that the whole stage may take, `test_limit_s` a single test, seconds.
    """

    name: str
    kind: str = "program"
    title: str = ""
    tree: str = "release"
    requires: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    absent: str = ""
    limit_s: float = 3600.0
    test_limit_s: float = 1500.0
    environment: dict[str, str] = {}
    # ctest: which tests, those left out always and with --low-perf, and a file of names that there must be
    labels: tuple[str, ...] = ()
    more_labels: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    more_exclude: tuple[str, ...] = ()
    known_tests: str = ""
    # program, scripts, fusion, pytest
    program: str = ""
    arguments: tuple[tuple[str, ...], ...] = ()
    folder: str = "{build}"
    counts: tuple[int, ...] = ()
    produces: str = ""
    needs: tuple[str, ...] = ()
    baseline: str = ""
    # program, fusion: devices that need no switch
    devices: tuple[str, ...] = ()
    # fusion: the models, rows of others that must be among ours
    models: str = "{models}"
    reference: str = ""


class Backend(msgspec.Struct, frozen=True, kw_only=True):
    """What a switch such as --cuda does: cache entries where it is on and off, and its first device.

    `headers` and `libraries` are what the project needs of the system besides what every one would,
    `environment` is for its programs.
    """

    on: dict[str, str]
    off: dict[str, str] = {}
    device: str = ""
    headers: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    environment: dict[str, str] = {}


class Pipeline(msgspec.Struct, frozen=True, kw_only=True):
    """The stages of a project in their order, and the build trees that they run in.

    `cpu` is what its programs call the processor.
    """

    stages: tuple[Stage, ...]
    trees: dict[str, dict[str, str]]
    cache: dict[str, str] = {}
    backends: dict[str, Backend] = {}
    cpu: str = "CPU"
    fatal_warnings: str = ""


def _sanitized(sanitizer: str) -> dict[str, str]:
    flags = f"-fsanitize={sanitizer} -fno-omit-frame-pointer -fno-sanitize-recover=all"
    return {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_C_FLAGS": flags,
        "CMAKE_CXX_FLAGS": flags,
    }


SANITIZERS = ("address", "undefined", "thread")

TREES: dict[str, dict[str, str]] = {
    "debug": {"CMAKE_BUILD_TYPE": "Debug"},
    "release": {"CMAKE_BUILD_TYPE": "Release"},
} | {name: _sanitized(name) for name in SANITIZERS}

STAGES: tuple[Stage, ...] = (
    Stage(name="ctest_debug", kind="ctest", tree="debug", title="tests, debug build"),
    Stage(name="ctest_release", kind="ctest", title="tests, release build"),
    Stage(name="test_backend_ops", title="every op on every backend, against the CPU"),
    Stage(name="generate_models", title="dummy models, one for each architecture"),
    Stage(name="tensor_split", title="models split over 1 to 4 devices"),
    Stage(name="parity", kind="parity", title="logits, against those of another program"),
    Stage(
        name="fusion",
        kind="fusion",
        requires=("generate_models",),
        title="which fusions match, against a recorded baseline",
    ),
    Stage(
        name="save_load_state",
        requires=("generate_models",),
        title="state saved and loaded again, every architecture",
    ),
    Stage(
        name="scripts", kind="scripts", unless=("low_perf", "cloud"), title="scripts of the project"
    ),
    Stage(
        name="with_model_debug",
        kind="ctest",
        tree="debug",
        unless=("low_perf",),
        title="tests that need a real model, debug build",
    ),
    Stage(
        name="with_model_release",
        kind="ctest",
        unless=("low_perf",),
        title="tests that need a real model, release build",
    ),
    Stage(
        name="server",
        kind="pytest",
        unless=("low_perf",),
        title="the server, as its clients see it",
    ),
    *(
        Stage(
            name=f"sanitize_{name}",
            kind="sanitize",
            tree=name,
            unless=("low_perf",),
            title=f"tests under the {name} sanitizer",
        )
        for name in SANITIZERS
    ),
    Stage(name="variants", kind="variants", title="tests in every variant of --variants"),
)


def pipeline(
    changes: dict[str, dict[str, object]],
    *,
    none: dict[str, str] | None = None,
    trees: dict[str, dict[str, str]] | None = None,
    cache: dict[str, str] | None = None,
    backends: dict[str, Backend] | None = None,
    cpu: str = "CPU",
    fatal_warnings: str = "",
) -> Pipeline:
    """Return the built-in stages with the changes of a project.

    `none` says which stages the project has no programs for, each with the reason.
    """
    said = {name: {"absent": reason} for name, reason in (none or {}).items()}
    fields = {row.name: said.get(row.name, {}) | changes.get(row.name, {}) for row in STAGES}
    return Pipeline(
        stages=tuple(msgspec.structs.replace(row, **fields[row.name]) for row in STAGES),
        trees=TREES | (trees or {}),
        cache=cache or {},
        backends=backends or {},
        cpu=cpu,
        fatal_warnings=fatal_warnings,
    )
