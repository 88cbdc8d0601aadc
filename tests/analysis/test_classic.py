from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis import classic
from buildprof.analysis.classic import Settings
from buildprof.analysis.survey import survey
from tests.traces import EC, source, span, text, write

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.analysis.classic import ClassicTables


def tables(root: Path, *events: object, settings: Settings | None = None) -> ClassicTables:
    write(root, text(*events, EC))
    return classic.tables(survey(root), settings)


def test_times_of_templates_are_inclusive(tmp_path: Path) -> None:
    found = tables(
        tmp_path, span("InstantiateClass", 0, 90, "T"), span("InstantiateClass", 10, 30, "T")
    )

    assert (found.templates[0].inclusive_us, found.templates[0].count) == (120, 2)
    assert (found.template_sets[0].total_us, found.template_sets[0].count) == (90, 1)


def test_names_with_an_operator_are_their_own_set(tmp_path: Path) -> None:
    name = "std::ostream::operator<<<int>"
    found = tables(tmp_path, span("InstantiateFunction", 0, 90, name))

    assert [row.name for row in found.template_sets] == [name]


def test_code_outside_of_a_module_is_under_the_trace(tmp_path: Path) -> None:
    """As old pass managers had it: some passes over functions ran before the module's."""
    found = tables(
        tmp_path,
        span("OptFunction", 100, 40, "f"),
        span("OptModule", 200, 500, "src/a.cpp"),
        span("OptFunction", 300, 90, "f"),
    )

    assert [(row.name, row.module, row.codegen_us) for row in found.functions] == [
        ("f", "src/a.cpp", 90),
        ("f", str(tmp_path / "a.cpp.json"), 40),
    ]


def test_enough_root_headers_are_found_behind_others(tmp_path: Path) -> None:
    chain = [event for i in range(9) for event in source(f"deep{i}.h", 100 + i, 9_000 - i)]
    settings = Settings(header=2)

    found = tables(
        tmp_path,
        *source("/r.h", 99, 9_500),
        *chain,
        *source("/t.h", 9_600, 9_650),
        settings=settings,
    )

    assert [row.path for row in found.headers] == ["/r.h", "/t.h"]
