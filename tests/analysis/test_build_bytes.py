"""Text of traces that is no plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from tests.traces import EC, analyse, only, source, span, text, write

if TYPE_CHECKING:
    from pathlib import Path


def test_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    raw = text(*source("/a/NAME.h", 0, 10), EC).encode().replace(b"NAME", b"\xff\xc3(")
    write(tmp_path, raw)

    assert [one.path for one in analyze(tmp_path).headers] == ["/a/��(.h"]


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b" \r\n\t", b"\xef\xbb\xbf\r\n"])
def test_a_byte_order_mark_and_blanks(tmp_path: Path, prefix: bytes) -> None:
    write(tmp_path, prefix + text(EC).replace(", ", ",\r\n").encode())

    assert only(analyze(tmp_path)).total_us == 100_000


def test_escapes_and_control_characters(tmp_path: Path) -> None:
    names = [
        "\x01-[AppDelegate application:]",
        "\u00e9 \u20ac\U0001f600",
        'a"\\/b',
        "tab\there",
        "\ud800 alone",
    ]
    events = [span("InstantiateFunction", 10 * i, 5, name) for i, name in enumerate(names)]

    result = analyse(tmp_path, *events, EC)

    expected = {*names[:-1], "� alone"}
    assert {row.name for row in result.templates} == expected


def test_raw_control_characters(tmp_path: Path) -> None:
    raw = text(span("InstantiateFunction", 0, 5, "NAME"), EC).replace("NAME", "a\x01\n\x00b")
    write(tmp_path, raw)

    assert [row.name for row in analyze(tmp_path).templates] == ["a\x01\n\x00b"]


def test_a_name_of_131067_characters_is_kept_whole(tmp_path: Path) -> None:
    name = "P<" * 32_000 + "int" + ">" * 32_000 + "x" * 35_064 + "xx"
    assert len(name) > 131_000 - 2_000

    result = analyse(tmp_path, span("InstantiateClass", 0, 900, name), EC)

    assert result.templates[0].name == name
    assert result.template_sets[0].name == "P<$>" + "x" * 35_066


def test_deep_nesting_of_scopes_and_of_json(tmp_path: Path) -> None:
    deep = 20_000
    scopes = [span("InstantiateClass", i, 2 * (deep - i), f"T<{i}>") for i in range(deep)]
    raw = text(*scopes, EC)[:-1] + ',"deep":' + "[" * deep + "]" * deep + "}"
    write(tmp_path, raw)

    result = analyze(tmp_path)

    assert len(result.templates) == deep
    assert result.template_sets[0].total_us == 2 * deep


def test_lambdas_of_different_units_are_different_rows(tmp_path: Path) -> None:
    for unit, line in (("a", 1), ("b", 2)):
        name = f"std::sort<(lambda at /s/{unit}.cpp:{line}:5)>"
        write(tmp_path, text(span("InstantiateFunction", 0, 9, name), EC), f"{unit}.json")

    result = analyze(tmp_path)

    assert [row.count for row in result.templates] == [1, 1]
    assert [(row.name, row.count) for row in result.template_sets] == [("std::sort<$>", 2)]
