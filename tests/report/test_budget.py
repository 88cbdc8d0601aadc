from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from buildprof.report.budget import Section, fit

SECTIONS = [Section("One", "### One\n"), Section("Two", "### Two\n\nä" * 9), Section("Three", "x")]


def test_what_fits_is_whole() -> None:
    assert fit(SECTIONS[::2], 1000) == "### One\n\nx\n"


def test_the_last_sections_go_first_and_are_named() -> None:
    whole = len(fit(SECTIONS).encode())
    assert fit(SECTIONS, whole) == fit(SECTIONS)
    assert fit(SECTIONS, whole - 1) == (
        "### One\n\n_Left out, because it would not fit here: Two, Three._\n"
    )


def test_the_first_section_stays_whatever_the_budget() -> None:
    assert fit(SECTIONS, 0).startswith("### One\n")


def test_nothing_is_nothing() -> None:
    assert fit([]) == ""


@given(st.lists(st.text(max_size=60), min_size=1, max_size=8), st.integers(200, 600))
def test_no_section_is_cut_and_the_budget_holds(bodies: list[str], most: int) -> None:
    sections = [Section(f"S{n}", f"begin {n} {body} end {n}") for n, body in enumerate(bodies)]
    text = fit(sections, most)
    for n in range(len(bodies)):
        assert (f"begin {n} " in text) == (f" end {n}" in text)
    assert len(text.encode("utf-8", "replace")) <= max(most, 420)
