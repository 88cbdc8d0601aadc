"""The steps of the set-up: a second call does only what changed."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple

from bootstrapping.commands import tail_of_log
from bootstrapping.places import BIN, CORE, LOG, ROOT, STATE, VENV, Failure, program
from bootstrapping.record import files_under, fingerprint, locked, read_state, write_state
from bootstrapping.system import prepare_browser, prepare_system
from bootstrapping.virtual import (
    foreign_environment,
    install_packages,
    install_project,
    install_tests,
    make_venv,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEM_FACTS = {"system", "clang", "clang++", "browser"}  # recorded of the system, not of .venv


class Step(NamedTuple):
    """One step of the set-up: `key` is a hash of all that it depends on, `there` a file it leaves."""

    name: str
    key: str
    there: str
    action: Callable[[], dict[str, str] | None]


def set_up(*, testing: bool) -> None:
    """Do the steps that are not done; one process at a time."""
    if not unfinished(testing=testing):
        return
    with locked():
        foreign_environment()
        if read_state().get("doing") in ("venv", "packages", "test packages"):
            shutil.rmtree(BIN, ignore_errors=True)  # stopped in the middle: make it anew
        LOG.write_text("", encoding="utf-8")
        steps = unfinished(testing=testing)
        while steps:
            do(steps[0])
            left = unfinished(testing=testing)
            if left and left[0].name == steps[0].name:
                raise Failure(f"{left[0].there} is missing after it was made", tail_of_log())
            steps = left


def do(step: Step) -> None:
    """Do a step and record it, with what it found, once it has succeeded."""
    kept = SYSTEM_FACTS if step.name == "venv" else set(read_state()) - {step.name, "doing"}
    state = {name: value for name, value in read_state().items() if name in kept}
    write_state({**state, "doing": step.name})
    try:
        found = step.action() or {}
    except Failure:
        write_state(state)
        raise
    write_state({**state, **found, step.name: step.key})


def unfinished(*, testing: bool) -> list[Step]:
    """Return the steps that are still to do, in order."""
    state = read_state()
    # Scripts name the folder that they lie in; a patch release of Python changes nothing here.
    python = f"{sys.implementation.cache_tag} {sys.base_prefix} {VENV}"
    base, tests = (ROOT / name for name in ("requirements.txt", "requirements-test.txt"))
    ours = [ROOT / "bootstrap", *sorted((ROOT / "bootstrapping").glob("*.py"))]
    packages = fingerprint([base, *ours])
    project = [ROOT / "pyproject.toml", base, *ours, *files_under(CORE)]
    if testing:
        tested = fingerprint([base, tests, *ours])
        install = Step("test packages", tested, program("pytest"), lambda: install_tests(packages))
    else:
        install = Step("packages", packages, program("cmake"), lambda: install_packages(base))
    steps = [
        Step("system", python, state.get("clang", ""), prepare_system),
        Step("venv", python, program("python"), make_venv),
        install,
        Step("project", fingerprint(project), program("buildprof"), install_project),
    ]
    if testing:
        steps.append(Step("browser", python, str(STATE), prepare_browser))
    return [s for s in steps if state.get(s.name) != s.key or not os.path.exists(s.there)]
