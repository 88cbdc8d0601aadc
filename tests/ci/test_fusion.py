from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci import fusion
from buildprof.ci.fusion import Nmse, Row
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    Row("gpt2", "0", "any", "NORM+MUL+ADD", 5),
    Row("llama", "0", "any", "RMS_NORM+MUL", 5),
    Row("llama", "0", "any", "RMS_NORM+MUL", 7),
]

TEXT = """\
# test-fusion baseline for device MTL
# arch              ,moe ,mode    ,label                       ,  count
gpt2                ,0   ,any     ,NORM+MUL+ADD                ,      5
llama               ,0   ,any     ,RMS_NORM+MUL                ,      5
llama               ,0   ,any     ,RMS_NORM+MUL                ,      7
"""


def test_rows_are_written_in_padded_columns_and_read_again(tmp_path: Path) -> None:
    fusion.write(tmp_path / "a/MTL.csv", ROWS, "MTL")

    assert (tmp_path / "a/MTL.csv").read_text("utf-8") == TEXT
    assert fusion.read(tmp_path / "a/MTL.csv") == ROWS
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["MTL.csv"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("# only a comment\n", "holds no row"),
        ("# c\na,0,any,X\n", ":2: is no row: 'a,0,any,X'"),
        ("a,0,any,X,many\n", ":1: is no row"),
        ("a,0,any,X,-1\n", ":1: is no row"),
    ],
)
def test_a_line_that_is_no_row_is_named(tmp_path: Path, text: str, part: str) -> None:
    (tmp_path / "x.csv").write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        fusion.read(tmp_path / "x.csv")

    assert part in str(caught.value)


def test_a_missing_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="fusion record"):
        fusion.read(tmp_path / "none.csv")


def test_rows_that_agree_have_no_difference() -> None:
    assert fusion.compare(ROWS, list(reversed(ROWS))) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (ROWS[1:], ["vanished: gpt2 any NORM+MUL+ADD: 5 → –"]),
        (ROWS[:2], ["vanished: llama any RMS_NORM+MUL: 5, 7 → 5"]),
        (
            [*ROWS, Row("mixtral", "1", "decode", "ADD+ADD", 2)],
            ["new: mixtral (moe) decode ADD+ADD: – → 2"],
        ),
        ([*ROWS, ROWS[1]], ["new: llama any RMS_NORM+MUL: 5, 7 → 5, 7, 5"]),
        (
            [*ROWS[:2], Row("llama", "0", "any", "RMS_NORM+MUL", 8)],
            ["changed: llama any RMS_NORM+MUL: 5, 7 → 5, 8"],
        ),
    ],
)
def test_vanished_new_and_changed_rows_are_told(now: list[Row], told: list[str]) -> None:
    assert [str(one) for one in fusion.compare(ROWS, now)] == told


def test_rows_that_share_a_key_are_told_and_not_merged() -> None:
    assert fusion.shared(ROWS) == ["2 rows are llama,0,any,RMS_NORM+MUL: counts 5, 7"]


REPORT = """\
0.01.234 I main: running fusion test over 2 models on 'MTL'
0.02.345 I gpt2                 dense any      NORM+MUL+ADD                 5       0       5   1.00e-09   2.00e-07 ok
qwen3moe             moe   decode   ADD+ADD                      1       0       0   3.00e-03        nan FAIL
summary: 1 ok, 1 failed
"""


def test_errors_are_read_from_the_report() -> None:
    good, bad = fusion.errors_of(REPORT)

    assert good == Nmse(name="gpt2 any NORM+MUL+ADD", fused=1e-9, device=2e-7)
    assert bad.name == "qwen3moe decode ADD+ADD"


def test_errors_above_their_limits_are_told_and_so_is_what_is_no_number() -> None:
    told = fusion.too_large(fusion.errors_of(REPORT), fused=1e-4, device=1e-4)

    assert told == [
        "qwen3moe decode ADD+ADD: NMSE fused against unfused is 3.00e-03, limit 0.0001",
        "qwen3moe decode ADD+ADD: NMSE device against CPU is nan, limit 0.0001",
    ]
