"""A small C and C++ project for tests that configure and build for real."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof import process

if TYPE_CHECKING:
    from pathlib import Path

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(toy C CXX)
set(CMAKE_CXX_STANDARD 17)
{before}
add_library(shapes STATIC src/circle.cpp src/square.cpp src/line.cpp src/count.c)
target_include_directories(shapes PUBLIC include)
add_executable(app src/main.cpp)
target_link_libraries(app PRIVATE shapes)
if(BUILD_TESTING)
  add_executable(check src/check.cpp)
  target_link_libraries(check PRIVATE shapes)
endif()
{after}
"""

HEADER = """\
#pragma once
#include <map>
#include <string>
#include <vector>
namespace toy {
std::string name();
struct Shape { std::map<std::string, std::vector<int>> points; };
}
extern "C" int toy_count(void);
"""

SOURCE = """\
#include "shapes.h"
namespace toy::{name} {{
int area(const Shape& shape) {{
  int sum = 0;
  for (const auto& entry : shape.points) sum += static_cast<int>(entry.second.size());
  return sum;
}}
}}
"""

MAIN = """\
#include "shapes.h"
int main() { return toy_count() - 3; }
"""


def make(folder: Path, *, before: str = "", after: str = "") -> Path:
    """Write the project; `before` and `after` are lines of its CMakeLists.txt around the targets."""
    for name in ("include", "src"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    files = {
        "CMakeLists.txt": CMAKE.format(before=before, after=after),
        "include/shapes.h": HEADER,
        "src/count.c": "int toy_count(void) { return 3; }\n",
        "src/main.cpp": MAIN,
        "src/check.cpp": MAIN,
    } | {f"src/{name}.cpp": SOURCE.format(name=name) for name in ("circle", "square", "line")}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, to see that none was changed, added or removed."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def git(folder: Path, *arguments: str) -> str:
    """Call git in a folder and return what it prints."""
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    done = process.capture(["git", *identity, "-C", folder, *arguments])
    assert done.returncode == 0, done.output
    return done.output


def two_commits(folder: Path) -> Path:
    """Write the project into a new repository; the second commit adds to src/line.cpp."""
    make(folder)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    file = folder / "src/line.cpp"
    file.write_text(f"#include <regex>\n{file.read_text('utf-8')}", "utf-8")
    git(folder, "commit", "--quiet", "-a", "-m", "second")
    return folder
