from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import UsageError
from buildprof.report import formats
from buildprof.report.subject import Subject
from tests import records, samples

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", formats.names())
def test_every_format_renders_any_run_the_same_each_time(name: str, subject: Subject) -> None:
    form = formats.load(name)
    text = form.render(subject)
    assert text.endswith("\n")
    assert form.MARK in text[:4096]
    assert form.render(subject) == text
    assert form.__doc__


@pytest.mark.parametrize("name", formats.names())
def test_every_format_renders_a_run_of_which_nothing_was_built(name: str, tmp_path: Path) -> None:
    form = formats.load(name)
    empty = Subject(records.stored(tmp_path, records.run(finished=False)))
    assert form.MARK in form.render(empty)[:4096]


@pytest.mark.parametrize("name", formats.names())
def test_no_format_lets_a_name_command_a_terminal(name: str, subject: Subject) -> None:
    text = formats.load(name).render(subject)
    assert "\u202e" not in text
    assert "\n::error::" not in text


def test_extensions_are_distinct() -> None:
    extensions = [formats.load(name).EXTENSION for name in formats.names()]
    assert len(set(extensions)) == len(extensions)


def test_an_unknown_format_is_an_error_that_names_the_known() -> None:
    with pytest.raises(UsageError) as caught:
        formats.load("pdf")
    assert caught.value.what == "there is no format 'pdf'"
    assert "csv, html, json" in (caught.value.hint or "")


def test_the_hostile_name_is_in_what_is_tested(subject: Subject) -> None:
    assert samples.HOSTILE in {unit.name for unit in subject.units(subject.shown[0][1])}


def for_comparison() -> list[str]:
    return [name for name in formats.names() if hasattr(formats.load(name), "render_comparison")]


@pytest.mark.parametrize("name", for_comparison())
def test_formats_of_comparisons_render_one_the_same_each_time(name: str) -> None:
    form = formats.load_for_comparison(name)
    text = form.render_comparison(samples.comparison())
    assert text.endswith("\n")
    assert form.COMPARISON_MARK in text[:4096]
    assert form.render_comparison(samples.comparison()) == text
    assert "\u202e" not in text
    assert "\n::error::" not in text
    assert "src/model.cpp" in text


def test_a_format_that_cannot_write_comparisons_says_which_can() -> None:
    assert for_comparison() == ["csv", "html", "json", "md", "text"]
    with pytest.raises(UsageError) as caught:
        formats.load_for_comparison("perfetto")
    assert str(caught.value) == (
        "a comparison has no format 'perfetto'\nIt has: csv, html, json, md, text."
    )
