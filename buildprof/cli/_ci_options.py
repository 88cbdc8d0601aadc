"""Options of `buildprof ci`, each once, with the variable of ci/run.sh that says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Out = Annotated[Path, typer.Argument(help="Where logs, results and the summary go.")]
Mnt = Annotated[Path, typer.Argument(help="What outlives a call: MNT/models holds real models.")]
Only = Annotated[list[str] | None, typer.Option("--only", help="Just this stage; may be repeated.")]
Skip = Annotated[list[str] | None, typer.Option("--skip", help="Not this stage; may be repeated.")]
List = Annotated[bool, typer.Option("--list", help="Print the stages, run nothing.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Keep what passed in OUT, go on with the rest.")
]
KeepGoing = Annotated[bool, typer.Option("--keep-going", help="Run later stages after a failure.")]
WithoutTests = Annotated[
    list[str] | None,
    typer.Option("--exclude-test", help="Leave out tests that match; may be repeated."),
]
Variants = Annotated[
    str, typer.Option("--variants", help="Run the tests in these: baseline,pch-unity.")
]
RecordTests = Annotated[
    bool, typer.Option("--record-tests", help="Write the lists of known tests anew.")
]
Profile = Annotated[
    str,
    typer.Option(
        "--profile",
        help="The run of this code, such as latest: its table goes to the summary, the stages to its page.",
    ),
]
BuildDir = Annotated[Path, typer.Option("--build-dir", help="Where build trees go.")]


def _backend(name: str) -> typer.models.OptionInfo:
    help_ = f"Build and test the {name} backend."
    option: typer.models.OptionInfo = typer.Option(
        f"--{name}", envvar=f"GG_BUILD_{name.upper()}", help=help_
    )
    return option


Cuda = Annotated[bool, _backend("cuda")]
Rocm = Annotated[bool, _backend("rocm")]
Vulkan = Annotated[bool, _backend("vulkan")]
OpenCl = Annotated[bool, _backend("opencl")]
Metal = Annotated[bool, _backend("metal")]
Sycl = Annotated[bool, _backend("sycl")]
Blas = Annotated[bool, _backend("blas")]
BlasVendor = Annotated[
    str, typer.Option("--blas-vendor", envvar="GG_BUILD_BLAS_VENDOR", help="Which BLAS.")
]
AmdgpuTargets = Annotated[
    str,
    typer.Option(
        "--amdgpu-targets", envvar="GG_BUILD_AMDGPU_TARGETS", help="GPUs of --rocm: gfx1100."
    ),
]
LowPerf = Annotated[
    bool,
    typer.Option("--low-perf", envvar="GG_BUILD_LOW_PERF", help="Leave out the long stages."),
]
HighPerf = Annotated[
    bool,
    typer.Option("--high-perf", envvar="GG_BUILD_HIGH_PERF", help="Test the CPU backend itself."),
]
Cloud = Annotated[
    bool, typer.Option("--cloud", envvar="GG_BUILD_CLOUD", help="Leave out the scripts.")
]
NoBf16 = Annotated[
    bool, typer.Option("--no-bf16", envvar="GG_BUILD_NO_BF16", help="This machine has no bf16.")
]
Ninja = Annotated[
    bool,
    typer.Option("--ninja", envvar="GG_BUILD_NINJA", help="Build with Ninja, as is always done."),
]
FatalWarnings = Annotated[
    bool,
    typer.Option(
        "--fatal-warnings/--no-fatal-warnings",
        envvar="LLAMA_FATAL_WARNINGS",
        help="Warnings of the compiler are errors.",
    ),
]
