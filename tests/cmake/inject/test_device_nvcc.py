from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

from buildprof.cmake.inject import device_nvcc
from buildprof.cmake.inject.device_nvcc import Phase

if TYPE_CHECKING:
    from pathlib import Path

# what nvcc 13 writes for two real architectures of one virtual, and PTX of another
TIMES = """\
source file name , phase name , phase input files , phase output file , arch , tool, metric , unit
k.cu , gcc (preprocessing 4) , k.cu  , /tmp/k.ii ,  , nvcc , 151.6370 , ms
k.cu , cudafe++ , /tmp/k.ii  , /tmp/k.cudafe1.cpp , compute_90 , nvcc , 478.3420 , ms
k.cu , gcc (preprocessing 1) , k.cu  , /tmp/k.80.ii , compute_80 , nvcc , 72.4180 , ms
k.cu , cicc ,  /tmp/k.80.ii  , /tmp/k.80.ptx , compute_80 , nvcc , 492.8650 , ms
k.cu , ptxas , /tmp/k.80.ptx  , /tmp/k.80.cubin , sm_80 , nvcc , 56.1150 , ms
k.cu , cicc ,  /tmp/k.90.ii  , /tmp/k.90.ptx , compute_90 , nvcc , 0.2867430 , s
k.cu , fatbinary , /tmp/k.80.cubin , /tmp/k.fatbin ,  , nvcc , 3.6720 , ms
 , nvcc (driver) ,  , k.o ,  , nvcc , 2.2339 , ms
"""


def phases(folder: Path) -> list[Phase]:
    (folder / "k.nvcc").write_text(TIMES, "utf-8")
    return device_nvcc._phases(folder / "k.nvcc")


def test_programs_are_timed_for_the_device_that_they_work_for(tmp_path: Path) -> None:
    found = phases(tmp_path)
    devices = device_nvcc._devices(found)
    assert devices == {"compute_80": "sm_80", "sm_80": "sm_80", "compute_90": "compute_90"}
    device_nvcc._tell(found, devices, tmp_path / "k.cu.o")
    with (tmp_path / "k.cu.stat").open(encoding="utf-8") as file:
        rows = [(row[0], int(row[2]), row[5]) for row in csv.reader(file)]
    assert rows == [
        ("gcc (preprocessing 4)", 151_637, ""),
        ("cudafe++", 478_342, ""),
        ("gcc (preprocessing 1)", 72_418, "sm_80"),
        ("cicc", 492_865, "sm_80"),
        ("ptxas", 56_115, "sm_80"),
        ("cicc", 286_743, "compute_90"),
        ("fatbinary", 3_672, ""),
        ("nvcc (driver)", 2_234, ""),
    ]


def test_ptx_for_several_real_architectures_is_one_device() -> None:
    made = Phase("cicc", "k.ii", "k.ptx", "compute_80", 1)
    assembled = [Phase("ptxas", "k.ptx", f"{arch}.cubin", arch, 1) for arch in ("sm_80", "sm_86")]
    assert device_nvcc._devices([made, *assembled]) == dict.fromkeys(
        ("compute_80", "sm_80", "sm_86"), "compute_80"
    )


def test_the_trace_of_all_becomes_one_for_each_device(tmp_path: Path) -> None:
    programs = {1: ("cudafe++", "compute_80"), 2: ("cicc", "compute_80"), 3: ("ptxas", "sm_80")}
    events: list[dict[str, object]] = [{}]
    for pid, (program, arch) in programs.items():
        about = {"ph": "M", "pid": pid}
        events += [
            about | {"name": "process_name", "args": {"name": program}},
            about | {"name": "thread_name", "args": {"name": f"k.cu [{arch}]"}},
            {"ph": "X", "pid": pid, "tid": 0, "ts": pid, "dur": 1, "name": f"in {program}"},
        ]
    trace = tmp_path / "k.cu.o.json"
    trace.write_text(json.dumps({"traceEvents": events}), "utf-8")
    device_nvcc._split(trace, {"compute_80": "sm_80"}, tmp_path / "k.cu.o")
    assert not trace.exists()
    (made,) = tmp_path.glob("*.json")
    assert made.name == "k.cu-cuda-nvptx64-nvidia-cuda-sm_80.json"
    found = json.loads(made.read_text("utf-8"))["traceEvents"]
    assert [(event["name"], event["pid"]) for event in found] == [("in cicc", 1), ("in ptxas", 1)]
