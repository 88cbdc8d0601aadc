from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from buildprof.analysis import classic
from buildprof.analysis.classic import Settings
from buildprof.analysis.survey import survey
from buildprof.report import analysis_cba
from tests import shared
from tests.traces import EC, source, span, text, write

HERE = ("clang11-pid-45", "self-win-clang-cl-9.0rc2")
PEERS = (*HERE, "blender-mac-clang14", "self-win-clang-16.0", "verylong-symbol-name-38")

# Lines in which being right means to differ from what ClangBuildAnalyzer printed, with the reason.
DIFFERENT = {
    "Analyzing build trace from": "said by the command, not by the report",
    "  done in": "said by the command, not by the report",
    "Compilation (": "it leaves out the unit whose frontend was too short for an event of its own "
    "(ggml-cpu/hbm.cpp), and counts the two probes of CMake's configure step",
}
UNITS = {"no-unity": 273, "unity": 127, "unity-pch": 131}


def report(root: Path, settings: Settings | None = None) -> str:
    settings = settings or Settings()
    return analysis_cba.render(classic.tables(survey(root), settings), settings)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder from which the expected reports were made: they name traces relative to it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(not shutil.which("llvm-undname"), reason="there is no llvm-undname")
@pytest.mark.parametrize("name", HERE)
def test_reports_equal_the_expected_ones(name: str, at: Path, repository: Path) -> None:
    data = repository / "tests" / "report" / "data" / name
    shutil.copytree(data, at / "tests" / name)

    assert report(Path("tests") / name) == (data / "expected.txt").read_text()


@shared.needs_peer
@pytest.mark.skipif(not shutil.which("llvm-undname"), reason="there is no llvm-undname")
@pytest.mark.parametrize("name", PEERS)
def test_reports_of_all_clang_versions_equal_the_expected_ones(name: str, at: Path) -> None:
    shutil.copytree(shared.PEER / name, at / "tests" / name)

    expected = (shared.PEER / name / "_AnalysisOutputExpected.txt").read_text()
    assert report(Path("tests") / name).splitlines() == expected.splitlines()


@shared.needs_llama
@pytest.mark.parametrize(("name", "units"), UNITS.items())
def test_reports_of_llama_cpp_equal_line_by_line(name: str, units: int, at: Path) -> None:
    shared.unpack(name, at)

    ours = report(Path(name)).splitlines()
    expected = (shared.LLAMA / f"{name}.cba.txt").read_text().splitlines()

    assert f"Compilation ({units} times):" in ours
    assert _the_same(ours) == _the_same(expected)


def _the_same(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith(tuple(DIFFERENT))]


def test_sections_without_rows_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, text(span("Frontend", 0, 2_000), EC))

    assert report(tmp_path).splitlines() == [
        "**** Time summary:",
        "Compilation (1 times):",
        "  Parsing (frontend):            0.0 s",
        "  Codegen & opts (backend):      0.0 s",
        "",
    ]


def test_settings_say_how_much_there_is(tmp_path: Path) -> None:
    events = [span("InstantiateClass", 1_000 * i, 900 - i, f"T{i}<int>") for i in range(9)]
    headers = [*source("/a/inner.h", 20_000, 22_000), *source("/a/outer.h", 10_000, 30_000)]
    write(tmp_path, text(*events, *headers, EC))

    lines = report(tmp_path, Settings(template=2, max_name=6, header=9)).splitlines()

    assert lines[lines.index("**** Templates that took longest to instantiate:") + 1 :][:3] == [
        "     0 ms: T0<i... (1 times, avg 0 ms)",
        "     0 ms: T1<i... (1 times, avg 0 ms)",
        "",
    ]
    assert "20 ms: /a/outer.h (included 1 times, avg 20 ms), included via:" in lines
    assert "2 ms: /a/inner.h (included 1 times, avg 2 ms), included via:" not in lines


def test_headers_that_no_source_includes_may_be_asked_for(tmp_path: Path) -> None:
    write(tmp_path, text(*source("/a/in.h", 20, 2_020), *source("/a/out.h", 10, 9_000), EC))

    lines = report(tmp_path, Settings(only_root_headers=False)).splitlines()

    at = lines.index("2 ms: /a/in.h (included 1 times, avg 2 ms), included via:")
    assert lines[at + 1] == "  1x: out.h "


def test_names_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, text(span("OptFunction", 0, 5_000, "f\x1b[31m\n"), EC))

    assert "\x1b" not in report(tmp_path)
    assert "     5 ms: f�[31m� (" in report(tmp_path)
