"""`buildprof ci`."""

from __future__ import annotations

from pathlib import Path

import typer

from buildprof.cli import _ci_options as ci
from buildprof.cli import _options as options


def command(
    out: ci.Out = Path("reports/ci"),
    mnt: ci.Mnt = Path("build/ci/mnt"),
    only: ci.Only = None,
    skip: ci.Skip = None,
    list_stages: ci.List = False,
    resume: ci.Resume = False,
    keep_going: ci.KeepGoing = False,
    exclude_test: ci.WithoutTests = None,
    record_tests: ci.RecordTests = False,
    variants: ci.Variants = "",
    source: options.Source = None,
    config: options.Config = None,
    jobs: options.Jobs = None,
    profile: ci.Profile = "",
    reference: options.Reference = None,
    reports: options.Reports = Path("reports"),
    build_dir: ci.BuildDir = Path("build/ci"),
    cuda: ci.Cuda = False,
    rocm: ci.Rocm = False,
    vulkan: ci.Vulkan = False,
    opencl: ci.OpenCl = False,
    metal: ci.Metal = False,
    sycl: ci.Sycl = False,
    blas: ci.Blas = False,
    blas_vendor: ci.BlasVendor = "OpenBLAS",
    amdgpu_targets: ci.AmdgpuTargets = "",
    low_perf: ci.LowPerf = False,
    high_perf: ci.HighPerf = False,
    cloud: ci.Cloud = False,
    no_bf16: ci.NoBf16 = False,
    _ninja: ci.Ninja = False,
    fatal_warnings: ci.FatalWarnings = True,
) -> None:
    """Run the stages of a project: its tests in debug and release, its models, its server.

    Stages run in order and stop at the first that fails. What did not run is skipped with a reason; a
    test that is not there is no pass.
    """
    from buildprof import console
    from buildprof.ci.switches import BACKENDS, Switches
    from buildprof.cli._ci import Call, listing, run
    from buildprof.project import machine
    from buildprof.project import project as projects
    from buildprof.runs.find import find

    flags = (cuda, rocm, vulkan, opencl, metal, sycl, blas)
    call = Call(
        project=projects.load(source, config),
        out=out,
        mnt=mnt,
        build_dir=build_dir,
        jobs=jobs or machine.cores(),
        only=only or [],
        skip=skip or [],
        without_tests=exclude_test or [],
        variants=[name.strip() for name in variants.split(",") if name.strip()],
        record_tests=record_tests,
        resume=resume,
        profile=find(profile, reports) if profile else None,
        reference=reference,
        keep_going=keep_going,
        switches=Switches(
            backends=tuple(name for name, on in zip(BACKENDS, flags, strict=True) if on),
            blas_vendor=blas_vendor,
            amdgpu_targets=amdgpu_targets,
            low_perf=low_perf,
            high_perf=high_perf,
            cloud=cloud,
            no_bf16=no_bf16,
            fatal_warnings=fatal_warnings,
        ),
    )
    if list_stages:
        console.result(listing(call))
        return
    raise typer.Exit(0 if run(call).green else 1)
