"""What all stages of a call share, and the words that rows of the pipeline may use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.ci import switches as switching
from buildprof.ci.switches import Switches
from buildprof.ci.trees import Trees
from buildprof.errors import ConfigError
from buildprof.project.project import Project

if TYPE_CHECKING:
    from buildprof.project.stage import Stage

_WORD = re.compile(r"\{(\w+)\}")


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """A call of `buildprof ci`: what it runs on, and where it writes.

    `mnt` holds what outlives a call, such as models; it need not exist. `without_tests` are tests to
    leave out besides those of the stage, `variants` the names of --variants.
    """

    project: Project
    out: Path
    mnt: Path
    trees: Trees
    switches: Switches
    jobs: int
    without_tests: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    record_tests: bool = False

    def words(self, stage: Stage) -> dict[str, str]:
        """Return the words of a stage's texts, those of a single device left out."""
        build = self.trees.path(stage.tree)
        # several at once do not work on ROCm
        few = 1 if self.switches.on("rocm") else min(2, self.jobs)
        return {
            "build": str(build),
            "source": str(self.project.source),
            "out": str(self.out.absolute()),
            "mnt": str(self.mnt.absolute()),
            "models": str(self.out.absolute() / "models"),
            "program": str(build / stage.program) if stage.program else "",
            "jobs": str(self.jobs),
            "few": str(few),
        }

    def equipped(self, stage: Stage) -> Stage:
        """Return the stage with what backends that are on add to its environment."""
        more = switching.environment(self.switches, self.project.profile.pipeline)
        return msgspec.structs.replace(stage, environment=more | stage.environment)

    def devices(self, stage: Stage) -> list[tuple[str, str]]:
        """Return the backends that are on and that the stage is for, each with its first device."""
        found = switching.devices(self.switches, self.project.profile.pipeline)
        return [(name, device) for name, device in found if not stage.on or name in stage.on]


def filled(text: str, words: dict[str, str], stage: Stage) -> str:
    """Return a text of a stage with its words filled in. Raises ConfigError for one that is unknown."""

    def word(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise ConfigError(
                f"there is no word {match[0]} (there are: {', '.join(words)})",
                where=f"stage.{stage.name}",
            )
        return words[match[1]]

    return _WORD.sub(word, text)


def environment(stage: Stage, words: dict[str, str]) -> dict[str, str]:
    """Return the environment of a stage's programs, on top of the user's."""
    own = {
        filled(name, words, stage): filled(value, words, stage)
        for name, value in stage.environment.items()
    }
    # a stage leaves nothing in the project that was not asked for
    return {"PYTHONDONTWRITEBYTECODE": "1"} | own


def lacking(stage: Stage, words: dict[str, str]) -> str | None:
    """Say which file a stage needs and has not, or None."""
    files = [filled(name, words, stage) for name in stage.needs]
    missing = [name for name in files if not Path(name).exists()]
    return f"there is no {missing[0]}" if missing else None
