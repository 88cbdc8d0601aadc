"""Record builds of a small project: `python tests/bench/record_builds.py FOLDER [COUNT]`.

Builds a project of ten TUs so often with `buildprof run`, one after another, and writes
builds-of-a-small-project.json, which test_compare_verdicts.py replays. The figures are those of the
machine as it is: leave it alone meanwhile.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median

from buildprof import process
from buildprof.runs.find import find

RECORDING = Path(__file__).with_name("builds-of-a-small-project.json")
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


def project(folder: Path) -> Path:
    """Write a project of ten TUs, each with a header of its own."""
    (folder / "src").mkdir(parents=True)
    sources = " ".join(f"src/{name}s.cpp" for name in NAMES)
    text = (
        f"cmake_minimum_required(VERSION 3.20)\nproject(small CXX)\nadd_library(small {sources})\n"
    )
    (folder / "CMakeLists.txt").write_text(text, "utf-8")
    for name in NAMES:
        (folder / f"src/{name}s.cpp").write_text(SOURCE.format(name=name), "utf-8")
    return folder


def record(folder: Path, count: int) -> None:
    """Build so often and write the recording."""
    options = ["--variant", "baseline", "--repeat", str(count), "--no-report"]
    command = [sys.executable, "-m", "buildprof", "run", "--source", str(project(folder / "small"))]
    done = process.capture([*command, *options], cwd=folder)
    assert done.returncode == 0, done.output
    run = find("latest", folder / "reports")
    builds = []
    for build in run.load().builds:
        units = sorted(run.units(build.id), key=lambda unit: unit.name)
        names = [unit.name for unit in units]
        builds.append([[getattr(unit, field) for field in FIELDS] for unit in units])
    text = json.dumps({"units": names, "fields": FIELDS, "builds": builds}, separators=(",", ":"))
    RECORDING.write_text(text + "\n", "utf-8")
    users = [sum(unit[-1] for unit in build) for build in builds]
    print(f"{len(builds)} builds, user time of one: {median(users) / 1e6:.2f} s")  # noqa: T201


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
