from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import msgspec

from buildprof.report.formats import html
from buildprof.report.subject import Subject
from buildprof.report.templates import digest
from buildprof.runs.schema import DeviceTotals, Times
from tests import records, results, samples

if TYPE_CHECKING:
    from pathlib import Path

VOID = {"meta", "link", "img", "input", "br"}


class Page(HTMLParser):
    """What a page holds: elements, text outside of scripts, and the contents of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open[-1:] == ["script"] else self.text).append(data)


def test_elements_are_closed_and_ids_are_distinct(subject: Subject) -> None:
    page = Page(html.render(subject))
    ids = [found for _, attributes in page.tags if (found := attributes.get("id"))]
    assert page.open == []
    assert len(set(ids)) == len(ids)


def test_nothing_is_loaded_from_anywhere(subject: Subject) -> None:
    page = Page(html.render(subject))
    places = [
        value
        for tag, attributes in page.tags
        for name, value in attributes.items()
        if name in {"src", "href", "xlink:href", "action", "srcset"} and tag != "a"
    ]
    assert {place for place in places if not (place or "").startswith("#")} == {"data:,"}


def test_only_our_script_may_run(subject: Subject) -> None:
    page = Page(html.render(subject))
    policy = next(
        attributes["content"] or ""
        for _, attributes in page.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert len(page.scripts) == 2
    assert f"script-src '{digest(page.scripts[1])}'" in policy
    assert policy.startswith("default-src 'none';")
    assert not any(name.startswith("on") for _, found in page.tags for name in found)


def test_hostile_names_are_text(subject: Subject) -> None:
    page = Page(html.render(subject))
    shown = "".join(page.text)
    assert "img" not in {tag for tag, _ in page.tags}
    assert "</script><img src=x onerror=alert(1)>" in shown
    assert "{{7*7}}" in shown
    assert "$x^2$" in shown


def test_data_come_back_from_their_element(subject: Subject) -> None:
    page = Page(html.render(subject))
    data = msgspec.json.decode(page.scripts[0])
    assert data["builds"]["b0"]["units"][0][0] == "src/model.cpp"
    assert re.search(r"[<>&\u2028]", page.scripts[0]) is None


def test_tables_and_charts_are_there_without_a_script(subject: Subject) -> None:
    page = Page(html.render(subject))
    shown = "".join(page.text)
    for word in ("Minimal, baseline", "3.60 s", "<c++/12/map>", "Timeline", "failed", "200 MiB"):
        assert word in shown, word
    assert sum(tag == "figure" for tag, _ in page.tags) == 5
    assert sum("data-k" in attributes for _, attributes in page.tags) == 2 * (4 + 3 + 3)
    assert samples.HOSTILE[:9] == "</script>"


def test_devices_have_a_table_of_their_own(tmp_path: Path) -> None:
    folder = samples.full(tmp_path)
    run = folder.load()
    times = Times(units=3, frontend_us=1, backend_us=None, other_us=1, total_us=7_700_000)
    devices = {"CUDA": DeviceTotals(whole=times, archs={"sm_90": times})}
    totals = msgspec.structs.replace(records.TOTALS, devices=devices)
    first = msgspec.structs.replace(run.builds[0], totals=totals)
    folder.save(msgspec.structs.replace(run, builds=(first, *run.builds[1:])))
    page = Page(html.render(Subject(folder)))
    assert "devices" in {attributes.get("id") for _, attributes in page.tags}
    shown = "".join(page.text)
    assert "Minimal, baseline: CUDA, sm_90" in shown
    assert "7.7 s" in shown
    assert page.open == []


def test_the_page_of_a_comparison_begins_with_its_conclusion() -> None:
    page = Page(html.render_comparison(samples.comparison()))
    shown = "".join(page.text)
    assert shown.index("Total: 14.3 % less") < shown.index("src/model.cpp")
    assert "FAILED" in shown
    assert "img" not in {tag for tag, _ in page.tags}
    assert page.open == []


def test_stages_are_a_section_and_need_no_script(subject: Subject) -> None:
    assert 'id="stages"' not in html.render(subject)
    hostile = "<img src=y onerror=alert(2)>"
    subject.folder.save_stages(
        results.of(
            results.stage("ctest_debug", "passed"),
            results.stage("server", "failed", hostile, results.failing(hostile), tail=(hostile,)),
        )
    )
    page = Page(html.render(Subject(subject.folder)))
    shown = "".join(page.text)
    assert "Stages: 1 not passed" in shown
    assert shown.count(hostile) == 3
    assert "img" not in {tag for tag, _ in page.tags}
    outcomes = [found["class"] for _, found in page.tags if "outcome" in (found.get("class") or "")]
    assert outcomes == ["outcome good", "outcome bad"]
