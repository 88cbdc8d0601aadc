"""An index over run folders, in SQLite: it holds nothing that the folders do not, and follows them.

A run is read again when its run.json is another than the index knows. A file that cannot be used is
replaced; where none can be written, the index is made in memory.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from buildprof.errors import UsageError
from buildprof.runs import setting
from buildprof.runs.folder import RUN_FILE, everything

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, DeviceTotals, Run

FILE = "index.sqlite"
MEMORY = ":memory:"
VERSION = 2
WAIT_S = 5.0
_TABLE = """
CREATE TABLE IF NOT EXISTS build (
    folder TEXT, stamp TEXT, run TEXT, created TEXT, commit_id TEXT, dirty INTEGER, setting TEXT,
    scope TEXT, variant TEXT, repetition INTEGER, started TEXT, figures TEXT
)
"""
_COLUMNS = "run, created, commit_id, dirty, setting, scope, variant, repetition, started, figures"

Figures = dict[str, float]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A build that succeeded: `figures` are its metrics, in µs and KiB."""

    run: str
    created: str
    commit: str | None
    dirty: bool
    setting: str
    scope: str
    variant: str
    repetition: int
    started: str
    figures: Figures


def load(reports: Path) -> list[Entry]:
    """Return all builds of all runs, oldest first; the index is brought up to date before."""
    path = reports / FILE
    for place in (path, path, MEMORY):
        try:
            return _read(place, everything(reports))
        except sqlite3.OperationalError:
            continue  # locked, or nothing can be written there
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)  # no database of ours: it can be made again
    raise AssertionError  # a database in memory can always be made


def _read(place: Path | str, folders: list[RunFolder]) -> list[Entry]:
    with closing(sqlite3.connect(place, timeout=WAIT_S)) as database, database:
        if database.execute("PRAGMA user_version").fetchone()[0] not in {0, VERSION}:
            database.execute("DROP TABLE IF EXISTS build")
        database.execute(_TABLE)
        database.execute(f"PRAGMA user_version = {VERSION}")
        _follow(database, folders)
        rows = database.execute(
            f"SELECT {_COLUMNS} FROM build WHERE scope IS NOT NULL "  # noqa: S608 - constants
            "ORDER BY created, run, started, repetition"
        ).fetchall()
    return [_entry(row) for row in rows]


def key(run: Run) -> str:
    """Return the setting of a run as entries have it."""
    return msgspec.json.encode(setting.of(run)).decode()


def _entry(row: tuple[object, ...]) -> Entry:
    values = dict(zip(Entry.__struct_fields__, row, strict=True))
    values["dirty"] = bool(values["dirty"])
    values["figures"] = msgspec.json.decode(str(values["figures"]))
    return msgspec.convert(values, Entry)


def _follow(database: sqlite3.Connection, folders: list[RunFolder]) -> None:
    known = dict(database.execute("SELECT DISTINCT folder, stamp FROM build").fetchall())
    stamps = {folder.path.name: _stamp(folder) for folder in folders}
    for name in known.keys() - stamps.keys():
        database.execute("DELETE FROM build WHERE folder = ?", (name,))
    for folder in folders:
        name = folder.path.name
        if known.get(name) != stamps[name]:
            database.execute("DELETE FROM build WHERE folder = ?", (name,))
            rows = list(_rows(folder)) or [(None,) * 10]
            marks = ", ".join("?" * 12)
            database.executemany(
                f"INSERT INTO build VALUES ({marks})",  # noqa: S608 - question marks
                [(name, stamps[name], *row) for row in rows],
            )


def _stamp(folder: RunFolder) -> str:
    status = (folder.path / RUN_FILE).stat()
    return f"{status.st_mtime_ns} {status.st_size}"


def _rows(folder: RunFolder) -> Iterator[tuple[object, ...]]:
    try:
        run = folder.load()
    except UsageError:
        return  # one run that cannot be read hides no other
    revision, same = run.project.revision, key(run)
    for build in run.builds:
        # in lockstep other things run meanwhile than in a whole build: one tells nothing of the other
        if build.state == "built" and build.lockstep is None:
            yield (
                *(run.id, run.created, revision.commit, int(revision.dirty), same),
                *(build.scope, build.variant, build.repetition, build.started),
                msgspec.json.encode(figures(build, folder)).decode(),
            )


def _of_devices(devices: Mapping[str, DeviceTotals]) -> int | None:
    known = [one.whole.total_us for one in devices.values() if one.whole.total_us is not None]
    return sum(known) if known else None


def figures(build: Build, folder: RunFolder) -> Figures:
    """Return the metrics of a build by name; what is unknown is left out."""
    totals = build.totals
    used = [unit.user_us for unit in folder.units(build.id) if unit.kind != "device"]
    user = sum(value or 0 for value in used) if used and None not in used else None
    values = {
        "total": totals.total_us if totals else None,
        "frontend": totals.frontend_us if totals else None,
        "backend": totals.backend_us if totals else None,
        "other": totals.other_us if totals else None,
        "user": user,
        "device": _of_devices(totals.devices) if totals else None,
        "cpu": build.cpu_us,
        "wall": build.wall_us,
        "peak-rss": build.peak_rss_kib,
    }
    return {name: float(value) for name, value in values.items() if value is not None}
