from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import summary
from buildprof.report.subject import Subject
from tests import records, samples

if TYPE_CHECKING:
    from pathlib import Path


def test_the_table_comes_first_with_the_change_of_each_variant(subject: Subject) -> None:
    head = summary.sections(subject)[0].body
    assert head.startswith("### toy: build profile\n\n| Build ")
    assert "2.1 s |" in head
    assert "| 4.2 s (+0.0 %) |" in head
    assert "1.5 s (−28.6 %) |" in head


def test_sections_fall_in_importance(subject: Subject) -> None:
    assert [section.title for section in summary.sections(subject)] == [
        "the table",
        "biggest changes of files, Minimal, PCH against Minimal, baseline",
        "slowest TUs, Minimal, baseline",
        "slowest TUs, Minimal, PCH",
        "costliest headers, Minimal, baseline",
        "costliest headers, Minimal, PCH",
    ]


def test_movers_show_both_times_and_the_difference(subject: Subject) -> None:
    movers = summary.sections(subject)[1].body
    assert movers.startswith("<details><summary>Biggest changes of files, ")
    first = movers.splitlines()[6]
    assert [cell.strip() for cell in first.strip("|").split("|")] == [
        *("src/model.cpp", "3.60 s", "2.35 s", "−1.25 s")
    ]


def test_names_are_no_markup(subject: Subject) -> None:
    text = "".join(section.body for section in summary.sections(subject))
    # lines that are set in by six blanks are code, in which nothing is markup
    shown = [line for line in text.splitlines() if not line.startswith(" " * 6)]
    assert any("onerror" in line for line in shown)
    for line in shown:
        assert "<img" not in line.replace("\\<img", "")
        assert "</script>" not in line.replace("\\</script>", "")
        assert not line.startswith("::")


def test_labels_are_no_markup_either(tmp_path: Path) -> None:
    build = records.build("minimal", "baseline")
    folder = records.stored(tmp_path, records.run(build))
    folder.save_record(build.id, "units", samples.units())
    subject = Subject(folder)
    subject.shown[0] = ("<b>x</b>", build)
    titles = [section.body.splitlines()[0] for section in summary.sections(subject)[1:]]
    assert titles == ["<details><summary>Slowest TUs, &lt;b&gt;x&lt;/b&gt;</summary>"]


def test_repetitions_show_the_range_of_the_wall_time(tmp_path: Path) -> None:
    builds = [records.build("minimal", "baseline", n, wall_us=n * 1_000_000) for n in (1, 2, 3)]
    subject = Subject(records.stored(tmp_path, records.run(*builds)))
    head = summary.sections(subject)[0].body
    assert "| Minimal, baseline |      3 | 1.0 s |  2.0 s | 3.0 s |" in head
