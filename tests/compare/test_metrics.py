from __future__ import annotations

import pytest

from buildprof.compare import metrics
from buildprof.errors import UsageError
from buildprof.runs.schema import Build
from buildprof.trace.unit import Unit


def test_every_metric_is_a_field_of_what_it_is_of() -> None:
    of_units = Unit.__struct_fields__
    fields = {"units": of_units, "devices": of_units, "build": Build.__struct_fields__}
    assert [row.name for row in metrics.METRICS if row.field not in fields[row.of]] == []


def test_the_first_named_comes_first_and_once() -> None:
    assert [row.name for row in metrics.chosen(["wall", "total", "wall"])] == ["wall", "total"]


def test_all_by_default() -> None:
    assert metrics.chosen([]) == metrics.METRICS
    assert metrics.METRICS[0].name == metrics.DEFAULT


def test_an_unknown_one_lists_those_there_are() -> None:
    with pytest.raises(UsageError, match="there is no metric named 'speed'") as caught:
        metrics.named("speed")
    assert "total, frontend" in (caught.value.hint or "")
