from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.errors import UsageError
from buildprof.runs import versioned

if TYPE_CHECKING:
    from pathlib import Path


class Note(msgspec.Struct):
    schema_version: int
    text: str


def written(folder: Path, text: str) -> Path:
    path = folder / "note.json"
    path.write_text(text, "utf-8")
    return path


def test_an_older_version_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, '{"schema_version":1,"text":"x"}')
    assert versioned.read(path, Note, 2, otherwise="is no note") == Note(1, "x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema_version":3}', "was written by a later buildprof (schema 3, this one reads 2)"),
        ('{"schema_version":2}', "is no note: Object missing required field `text`"),
        ("{", "is no note: Input data was truncated"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        versioned.read(path, Note, 2, otherwise="is no note", hint="Write one.")
    assert caught.value.what == message
    assert caught.value.where == path


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        versioned.read(tmp_path / "none.json", Note, 2, otherwise="is no note")
