from __future__ import annotations

from buildprof.report import table

HOSTILE = "a|b`c`<script>\n*x* [l](u) \x1b[31m\u202e"


def test_columns_are_aligned_and_numbers_set_right() -> None:
    text = table.render(("Build", "TUs"), [["Minimal", "9"], ["Full", "1,234"]])
    assert text == (
        "| Build   |   TUs |\n|:--------|------:|\n| Minimal |     9 |\n| Full    | 1,234 |\n"
    )


def test_in_markdown_no_name_ends_a_cell_or_begins_markup() -> None:
    assert table.cell(HOSTILE, "md") == (
        "a\\|b\\`c\\`\\<script>\ufffd\\*x\\* \\[l](u) \ufffd\\[31m\ufffd"
    )


def test_in_text_names_lose_just_what_a_terminal_would_obey() -> None:
    assert table.cell(HOSTILE, "text") == "a|b`c`<script>\ufffd*x* [l](u) \ufffd[31m\ufffd"


def test_marks_that_are_no_markup_stay() -> None:
    assert table.cell("cmake_pch.hxx a < b C:\\x", "md") == "cmake_pch.hxx a < b C:\\\\x"
    assert table.cell("_emphasis_", "md") == "\\_emphasis\\_"


def test_a_long_path_keeps_its_end() -> None:
    assert table.shortened("src/very/long/path/to/file.cpp", 16) == "src…/to/file.cpp"
    assert table.shortened("a.cpp", 16) == "a.cpp"


def test_text_fits_its_width_and_markdown_stays_whole() -> None:
    rows = [["src/very/long/path/to/some/deep/file.cpp", "1.0 s"]]
    text = table.render(("TU", "Total"), rows, width=30)
    assert {len(line) for line in text.splitlines()} == {30}
    assert rows[0][0] in table.render(("TU", "Total"), rows, sink="md", width=30)


def test_the_widest_cell_of_each_column_counts() -> None:
    rows = [["src/some/long/file.cpp", "1,000.0 s", "1"], ["b", "1 s", "1,000,000"]]
    text = table.render(("TU", "Total", "Count"), rows, width=48)
    assert {len(line) for line in text.splitlines()} == {48}
