from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.classic import Settings
from buildprof.analysis.classic_ini import load
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

FULL = """
# a comment
[counts]
fileParse = 1
filecodegen=2
function = 0x10 ; sixteen
template = 4
header = 5
headerChain = 6
[minTimes]
file = 7
[MISC]
maxNameLength = 8
onlyRootHeaders = no
unknown = 9
"""


def test_every_key_is_honoured(tmp_path: Path) -> None:
    (tmp_path / "c.ini").write_text(FULL)

    assert load(tmp_path / "c.ini") == Settings(
        file_parse=1,
        file_codegen=2,
        function=16,
        template=4,
        header=5,
        header_chain=6,
        min_file_ms=7,
        max_name=8,
        only_root_headers=False,
    )


@pytest.mark.parametrize(
    "text", ["", "[counts]\nfileParse = many\n[misc]\nonlyRootHeaders = maybe\n"]
)
def test_what_says_nothing_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "c.ini").write_text(text)

    assert load(tmp_path / "c.ini") == load(tmp_path / "none.ini") == Settings()


def test_a_file_that_is_no_ini_is_named(tmp_path: Path) -> None:
    (tmp_path / "c.ini").write_text("fileParse = 1\n")

    with pytest.raises(ConfigError, match="cannot be read") as caught:
        load(tmp_path / "c.ini")

    assert caught.value.where == tmp_path / "c.ini"
