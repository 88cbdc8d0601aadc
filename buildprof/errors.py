"""The errors that users see, each with the exit code of the command that raises it.

BuildprofError
├── GateError        1   a gate or a stage failed
├── UsageError       2   wrong arguments
│   └── ConfigError  2   a configuration file is wrong; names file and key
├── ToolError        3   a compiler, cmake, ninja or other program failed
└── TraceError       4   no usable traces

Interruption is no error: `KeyboardInterrupt` ends a command with 130.
"""

from __future__ import annotations

from typing import ClassVar


class BuildprofError(Exception):
    """Something that the user can act on: what happened, where, and what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, what: str, *, where: object = None, hint: str | None = None) -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(what)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where is not None else self.what
        return f"{text}\n{self.hint}" if self.hint else text


class GateError(BuildprofError):
    """A gate or a stage failed."""

    exit_code = 1


class UsageError(BuildprofError):
    """The command was called with arguments that cannot be used."""

    exit_code = 2


class ConfigError(UsageError):
    """A configuration file holds something that cannot be used."""


class ToolError(BuildprofError):
    """A program that buildprof called failed or is missing."""

    exit_code = 3


class TraceError(BuildprofError):
    """There are no traces to read, or none of them can be used."""

    exit_code = 4


INTERRUPTED = 130
