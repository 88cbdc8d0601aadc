from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import budget
from buildprof.report.formats import md

if TYPE_CHECKING:
    import pytest

    from buildprof.report.subject import Subject


def test_a_small_run_is_whole(subject: Subject) -> None:
    text = md.render(subject)
    assert text.startswith("<!-- made by buildprof -->\n\n### toy")
    assert "Left out" not in text


def test_the_budget_holds(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SUMMARY_BYTES", 3000)
    text = md.render(subject)
    assert len(text.encode()) <= 3000
    assert "_Left out, because it would not fit here: " in text
