"""From what the user types to a run folder: an id, a path, `latest`, `latest~1`."""

from __future__ import annotations

import re
from pathlib import Path

from buildprof.errors import UsageError
from buildprof.runs.folder import RUN_FILE, RunFolder, everything

DEFAULT_REPORTS = Path("reports")
_LATEST = re.compile(r"latest(?:~(\d+))?")


def find(name: str, reports: Path = DEFAULT_REPORTS) -> RunFolder:
    """Return the run that `name` means. Raises UsageError that says which runs there are."""
    path = Path(name)
    if (path / RUN_FILE).is_file():
        return RunFolder(path)
    if path.name == RUN_FILE and path.is_file():
        return RunFolder(path.parent)
    folders = everything(reports)
    if match := _LATEST.fullmatch(name):
        back = int(match[1] or 0)
        if back < len(folders):
            return folders[-1 - back]
    for folder in folders:
        if folder.path.name == name:
            return folder
    raise _unknown(name, reports, folders)


def _unknown(name: str, reports: Path, folders: list[RunFolder]) -> UsageError:
    if not folders:
        return UsageError(
            "there are no runs", where=reports / "runs", hint="Make one: buildprof run"
        )
    known = ", ".join(folder.path.name for folder in folders[-5:])
    return UsageError(
        f"there is no run {name!r}",
        where=reports / "runs",
        hint=f"The latest are: {known}. A path to a run folder, latest and latest~1 work as well.",
    )
