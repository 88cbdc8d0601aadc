from __future__ import annotations

import msgspec

from buildprof.compare.history import Series
from buildprof.report import history_json
from tests.report.test_history_text import SERIES


def test_what_is_written_is_read_back() -> None:
    assert msgspec.json.decode(history_json.render([SERIES]), type=list[Series]) == [SERIES]


def test_names_cannot_command_a_terminal() -> None:
    evil = msgspec.structs.replace(SERIES, variant="\u202e")
    assert "\u202e" not in history_json.render([evil])
