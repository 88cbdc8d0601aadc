from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.survey import survey
from buildprof.report import analysis_forms
from tests.traces import EC, analyse, span, text, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("form", "first"), [("json", "{"), ("csv", "table,name"), ("text", "Time summary:")]
)
def test_tables_come_in_the_form_that_is_asked_for(form: str, first: str, tmp_path: Path) -> None:
    found = analysis_forms.tables(form, analyse(tmp_path, EC), 100)

    assert first in found.splitlines()[0]


@pytest.mark.parametrize(("top", "shown"), [(None, ["Frontend"]), (5, ["Frontend", "Source"])])
def test_short_spans_are_shown_to_who_asks_for_rows(
    top: int | None, shown: list[str], tmp_path: Path
) -> None:
    write(tmp_path, text(span("Frontend", 0, 900), span("Source", 10, 90, "/a.h"), EC))

    events = json.loads(analysis_forms.perfetto(survey(tmp_path), top))["traceEvents"]

    assert [one["name"] for one in events if one["name"] in {"Frontend", "Source"}] == shown


def test_the_classic_report_follows_its_settings(tmp_path: Path) -> None:
    ini = tmp_path / "c.ini"
    ini.write_text("[counts]\nheader = 0\n", "utf-8")
    write(tmp_path, text(span("Source", 0, 90_000, "/a.h"), EC))
    found = survey(tmp_path)

    assert "/a.h" in analysis_forms.classic(found, tmp_path / "none.ini")
    assert "/a.h" not in analysis_forms.classic(found, ini)
