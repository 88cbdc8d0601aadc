from __future__ import annotations

from buildprof.report import compared_summary
from buildprof.report.annotations import render
from tests import samples


def test_the_verdict_comes_first_then_the_movers() -> None:
    sections = compared_summary.sections(samples.comparison())
    assert [section.title for section in sections] == [
        *("the verdict", "the biggest movers", "all changes of Source files")
    ]
    verdict = sections[0].body
    assert "**Total: 14.3 % less, beyond noise.**" in verdict
    assert "| total  | 4.20 s | 3.30 s | -21.4 % |" in verdict
    assert "- gate total:5%: FAILED: it is 14.3 %\n- One build a side.\n" in verdict
    assert "| src/model.cpp" in sections[1].body.splitlines()[4]


def test_findings_are_gates_and_files_that_got_slower_beyond_noise() -> None:
    lines = render(compared_summary.findings(samples.comparison())).splitlines()
    assert lines[0] == "::error title=gate::total:5%25: it is 14.3 %25"
    assert lines[1].startswith("::warning file=</script>")
    assert lines[1].endswith("title=build time::takes longer to compile: +0.25 s (+41.7 %25)")
    assert len(lines) == 2
