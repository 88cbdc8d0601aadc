from __future__ import annotations

import msgspec
import pytest

from buildprof.report import json_text


@pytest.mark.parametrize("character", ["\u202e", "\x85", "\x7f", "\u2028", "\U000e0041"])
def test_what_commands_or_misleads_is_escaped_and_comes_back(character: str) -> None:
    text = json_text.encode({"name": f"a{character}b"})
    assert character not in text
    assert text.isascii()
    assert msgspec.json.decode(text) == {"name": f"a{character}b"}


def test_letters_of_any_language_stay() -> None:
    assert json_text.encode(["größe.cpp", "源.cpp", "😀"]) == '["größe.cpp","源.cpp","😀"]'
