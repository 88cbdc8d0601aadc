from __future__ import annotations

from typing import Any

import msgspec
import pytest

from buildprof.compare import comparable
from buildprof.errors import UsageError
from tests import records

RUN = records.run(records.build("minimal", "baseline"))
OTHERS: dict[str, dict[str, Any]] = {
    "machine, cpu: Example CPU and Another CPU": {
        "machine": msgspec.structs.replace(records.MACHINE, cpu="Another CPU")
    },
    "compiler: clang 22.1.8 and clang 23.1.0": {
        "toolchain": msgspec.structs.replace(records.TOOLCHAIN, version="23.1.0")
    },
    "-j: 2 and 8": {"plan": msgspec.structs.replace(RUN.plan, jobs=8)},
}


def test_runs_of_another_day_and_commit_compare() -> None:
    later = msgspec.structs.replace(RUN, id="later", created="2027-01-01T00:00:00+00:00")
    assert comparable.check(RUN, later, force=False) == ()


@pytest.mark.parametrize("reason", OTHERS)
def test_what_moves_times_by_itself_is_refused(reason: str) -> None:
    other = msgspec.structs.replace(RUN, **OTHERS[reason])
    with pytest.raises(UsageError, match="these cannot be compared") as caught:
        comparable.check(RUN, other, force=False)
    assert reason in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("reason", OTHERS)
def test_forced_it_is_marked(reason: str) -> None:
    other = msgspec.structs.replace(RUN, **OTHERS[reason])
    assert comparable.check(RUN, other, force=True) == (reason,)
