"""The run folder: every record of a run, written so that a kill leaves what was finished."""

from __future__ import annotations

import gzip
import os
import re
import tarfile
from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.errors import UsageError
from buildprof.runs import stages, versioned
from buildprof.runs.schema import SCHEMA_VERSION, Run
from buildprof.runs.stages import Results
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path, PurePath

RUN_FILE = "run.json"
TRACES = "traces.tar.gz"
STAGES_FILE = "stages.json"
LARGE = 1_000_000
Record = TypeVar("Record")


class RunFolder:
    """One run on disk. Files are complete or absent: each is written aside and then renamed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def save(self, run: Run) -> None:
        """Write run.json."""
        self._write(
            self.path / RUN_FILE, msgspec.json.format(msgspec.json.encode(run), indent=2) + b"\n"
        )

    def load(self) -> Run:
        """Read run.json. Raises UsageError where it is missing, broken or of a later version."""
        file = self.path / RUN_FILE
        return versioned.read(file, Run, SCHEMA_VERSION, otherwise="is no record of a run")

    def build(self, build_id: str) -> Path:
        """Return the folder of a build."""
        return self.path / "builds" / build_id

    def save_record(
        self,
        build_id: str,
        name: str,
        record: object,
        roots: Mapping[str, PurePath] | None = None,
    ) -> None:
        """Write one kind of record of a build as `NAME.json`, or `NAME.json.gz` where it is large.

        Paths of `roots` are written `<name>`, so that they mean the same on another machine.
        """
        data, plain = msgspec.json.encode(record), self.build(build_id) / f"{name}.json"
        if roots:
            data = replace_roots(data.decode(), roots).encode()
        packed = plain.with_name(plain.name + ".gz")
        if len(data) < LARGE:
            packed.unlink(missing_ok=True)
            self._write(plain, data)
        else:
            plain.unlink(missing_ok=True)
            self._write(packed, gzip.compress(data, compresslevel=5, mtime=0))

    def save_log(self, build_id: str, name: str, text: str) -> None:
        """Write a log of a build as `NAME.log`."""
        self._write(self.build(build_id) / f"{name}.log", text.encode("utf-8", errors="replace"))

    def save_traces(self, build_id: str, root: Path, traces: Iterable[str]) -> None:
        """Keep traces, compressed, under their paths below `root`."""
        target = self.build(build_id) / TRACES
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = target.with_suffix(".part")
        with tarfile.open(aside, "w:gz", compresslevel=3) as archive:
            for trace in traces:
                if (root / trace).is_file():
                    archive.add(root / trace, arcname=trace)
        aside.replace(target)

    def save_stages(self, results: Results) -> None:
        """Write how the stages ended that ran on this run's code; those of an earlier call give way."""
        self._write(
            self.path / STAGES_FILE,
            msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n",
        )

    def stages(self) -> Results | None:
        """Read how the stages ended, or None where none ran."""
        file = self.path / STAGES_FILE
        if not file.is_file():
            return None
        return versioned.read(
            file, Results, stages.SCHEMA_VERSION, otherwise="is no record of stages"
        )

    def units(self, build_id: str) -> tuple[Unit, ...]:
        """Read the translation units of a build; none where it did not come that far."""
        return self.record(build_id, "units", tuple[Unit, ...]) or ()

    def record(self, build_id: str, name: str, type_: type[Record]) -> Record | None:
        """Read one kind of record of a build, or None where there is none."""
        plain = self.build(build_id) / f"{name}.json"
        packed = plain.with_name(plain.name + ".gz")
        file = packed if packed.is_file() else plain
        if not file.is_file():
            return None
        try:
            data = file.read_bytes()
            return msgspec.json.decode(
                gzip.decompress(data) if file == packed else data, type=type_
            )
        except (msgspec.MsgspecError, OSError, EOFError) as error:
            raise UsageError(f"cannot be read: {error}", where=file) from error

    @staticmethod
    def _write(path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(path.name + ".part")
        with aside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)


def create(reports: Path, run_id: str) -> RunFolder:
    """Make the folder of a new run."""
    path = reports / "runs" / run_id
    path.mkdir(parents=True)
    return RunFolder(path)


def free_id(reports: Path, wanted: str) -> str:
    """Return an id that no run has: the wanted one, else with a number behind it.

    It becomes a folder's name, so other characters than letters, digits, `.`, `_` and `-` give way.
    """
    wanted = re.sub(r"[^A-Za-z0-9._-]+", "-", wanted).strip("-")
    taken = {folder.path.name for folder in everything(reports)}
    names = [wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def everything(reports: Path) -> list[RunFolder]:
    """Return all run folders, oldest first."""
    root = reports / "runs"
    if not root.is_dir():
        return []
    return [RunFolder(path) for path in sorted(root.iterdir()) if (path / RUN_FILE).is_file()]


def replace_roots(text: str, roots: Mapping[str, PurePath]) -> str:
    """Return text in which each root's path is written `<name>`; the longest path goes first."""
    for name, path in sorted(roots.items(), key=lambda root: -len(str(root[1]))):
        for spelling in (str(path), path.as_posix()):
            text = text.replace(spelling, f"<{name}>")
    return text
