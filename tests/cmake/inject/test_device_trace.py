from __future__ import annotations

import json
import os
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from buildprof.cmake import proc_stat, settings
from buildprof.cmake.inject import device_trace
from buildprof.project import toolchain
from tests import devices

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.process import Finished

pytestmark = pytest.mark.skipif(os.name == "nt", reason="clang writes into a pipe by its number")


def compiled(folder: Path, *options: str, name: str = "k.cu") -> Finished:
    """Compile a kernel as ninja does, with what is put in front."""
    (folder / name).write_text(devices.KERNEL, "utf-8")
    words = ("-ftime-trace", "-fproc-stat-report=all.csv", *options)
    command = [toolchain.find().cxx, *words, "-o", f"{name}.o", "-c", name]
    return process.capture([*settings.device_launcher(), *command], cwd=folder)


def traces(folder: Path) -> list[str]:
    found = sorted(folder.glob("*.json"))
    for path in found:
        names = {event["name"] for event in json.loads(path.read_text("utf-8"))["traceEvents"]}
        assert {"ExecuteCompiler", "Total Frontend"} <= names
    return [path.name for path in found]


def test_a_compile_for_one_device_leaves_its_trace(tmp_path: Path) -> None:
    done = compiled(tmp_path, *devices.CUDA)
    assert done.returncode == 0, done.output
    assert traces(tmp_path) == ["k.cu-cuda-nvptx64-nvidia-cuda-sm_80.json"]
    assert "unused" not in done.output
    used = proc_stat.devices(tmp_path / "k.cu.stat")
    assert list(used) == ["sm_80"]
    assert (used["sm_80"].peak_kib or 0) > 0


def test_each_architecture_and_the_host_leave_theirs(tmp_path: Path) -> None:
    """Programs that join the code of all need not be there: they come after all compilers."""
    archs = ("--offload-arch=gfx90a:xnack+", "--offload-arch=gfx90a:xnack-")
    compiled(tmp_path, *devices.BARE_HIP, "-fgpu-rdc", *archs, name="k.hip")
    assert traces(tmp_path) == [
        "k.hip-hip-amdgcn-amd-amdhsa-gfx90a:xnack+.json",
        "k.hip-hip-amdgcn-amd-amdhsa-gfx90a:xnack-.json",
        "k.hip.json",
    ]


def test_options_may_stand_in_a_file(tmp_path: Path) -> None:
    options = shlex.join([*devices.CUDA, "-ftime-trace"])
    (tmp_path / "k.cu").write_text(devices.KERNEL, "utf-8")
    (tmp_path / "k.rsp").write_text(options, "utf-8")
    words = (toolchain.find().cxx, "@k.rsp", "-o", "k.cu.o", "-c", "k.cu")
    done = process.capture([*settings.device_launcher(), *words], cwd=tmp_path)
    assert done.returncode == 0, done.output
    assert len(traces(tmp_path)) == 1
    assert not (tmp_path / "k.cu.stat").exists()


def test_a_compile_that_fails_fails(tmp_path: Path) -> None:
    done = compiled(tmp_path, *devices.CUDA, "-DBROKEN")
    assert done.returncode == 1
    assert "broken on purpose" in done.output


def test_a_compile_again_replaces_what_was_told(tmp_path: Path) -> None:
    first = compiled(tmp_path, *devices.CUDA)
    lines = (tmp_path / "k.cu.stat").read_text("utf-8").count("\n")
    assert compiled(tmp_path, *devices.CUDA).returncode == first.returncode == 0
    assert (tmp_path / "k.cu.stat").read_text("utf-8").count("\n") == lines


def test_what_is_no_compile_by_clang_runs_as_it_is(tmp_path: Path) -> None:
    words = (sys.executable, "-c", "import sys; sys.exit(7)", "-ftime-trace", "-o", "x.o")
    done = process.capture([*settings.device_launcher(), *words], cwd=tmp_path)
    assert done.returncode == 7
    assert list(tmp_path.iterdir()) == []


def test_programs_behind_a_compiler_belong_to_its_device(tmp_path: Path) -> None:
    tools = ("clang", "ptxas", "clang", "ptxas", "fatbinary", "clang")
    stat = tmp_path / "k.stat"
    stat.write_text(
        "".join(f'"{tool}","k.o",7000,5,{n}\n' for n, tool in enumerate(tools)), "utf-8"
    )
    sides = [device_trace.Side("nvptx", "sm_80"), device_trace.Side("nvptx", "sm_90")]
    device_trace._tell(stat, [*sides, device_trace.Side()])
    used = proc_stat.devices(stat)
    assert {arch: (one.tools_us, one.user_us, one.peak_kib) for arch, one in used.items()} == {
        "sm_80": (7000, 10, 1),
        "sm_90": (7000, 10, 3),
        "": (7000, 10, 5),
    }
