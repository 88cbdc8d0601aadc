from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Outcome

# the environment of ci/run.sh
VARIABLES = {
    **{f"--{name}": f"GG_BUILD_{name.upper()}" for name in ("cuda", "rocm", "vulkan", "opencl")},
    **{f"--{name}": f"GG_BUILD_{name.upper()}" for name in ("metal", "sycl", "blas", "ninja")},
    "--blas-vendor": "GG_BUILD_BLAS_VENDOR",
    "--amdgpu-targets": "GG_BUILD_AMDGPU_TARGETS",
    "--low-perf": "GG_BUILD_LOW_PERF",
    "--high-perf": "GG_BUILD_HIGH_PERF",
    "--cloud": "GG_BUILD_CLOUD",
    "--no-bf16": "GG_BUILD_NO_BF16",
    "--fatal-warnings": "LLAMA_FATAL_WARNINGS",
}


@pytest.mark.parametrize("option", VARIABLES)
def test_each_switch_has_the_variable_of_the_script(
    option: str, buildprof: Callable[..., Outcome]
) -> None:
    text = " ".join(buildprof("ci", "--help").stdout.split())
    _, _, rest = text.partition(f"{option} ")
    if option == "--fatal-warnings":
        _, _, rest = text.partition("--fatal-warnings")

    assert f"[env var: {VARIABLES[option]}" in rest[:260]
