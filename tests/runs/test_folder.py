from __future__ import annotations

import tarfile
from pathlib import Path, PureWindowsPath

import pytest

from buildprof.errors import UsageError
from buildprof.runs import folder as folders
from tests import records


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    run = records.run(records.build("minimal", "baseline"))
    folder = records.stored(tmp_path, run)
    assert folder.load() == run
    assert folder.units("minimal-baseline-1") == records.UNITS
    assert folder.units("minimal-pch-1") == ()


def test_a_write_that_is_killed_leaves_the_old_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = records.run()
    folder = records.stored(tmp_path, run)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        folder.save(records.run(records.build("minimal", "baseline")))
    assert folder.load() == run


def test_a_large_record_is_packed_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folders.create(tmp_path, "x")
    folder.save_record("b", "names", ["small"])
    monkeypatch.setattr(folders, "LARGE", 100)
    folder.save_record("b", "names", ["n"] * 100)
    assert [path.name for path in folder.build("b").iterdir()] == ["names.json.gz"]
    assert folder.record("b", "names", list[str]) == ["n"] * 100
    (folder.build("b") / "names.json.gz").write_bytes(b"\x1f\x8b cut short")
    with pytest.raises(UsageError, match="cannot be read"):
        folder.record("b", "names", list[str])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('{"schema_version": 99}', "was written by a later buildprof (schema 99"),
        ('{"schema_version": 1}', "is no record of a run"),
        ("{", "is no record of a run"),
    ],
)
def test_a_record_that_cannot_be_read_is_named(tmp_path: Path, text: str, part: str) -> None:
    folder = folders.create(tmp_path, "x")
    (folder.path / "run.json").write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        folder.load()
    assert part in str(caught.value)
    assert "run.json" in str(caught.value)


def test_ids_do_not_collide(tmp_path: Path) -> None:
    assert folders.free_id(tmp_path, "a") == "a"
    records.stored(tmp_path, records.run(id="a"))
    assert folders.free_id(tmp_path, "a") == "a-2"
    records.stored(tmp_path, records.run(id="a-2"))
    assert folders.free_id(tmp_path, "a") == "a-3"


def test_an_id_is_a_folders_name(tmp_path: Path) -> None:
    assert folders.free_id(tmp_path, "1-my lib & (x)/ü") == "1-my-lib-x"


def test_traces_are_kept_under_their_own_paths(tmp_path: Path) -> None:
    (tmp_path / "build/sub").mkdir(parents=True)
    (tmp_path / "build/sub/a.json").write_text("{}", "utf-8")
    folder = folders.create(tmp_path, "x")
    folder.save_traces("b", tmp_path / "build", ["sub/a.json", "sub/gone.json"])
    with tarfile.open(folder.build("b") / "traces.tar.gz") as archive:
        assert archive.getnames() == ["sub/a.json"]


def test_roots_are_written_by_name_longest_first() -> None:
    roots = {"source": Path("/w/x"), "build": Path("/w/x/build")}
    text = "cc -I/w/x/include -o /w/x/build/a.o"
    assert folders.replace_roots(text, roots) == "cc -I<source>/include -o <build>/a.o"


def test_windows_roots_are_found_in_either_spelling() -> None:
    roots = {"source": PureWindowsPath("C:\\w\\x")}
    text = "cl C:\\w\\x\\a.cpp -IC:/w/x/include"
    assert folders.replace_roots(text, roots) == "cl <source>\\a.cpp -I<source>/include"


def test_paths_in_records_are_of_no_machine(tmp_path: Path) -> None:
    folder = folders.create(tmp_path, "x")
    roots = {"source": tmp_path / "src", "build": tmp_path / "src" / "out"}
    folder.save_record("b", "paths", [f"{tmp_path}/src/a.h", f"{tmp_path}/src/out/g.h"], roots)
    assert folder.record("b", "paths", list[str]) == ["<source>/a.h", "<build>/g.h"]
