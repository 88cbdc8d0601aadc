from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare.result import Comparison
from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


def test_two_revisions_are_built_and_compared(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    source = toy.two_commits(tmp_path / "project")
    before = toy.snapshot(source)
    revisions = ("--rev", "HEAD~1", "--rev", "HEAD")
    # processor time: on a busy machine, waiting adds more to a TU than its new header does
    options = ("--repeat", "2", "--metric", "user", "--json")
    done = buildprof("compare", *revisions, "--source", source, *options)
    assert done.code == 0, done.stderr
    found = msgspec.json.decode(done.stdout, type=Comparison)
    assert found.paired
    assert (len(found.a.builds), len(found.b.builds)) == (2, 2)
    assert [found.a.commit, found.b.commit] == [
        toy.git(source, "rev-parse", name).strip() for name in ("HEAD~1", "HEAD")
    ]
    slower = max(found.changes[0].rows, key=lambda row: row.difference_us)
    assert slower.name == "src/line.cpp"
    headers = next(part for part in found.changes if part.part == "header")
    ours = [row.name for row in headers.rows if row.name.endswith("shapes.h")]
    assert ours == ["include/shapes.h"], "the work trees lie in different places"
    assert {name: text for name, text in toy.snapshot(source).items() if "/logs/" not in name} == {
        name: text for name, text in before.items() if "/logs/" not in name
    }


def test_revisions_in_lockstep(tmp_path: Path, buildprof: Callable[..., Outcome]) -> None:
    source = toy.two_commits(tmp_path / "project")
    revisions = ("--rev", "HEAD~1", "--rev", "HEAD", "--source", source)
    options = ("--repeat", "3", "--interleave", "tu", "--metric", "user", "--json")
    done = buildprof("compare", *revisions, *options)
    assert done.code == 0, done.stderr
    found = msgspec.json.decode(done.stdout, type=Comparison)
    assert (found.lockstep, found.paired, len(found.a.builds)) == (True, True, 2)
    slower = max(found.changes[0].rows, key=lambda row: row.difference_us)
    assert slower.name == "src/line.cpp"


def test_one_revision_is_not_enough(tmp_path: Path, buildprof: Callable[..., Outcome]) -> None:
    source = toy.two_commits(tmp_path / "project")
    done = buildprof("compare", "--rev", "HEAD", "--source", source)
    assert (done.code, done.stderr) == (
        2,
        "error: two revisions are compared\n  buildprof compare --rev main --rev HEAD\n",
    )


def test_runs_and_revisions_do_not_mix(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("compare", "latest", "--rev", "HEAD", "--rev", "HEAD~1")
    assert (done.code, done.stdout) == (2, "")
    assert "runs and --rev" in done.stderr


def test_runs_that_are_there_cannot_be_interleaved(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("compare", ":baseline", ":pch", "--interleave", "tu")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: --interleave says how revisions are built\n")


def test_two_sides_are_needed(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("compare", "latest")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: two sides are compared\n")
