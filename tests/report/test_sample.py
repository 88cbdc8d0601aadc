from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.report import sample
from buildprof.report.subject import Subject
from buildprof.runs.folder import RunFolder
from tests import samples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES = 1_000_000
AGAIN = "after a change: python -m buildprof.report.sample reports/native reports/native"


@pytest.fixture(scope="session")
def native(repository: Path) -> RunFolder:
    """The committed profile of native/."""
    return RunFolder(repository / "reports" / "native")


def test_a_copy_shows_what_the_run_shows(tmp_path: Path) -> None:
    run = samples.full(tmp_path)
    sample.main([str(run.path), str(tmp_path / "copy")])
    copy, whole = Subject(RunFolder(tmp_path / "copy")), Subject(run)
    for (_, mine), (_, theirs) in zip(copy.shown, whole.shown, strict=True):
        assert copy.units(mine) == whole.units(theirs)
        assert copy.analysis(mine) == whole.analysis(theirs)
        assert copy.includes(mine) == whole.includes(theirs)


def test_of_commands_only_what_a_step_needs_is_kept(tmp_path: Path) -> None:
    run = samples.full(tmp_path)
    record = run.load()
    made = [msgspec.structs.replace(one, commands=(("ninja",),)) for one in record.builds]
    run.save(msgspec.structs.replace(record, builds=tuple(made)))
    sample.make(run, tmp_path / "copy")
    copy = Subject(RunFolder(tmp_path / "copy"))
    steps = copy.steps(copy.shown[0][1])
    assert {build.commands for build in copy.run.builds} == {()}
    assert steps[3].command == (
        "CMakeFiles/toy.dir/src/model.cpp.o CMakeFiles/toy.dir/src/view.cpp.o libtoy.so"
    )


def test_the_same_run_gives_the_same_files(tmp_path: Path) -> None:
    run = samples.full(tmp_path)
    found = []
    for name in ("one", "two"):
        sample.make(run, tmp_path / name)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        found.append(
            [(str(path.relative_to(tmp_path / name)), path.read_bytes()) for path in files]
        )
    assert found[0] == found[1]


def test_the_profile_of_native_can_be_made_again(native: RunFolder) -> None:
    for path, content in sample.rendered(native):
        committed = path.read_bytes()
        if isinstance(content, str):
            assert committed.decode() == content, AGAIN
        else:
            # coordinates differ in their last digits from system to system
            assert _texts(committed) == _texts(content), AGAIN


def test_nothing_else_is_committed_with_it(
    native: RunFolder, tracked: Callable[..., list[Path]]
) -> None:
    made = {path for path, _ in sample.rendered(native)}
    files = set(tracked("reports/native"))
    others = {path.name for path in files - made}
    assert made <= files
    assert {name for name in others if not name.endswith(".json.gz")} == {"run.json"}
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def _texts(svg: bytes) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())
