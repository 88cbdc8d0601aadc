"""Record builds of a small project: `python tests/bench/record_builds.py FOLDER [--interleave tu]`.

Builds a project of ten TUs 100 times with `buildprof run`, one build after another, and writes
builds-of-a-small-project.json, which test_compare_verdicts.py replays. With `--interleave tu` a project of
sixty TUs and a twin of it, which is the same, are measured in 16 rounds of lockstep, and
rounds-of-a-small-project.json is written: about five minutes on two cores. `--count N` makes fewer or more. The figures are those of the
machine as it is: leave it alone meanwhile.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from buildprof import process
from buildprof.runs.find import find

if TYPE_CHECKING:
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build
    from buildprof.trace.unit import Unit

RECORDING = Path(__file__).with_name("builds-of-a-small-project.json")
ROUNDS = Path(__file__).with_name("rounds-of-a-small-project.json")
COPIES = 6
TWIN = '[variant.twin]\npch = "off"\nunity = "off"\n'
FIELDS = ("frontend_us", "backend_us", "other_us", "total_us", "user_us")
NAMES = (
    *("algorithm", "array", "deque", "list", "map"),
    *("memory", "set", "string", "utility", "vector"),
)
SOURCE = """\
#include <{name}>
#include <string>
#include <vector>
namespace toy {{
std::size_t {name}_size(const std::string& text) {{
  std::vector<std::string> words{{text, "{name}"}};
  words.push_back(text + words.front());
  return words.size() + words.back().size();
}}
}}
"""


def project(folder: Path, copies: int) -> Path:
    """Write a project with so many TUs for each of ten headers, and a variant that changes nothing."""
    (folder / "src").mkdir(parents=True)
    names = [f"{name}s{copy or ''}" for name in NAMES for copy in range(copies)]
    sources = " ".join(f"src/{name}.cpp" for name in names)
    text = (
        f"cmake_minimum_required(VERSION 3.20)\nproject(small CXX)\nadd_library(small {sources})\n"
    )
    (folder / "CMakeLists.txt").write_text(text, "utf-8")
    (folder / "buildprof.toml").write_text(TWIN, "utf-8")
    for name in names:
        header = name.rstrip("0123456789").removesuffix("s")
        (folder / f"src/{name}.cpp").write_text(SOURCE.format(name=header), "utf-8")
    return folder


def record(folder: Path, count: int) -> None:
    """Build so often and write the recording."""
    run = made(project(folder / "small", 1), "--variant", "baseline", "--repeat", str(count))
    builds = [figures(run, build) for build in run.load().builds]
    write(RECORDING, run, "builds", builds)
    users = [sum(unit[-1] for unit in build) for build in builds]
    print(f"{len(builds)} builds, user time of one: {median(users) / 1e6:.2f} s")  # noqa: T201


def record_rounds(folder: Path, count: int) -> None:
    """Measure so many rounds and write the recording: of every round both sides."""
    options = ["--variant", "baseline", "--variant", "twin", "--interleave", "tu"]
    run = made(project(folder / "small", COPIES), *options, "--repeat", str(count + 1))
    builds = [build for build in run.load().builds if build.lockstep]
    sides = [[b for b in builds if b.variant == name] for name in ("baseline", "twin")]
    rounds = [[figures(run, build) for build in pair] for pair in zip(*sides, strict=True)]
    write(ROUNDS, run, "rounds", rounds)
    users = [sum(unit[-1] for side in pair for unit in side) for pair in rounds]
    print(f"{len(rounds)} rounds, user time of one: {median(users) / 1e6:.2f} s")  # noqa: T201


def made(source: Path, *options: str) -> RunFolder:
    """Run buildprof on a project and return the run."""
    command = [sys.executable, "-m", "buildprof", "run", "--source", str(source), "--no-report"]
    done = process.capture([*command, *options], cwd=source.parent)
    assert done.returncode == 0, done.output
    return find("latest", source.parent / "reports")


def units(run: RunFolder, build: Build) -> list[Unit]:
    """Return the TUs of a build by name."""
    return sorted(run.units(build.id), key=lambda unit: unit.name)


def figures(run: RunFolder, build: Build) -> list[list[int]]:
    """Return the figures of every TU of a build."""
    return [[getattr(unit, field) for field in FIELDS] for unit in units(run, build)]


def write(target: Path, run: RunFolder, kind: str, values: object) -> None:
    """Write a recording."""
    names = [unit.name for unit in units(run, run.load().builds[0])]
    text = json.dumps({"units": names, "fields": FIELDS, kind: values}, separators=(",", ":"))
    target.write_text(text + "\n", "utf-8")


def main() -> None:
    """Read the command line and record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--count", type=int, help="how many builds (100) or rounds (16)")
    parser.add_argument("--interleave", choices=("build", "tu"), default="build")
    said = parser.parse_args()
    if said.interleave == "tu":
        record_rounds(said.folder, said.count or 16)
    else:
        record(said.folder, said.count or 100)


if __name__ == "__main__":
    main()
