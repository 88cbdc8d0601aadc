from __future__ import annotations

from pathlib import Path

from buildprof.analysis.result import Inclusion
from buildprof.driver import headers
from buildprof.driver.plan import Job
from buildprof.project.scope import MINIMAL
from buildprof.project.variant import Variant
from buildprof.runs.folder import RunFolder, create
from buildprof.trace.unit import Unit

BUILD = Path("/w/build")


def job(**changes: object) -> Job:
    values = {"name": "pch", "label": "PCH", "pch": "on"} | changes
    return Job(scope=MINIMAL, variant=Variant(**values), repetition=1)  # type: ignore[arg-type]


def node(path: str, parent: int = -1) -> Inclusion:
    return Inclusion(path=path, parent=parent, count=1, inclusive_us=1000, self_us=500)


def unit(name: str, **changes: object) -> Unit:
    values = {"name": name, "trace": f"{name}.json", "target": "t", "language": "CXX"} | changes
    return Unit(**values)  # type: ignore[arg-type]


def test_configured_headers_are_absolute_and_no_fallback(tmp_path: Path) -> None:
    named = job(headers={"t": ("src/all.h", "<vector>")})
    choice = headers.choose(named, RunFolder(tmp_path), Path("/w/src"))
    assert choice == headers.Choice({"t": ("/w/src/src/all.h", "<vector>")}, fallback=False)


def test_else_they_come_from_the_baseline_of_the_same_repetition(tmp_path: Path) -> None:
    folder = create(tmp_path, "run")
    folder.save_record("minimal-baseline-1", headers.RECORD, {"t": ["/inc/string"]})
    choice = headers.choose(job(), folder, Path("/w/src"))
    assert choice == headers.Choice({"t": ("/inc/string",)}, fallback=True)


def test_without_a_baseline_there_are_none(tmp_path: Path) -> None:
    assert headers.choose(job(), create(tmp_path, "run"), Path("/w")).by_target == {}


def test_other_variants_have_none(tmp_path: Path) -> None:
    with_headers = job(pch="off", headers={"t": ("a.h",)})
    assert headers.choose(with_headers, RunFolder(tmp_path), Path("/w")).by_target == {}


def test_common_headers_are_those_of_cxx_sources_with_absolute_paths() -> None:
    units = [unit(name) for name in ("a.cpp", "b.cpp", "c.cpp")]
    units += [unit("d.c", language="C"), unit("pch", kind="pch"), unit("e.cpp", target=None)]
    tree = [node("../src/all.h"), node("/inc/string", parent=0)]
    inclusions = {one.trace: tree for one in units}
    assert headers.common(units, inclusions, BUILD) == {"t": ("/w/src/all.h",)}
