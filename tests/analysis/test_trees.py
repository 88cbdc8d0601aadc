from __future__ import annotations

import json
from typing import TYPE_CHECKING

from buildprof.analysis import trees
from tests.traces import write

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = json.dumps([{"directory": "/b", "file": "/s/a.c", "output": "a.o", "command": "cc"}])


def test_steps_of_a_tree_below_lie_below(tmp_path: Path) -> None:
    write(tmp_path, COMMANDS, "sub/compile_commands.json")

    [step] = trees.all_steps(trees.load(tmp_path, ["sub"]))

    assert step.outputs == ("sub/a.o",)


def test_trees_without_steps_are_no_further_trees(tmp_path: Path) -> None:
    write(tmp_path, COMMANDS, "a/compile_commands.json")
    write(tmp_path, "", "b/CMakeCache.txt")

    assert trees.remarks(trees.load(tmp_path, ["a", "b"])) == []


def test_a_broken_database_is_a_problem_of_its_tree(tmp_path: Path) -> None:
    write(tmp_path, "{", "a/compile_commands.json")

    [problem] = trees.remarks(trees.load(tmp_path, ["a"]))

    assert problem.path == "a/compile_commands.json"
