from __future__ import annotations

import msgspec

from buildprof.report.page import compared
from tests import samples


def test_metrics_with_their_interval_and_answers() -> None:
    view = compared.make("c", "PCH against baseline", samples.comparison())
    (row,) = view.metrics.rows
    assert [cell.text for cell in row] == [
        *("total", "4.20 s", "3.30 s", "−21.4 %", "−25.0 % to −18.0 %", "yes", "yes")
    ]
    assert len(row) == len(view.metrics.columns)


def test_parts_add_up_and_their_bars_say_more_or_less() -> None:
    (files,) = compared.make("c", "title", samples.comparison()).parts
    assert files.about == (
        "Time of the file. The whole changed by −0.90 s: in both −1.00 s, only in B +0.10 s."
    )
    assert [(row[3].text, row[3].tone, row[3].bar) for row in files.rows] == [
        ("−1.25 s", "less", 100.0),
        ("+0.25 s", "more", 20.0),
        ("+0.10 s", "more", 8.0),
    ]
    assert files.rows[2][1].value is None


def test_a_remainder_is_named_where_it_can_be_seen() -> None:
    comparison = samples.comparison()
    rest = msgspec.structs.replace(
        comparison.changes[0], remainder_us=-20_000, remainder="time of no header"
    )
    (files,) = compared.make("c", "t", msgspec.structs.replace(comparison, changes=(rest,))).parts
    assert files.about.endswith("only in B +0.10 s, time of no header: −0.02 s.")


def test_gates_and_limits_are_notes() -> None:
    view = compared.make("c", "title", samples.comparison())
    assert view.notes == ("gate total:5%: FAILED: it is 14.3 %", "One build a side.")
