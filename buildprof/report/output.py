"""Where reports are written: never over a file that buildprof did not make, and all or nothing."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping


STDOUT = "-"
_HEAD = 4096


class Extended(Protocol):
    """What has the extension of a file."""

    EXTENSION: str


def plan(
    formats: Mapping[str, Extended], output: str | None, beside: Path, stem: str = "report"
) -> dict[str, Path | None]:
    """Return the file of each format by its name; None is stdout.

    `output` is a file, a folder, or `-`; without it they lie `beside` the records, as
    `STEM.extension`. Raises
    UsageError where several formats are to go into one place.
    """
    if output == STDOUT or (output is not None and not _is_folder(output)):
        if len(formats) > 1:
            raise UsageError(
                f"{len(formats)} formats cannot go to one file",
                where="-o" if output == STDOUT else output,
                hint="Name a folder (ending in a slash), or one format a call.",
            )
        return {name: None if output == STDOUT else Path(output or "") for name in formats}
    folder = beside if output is None else Path(output)
    return {name: folder / f"{stem}.{form.EXTENSION}" for name, form in formats.items()}


def check(path: Path, mark: str, *, force: bool) -> None:
    """Raise UsageError where a report cannot be written to a path, before it is computed."""
    if path.is_dir():
        raise UsageError("is a folder", where=path, hint="End it with a slash to write into it.")
    if path.exists() and not force and not _ours(path, mark):
        raise UsageError(
            "exists, and buildprof did not make it",
            where=path,
            hint="Choose another name with -o, or overwrite it with --force.",
        )
    parent = next(folder for folder in path.absolute().parents if folder.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise UsageError("cannot be written to", where=parent)


def write(path: Path, content: str | bytes) -> None:
    """Write a file with its folders, in one piece. Raises UsageError where that fails."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    aside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(data)
        aside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise UsageError(f"cannot be written: {error.strerror}", where=path) from error


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def _ours(path: Path, mark: str) -> bool:
    with path.open("rb") as file:
        return mark.encode() in file.read(_HEAD)


def check_all(files: Mapping[str, Path | None], marks: Mapping[str, str], *, force: bool) -> None:
    """Check every file of a plan."""
    for name, path in files.items():
        if path is not None:
            check(path, marks[name], force=force)
