from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.progress import Lines
from buildprof.report import beside, formats

if TYPE_CHECKING:
    import pytest

    from buildprof.report.subject import Subject


def test_page_summary_and_charts_lie_beside_the_records(
    subject: Subject, capsys: pytest.CaptureFixture[str]
) -> None:
    page = beside.write(subject.folder, Lines())
    root = subject.folder.path
    assert page == root / "report.html"
    assert page.read_text("utf-8") == formats.load("html").render(subject)
    assert (root / "report.md").read_text("utf-8") == formats.load("md").render(subject)
    assert sorted(file.name for file in (root / "charts").iterdir()) == [
        f"{name}.{form}"
        for name in (
            *("change-minimal-pch", "cumulative", "slowest-minimal-baseline"),
            *("slowest-minimal-pch", "variants"),
        )
        for form in ("png", "svg")
    ]
    assert capsys.readouterr().err == (
        "report: drawing charts\nreport: page, summary and 5 charts\n"
    )
