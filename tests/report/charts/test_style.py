from __future__ import annotations

import re

from buildprof.report.charts import style
from tests import samples


@style.styled
def drawn() -> bytes:
    figure, axes = style.figure(2)
    style.stacked(axes, ["first", samples.HOSTILE], [(1.0, 2.0, 0.5), (0.5, 0.0, 0.0)])
    style.label(axes, 0, 3.5, "3.5 s")
    style.legend(axes)
    return style.saved(figure, "svg", "key")


def test_the_same_values_give_the_same_bytes() -> None:
    assert drawn() == drawn()
    assert b"<dc:date>" not in drawn()


def test_texts_stay_texts_and_hostile_names_are_no_elements() -> None:
    svg = drawn().decode()
    assert "3.5 s" in svg
    assert "$x^2$" in svg
    assert "<img" not in svg


def test_inline_it_takes_the_colour_of_the_page_and_has_ids_of_its_own() -> None:
    text = style.inline(drawn(), "key", "A title")
    assert text.startswith('<svg role="img" aria-label="A title" ')
    assert style.INK not in text
    assert "#000000" not in text
    assert "currentColor" in text
    assert "#ffffff" not in text
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert all(name.startswith("key-") for name in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)


def test_png_is_pixels() -> None:
    figure, _ = style.figure(1)
    assert style.saved(figure, "png", "key").startswith(b"\x89PNG")
