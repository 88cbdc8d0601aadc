"""The page in a browser: what is seen, what is clicked, and that nothing goes wrong or out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.report.formats import html
from buildprof.report.subject import Subject
from buildprof.runs.stages import OneTest
from tests import browser, records, results, samples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser import Browser

STAGES = results.of(
    results.stage("ctest_debug", "passed", "", OneTest(name="adds", state="passed")),
    results.stage(
        "server", "failed", "2 of 9 tests failed", results.failing("streams"), tail=("x" * 300,)
    ),
    results.stage("sanitize_undefined", "skipped", "not run after server"),
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="speaks to the browser over POSIX pipes")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = browser.program()
    if program is None:
        pytest.skip("no Chromium is installed")
    with browser.Browser(program) as started:
        yield started


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("page")
    file, folder = root / "page.html", samples.full(root)
    folder.save_stages(STAGES)
    file.write_text(html.render(Subject(folder)), "utf-8")
    return file


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390], ids=["wide", "narrow"])
def test_it_opens_without_a_complaint_and_asks_nobody(
    chromium: Browser, page: Path, width: int, dark: bool
) -> None:
    chromium.open(page, width=width, dark=dark)
    assert chromium.problems == []
    assert chromium.requests == [page.as_uri()]
    # a page that is wider than its window has to be scrolled sideways to be read
    assert chromium.run("document.documentElement.scrollWidth") <= width


def test_how_stages_ended_is_seen_and_the_log_of_a_failed_one_opens(
    chromium: Browser, page: Path
) -> None:
    chromium.open(page, width=390)
    seen = chromium.run("[...document.querySelectorAll('.outcome')].map(e => e.innerText)")
    assert seen == ["passed", "failed", "skipped"]
    chromium.run("document.querySelector('#stages summary').click()")
    assert chromium.run("document.querySelector('#stages details').innerText").count("x") >= 300
    assert chromium.run("document.documentElement.scrollWidth") <= 390


def test_light_and_dark_differ_and_text_stands_out(chromium: Browser, page: Path) -> None:
    colours = (
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    found = {}
    for dark in (False, True):
        chromium.open(page, dark=dark)
        found[dark] = [_brightness(colour) for colour in chromium.run(colours)]
    assert found[False][0] > 230
    assert found[False][1] < 60
    assert found[True][0] < 60
    assert found[True][1] > 200


def test_hostile_names_are_shown_and_do_nothing(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    assert chromium.run("document.images.length") == 0
    assert chromium.run("document.scripts.length") == 2
    shown = chromium.run("document.querySelector('#b0-functions tbody th').textContent")
    assert shown.startswith("</script><img src=x onerror=alert(1)>")
    assert "{{7*7}}" in shown
    assert chromium.problems == []


def test_a_script_that_gets_into_the_page_is_not_run(
    chromium: Browser, page: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.html"
    evil = "<img src=x onerror='window.owned=1'><script>window.owned = 1</script></body>"
    broken.write_text(page.read_text("utf-8").replace("</body>", evil), "utf-8")
    chromium.open(broken)
    assert chromium.run("window.owned === undefined")
    assert any("Content Security Policy" in problem for problem in chromium.problems)


def test_one_build_is_shown_at_a_time(chromium: Browser, page: Path) -> None:
    shown = "[...document.querySelectorAll('section.build')].filter(s => !s.hidden).map(s => s.id)"
    chromium.open(page)
    assert chromium.run(shown) == ["b0"]
    chromium.run("document.querySelectorAll('.builds a')[1].click()")
    assert chromium.run(shown) == ["b1"]
    assert chromium.run("document.querySelector('[aria-current]').textContent") == "Minimal, PCH"


def test_a_click_on_a_column_sorts_and_unknown_stays_last(chromium: Browser, page: Path) -> None:
    names = "[...document.querySelectorAll('#b0-units tbody th')].map(cell => cell.textContent)"
    click = "document.querySelectorAll('#b0-units thead button')[{}].click()"
    chromium.open(page)
    chromium.run(click.format(3))
    falling = chromium.run(names)
    chromium.run(click.format(3))
    rising = chromium.run(names)
    assert falling[:2] == ["src/model.cpp", "src/view.cpp"]
    assert rising[1:3] == ["src/view.cpp", "src/model.cpp"]
    assert falling[-1] == rising[-1] == "src/unknown.cpp"
    assert (
        chromium.run("document.querySelectorAll('#b0-units thead th')[3].ariaSort") == "ascending"
    )


def test_words_filter_a_long_table(chromium: Browser, tmp_path: Path) -> None:
    folder = records.stored(tmp_path, records.run(records.build("minimal", "baseline")))
    units = [samples.unit(f"src/file{n}.cpp", n, 1) for n in range(30)]
    folder.save_record("minimal-baseline-1", "units", units)
    file = tmp_path / "page.html"
    file.write_text(html.render(Subject(folder)), "utf-8")
    chromium.open(file)
    chromium.run(
        "const field = document.querySelector('input[type=search]');"
        "field.value = 'toy FILE2'; field.dispatchEvent(new Event('input'))"
    )
    rows = "[...document.querySelectorAll('#b0-units tbody tr')].filter(row => !row.hidden).length"
    assert chromium.run(rows) == 11


def test_a_pointer_over_a_step_tells_what_it_is(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    chromium.run("document.querySelector('.lanes').scrollIntoView()")
    box = chromium.run("document.querySelector('.lanes .bar').getBoundingClientRect().toJSON()")
    at = {"x": box["x"] + 5, "y": box["y"] + 5}
    chromium.call("Input.dispatchMouseEvent", type="mouseMoved", **at)
    hint = "document.getElementById('hint')"
    assert chromium.run(f"{hint}.hidden") is False
    text = chromium.run(f"{hint}.textContent")
    assert text.startswith("src/model.cpp")
    assert "on the critical path" in text


def test_a_click_enlarges_a_header_and_a_second_one_takes_it_back(
    chromium: Browser, page: Path
) -> None:
    widths = "[...document.querySelectorAll('#b0 .icicle i')].map(i => parseFloat(i.style.width))"
    chromium.open(page)
    assert chromium.run(widths) == [75, 50, 25]
    chromium.run("document.querySelectorAll('#b0 .icicle i')[0].click()")
    assert chromium.run(widths) == [100, pytest.approx(66.67, abs=0.01), 0]
    chromium.run("document.querySelectorAll('#b0 .icicle i')[0].click()")
    assert chromium.run(widths) == [75, 50, 25]


def test_a_click_enlarges_a_target(chromium: Browser, page: Path) -> None:
    groups = "[...document.querySelectorAll('#b0 .group')].map(group => group.hidden)"
    chromium.open(page)
    chromium.run("document.querySelectorAll('#b0 .group')[1].click()")
    assert chromium.run(groups) == [True, False]
    chromium.run("document.querySelectorAll('#b0 .group')[1].click()")
    assert chromium.run(groups) == [False, False]


def test_the_timeline_can_be_stretched(chromium: Browser, page: Path) -> None:
    width = "document.querySelector('#b0 .lanes').clientWidth"
    chromium.open(page)
    before = chromium.run(width)
    chromium.run(
        "const slider = document.querySelector('#b0 input[type=range]');"
        "slider.value = '2'; slider.dispatchEvent(new Event('input'))"
    )
    assert chromium.run(width) == pytest.approx(4 * before, abs=4)


def test_without_scripts_everything_is_there(chromium: Browser, page: Path) -> None:
    chromium.open(page, script=False)
    shot = chromium.call("DOM.getDocument", depth=-1)
    text = str(shot)
    for word in ("src/model.cpp", "Minimal, PCH", "<c++/12/map>", "critical path"):
        assert word in text
    assert chromium.problems == []


def test_the_page_of_a_comparison_opens_as_well(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "comparison.html"
    file.write_text(html.render_comparison(samples.comparison()), "utf-8")
    chromium.open(file)
    assert chromium.problems == []
    assert chromium.requests == [file.as_uri()]
    chromium.run("document.querySelectorAll('#c-file thead button')[3].click()")
    assert (
        chromium.run("document.querySelector('#c-file tbody td.n.more').textContent") == "+0.25 s"
    )


def _brightness(colour: str) -> float:
    numbers = [float(part) for part in colour.strip("rgba()").split(",")[:3]]
    return sum(numbers) / 3
