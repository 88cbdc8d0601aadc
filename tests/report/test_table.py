from __future__ import annotations

from buildprof.report import table


def test_columns_are_aligned_and_numbers_set_right() -> None:
    text = table.markdown(("Build", "TUs"), [["Minimal", "9"], ["Full", "1,234"]])
    assert text == (
        "| Build   |   TUs |\n|:--------|------:|\n| Minimal |     9 |\n| Full    | 1,234 |\n"
    )


def test_no_name_ends_a_cell_or_begins_markup() -> None:
    hostile = "a|b`c`<script>\n*x* [l](u) \x1b[31m\u202e"
    assert table.cell(hostile) == (
        "a\\|b\\`c\\`\\<script>\ufffd\\*x\\* \\[l](u) \ufffd\\[31m\ufffd"
    )


def test_a_backslash_stays_one() -> None:
    assert table.cell("C:\\src\\a.cpp") == "C:\\\\src\\\\a.cpp"


def test_a_long_path_keeps_its_end() -> None:
    assert table.shortened("src/very/long/path/to/file.cpp", 16) == "src/v…/file.cpp"[:5] + "…" + (
        "o/file.cpp"
    )
    assert table.shortened("a.cpp", 16) == "a.cpp"
