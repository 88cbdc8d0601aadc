"""Runs the steps of a workflow's jobs here: its `run:` lines in bash, the actions that move files imitated.

The checkout is a folder of the test's; in it, `bootstrap` is a stand-in that calls buildprof without
setting up an environment first.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from buildprof import process

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".github" / "workflows"
_EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
_EQUALS = re.compile(r"(\S+) == '(.*)'")
BOOTSTRAP = f"""\
#!{sys.executable}
import subprocess, sys
if sys.argv[1:2] == ["test"]:
    sys.exit(0)  # these are the tests
sys.exit(subprocess.call([sys.executable, "-m", "buildprof", *sys.argv[1:]]))
"""
RECORDER = '#!/bin/sh\necho "$(basename "$0") $*" >> "$CALLS"\n'


class Runner:
    """A stand-in for the machines of GitHub. `values` are what expressions mean."""

    def __init__(self, folder: Path, checkout: Path, values: Mapping[str, str]) -> None:
        self.folder, self.checkout = folder, checkout
        self.values = {"github.token": "secret", **values}
        self.ran: list[str] = []
        self.calls = folder / "calls"
        tools = folder / "tools"
        tools.mkdir()
        for name in ("gh", "sudo"):
            _program(tools / name, RECORDER)
        _program(checkout / "bootstrap", BOOTSTRAP)
        self._path = os.pathsep.join(
            [str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]
        )

    def job(
        self, workflow: str, name: str, env: Mapping[str, str] | None = None, **only: str
    ) -> None:
        """Run a job, in those cells of its matrix that `only` allows, each in a fresh checkout."""
        whole = load(workflow)
        job = whole["jobs"][name]
        for cell in matrix(job):
            if all(cell.get(key) in value.split() for key, value in only.items()):
                self._cell(whole, job, cell, env or {})

    def _cell(
        self,
        whole: dict[str, Any],
        job: dict[str, Any],
        cell: dict[str, str],
        env: Mapping[str, str],
    ) -> None:
        place = self.folder / "work"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.checkout, place)
        values = self.values | {f"matrix.{key}": value for key, value in cell.items()}
        values["github.workspace"] = str(place)
        told = {**whole.get("env", {}), **job.get("env", {}), **env}
        words = {key: filled(str(value), values) for key, value in told.items()}
        for step in job["steps"]:
            if wanted(step, values):
                self._step(step, values, words, place)

    def _step(
        self, step: dict[str, Any], values: Mapping[str, str], env: Mapping[str, str], place: Path
    ) -> None:
        if "run" in step:
            self._run(filled(step["run"], values), env, place)
            return
        action = step["uses"].partition("@")[0]
        given = {key: filled(str(value), values) for key, value in step.get("with", {}).items()}
        ACTIONS[action](self.folder, place, given)

    def _run(self, line: str, env: Mapping[str, str], place: Path) -> None:
        self.ran.append(line)
        summary = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(self.folder / "step.md")}
        whole = {**os.environ, **env, **summary, "PATH": self._path, "CALLS": str(self.calls)}
        whole["PYTHONPATH"] = str(ROOT)
        done = process.capture(["bash", "-e", "-c", line], cwd=place, env=whole)
        assert done.returncode == 0, f"{line}\n{done.output}"


def load(name: str) -> dict[str, Any]:
    """Return a workflow."""
    text = (FOLDER / name).read_text("utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def matrix(job: dict[str, Any]) -> list[dict[str, str]]:
    """Return the cells of a job's matrix."""
    axes = dict(job.get("strategy", {}).get("matrix", {}))
    more = axes.pop("include", [])
    if not axes:
        return more or [{}]
    return [dict(zip(axes, cell, strict=True)) for cell in itertools.product(*axes.values())]


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return text with its expressions replaced; one that is not known is an error."""

    def value(match: re.Match[str]) -> str:
        for word in match[1].split(" || "):
            literal = word.strip("'") if word.startswith("'") else values[word]
            if literal:
                return literal
        return ""

    return _EXPRESSION.sub(value, text)


def wanted(step: dict[str, Any], values: Mapping[str, str]) -> bool:
    """Tell whether a step's condition holds."""
    condition = step.get("if", "always()")
    if condition == "always()":
        return True
    match = _EQUALS.fullmatch(condition)
    assert match, f"this runner cannot judge: {condition}"
    return values[match[1]] == match[2]


def steps() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every step of every workflow, with the workflow and the job."""
    for file in sorted(FOLDER.glob("*.yml")):
        for name, job in load(file.name)["jobs"].items():
            for step in job["steps"]:
                yield file.name, name, step


def _program(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def _nothing(_store: Path, _place: Path, _given: Mapping[str, str]) -> None:
    pass


def _upload(store: Path, place: Path, given: Mapping[str, str]) -> None:
    assert (place / given["path"]).is_dir(), f"there is no {given['path']} to upload"
    shutil.copytree(place / given["path"], store / "artifacts" / given["name"])


def _download(store: Path, place: Path, given: Mapping[str, str]) -> None:
    found = sorted((store / "artifacts").glob(given["pattern"]))
    assert found, f"nothing was uploaded as {given['pattern']}"
    for artifact in found:
        shutil.copytree(artifact, place / given["path"] / artifact.name)


def _restore(store: Path, place: Path, given: Mapping[str, str]) -> None:
    keys = [given["key"], *given.get("restore-keys", "").split()]
    found = [kept for key in keys for kept in sorted((store / "caches").glob(f"{key}*"))]
    if found:
        shutil.copytree(found[0], place / given["path"])


def _save(store: Path, place: Path, given: Mapping[str, str]) -> None:
    shutil.copytree(place / given["path"], store / "caches" / given["key"])


ACTIONS = {
    "actions/checkout": _nothing,
    "actions/setup-python": _nothing,
    "actions/upload-artifact": _upload,
    "actions/download-artifact": _download,
    "actions/cache": _restore,
    "actions/cache/restore": _restore,
    "actions/cache/save": _save,
}
