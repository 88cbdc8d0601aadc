from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from buildprof.cmake import fileapi
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path


def reply(root: Path, text: str) -> None:
    folder = root / ".cmake/api/v1/reply"
    folder.mkdir(parents=True)
    (folder / "toolchains-v1-0123.json").write_text(text, "utf-8")


def test_the_query_asks_for_toolchains(tmp_path: Path) -> None:
    fileapi.request(tmp_path)
    query = tmp_path / ".cmake/api/v1/query/client-buildprof/query.json"
    assert json.loads(query.read_bytes()) == {"requests": [{"kind": "toolchains", "version": 1}]}


def test_a_compiler_a_language(tmp_path: Path) -> None:
    reply(
        tmp_path,
        '{"kind":"toolchains","toolchains":[{"language":"CXX","compiler":{"id":"Clang",'
        '"path":"/usr/bin/clang++","version":"22.1.8","implicit":{}},"sourceFileExtensions":["C"]}]}',
    )
    (found,) = fileapi.toolchains(tmp_path)
    assert (found.language, found.compiler.id, found.compiler.version) == ("CXX", "Clang", "22.1.8")


def test_a_tree_without_reply_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="left no File API reply"):
        fileapi.toolchains(tmp_path)


def test_a_reply_of_another_form_is_named(tmp_path: Path) -> None:
    reply(tmp_path, '{"toolchains":[{}]}')
    with pytest.raises(ToolError, match="missing required field `language`"):
        fileapi.toolchains(tmp_path)
