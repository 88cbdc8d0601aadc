"""A small real project with everything that stages run: tests, a fusion program, models, a server test."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(engine C)
add_executable(unit unit.c)
add_executable(fusion fusion.c)
add_executable(models models.c)
set_target_properties(fusion models PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
enable_testing()
foreach(name IN ITEMS adds subtracts)
  add_test(NAME ${name} COMMAND unit ${name})
  set_tests_properties(${name} PROPERTIES LABELS main)
endforeach()
add_test(NAME scripted COMMAND unit adds)
set_tests_properties(scripted PROPERTIES LABELS python)
"""

UNIT = """\
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 2) return 2;
  if (strcmp(argv[1], "absent0") == 0) return 77;
  if (strcmp(argv[1], "adds") == 0) return 1 + 1 == 2 ? 0 : 1;
  return 2 - 1 == 1 ? 0 : 1;
}
"""

MODELS = """\
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s/dummy.gguf", argc == 3 && !strcmp(argv[1], "-o") ? argv[2] : ".");
  FILE *file = fopen(path, "w");
  if (!file) return 1;
  fputs("GGUF", file);
  return fclose(file);
}
"""

# `llama` is there twice, dense and with experts, as in the baseline of a real project
FUSION = """\
#include <stdio.h>
#include <string.h>
static const struct { const char *arch, *label; int moe, count; const char *fused; } rows[] = {
  {"gpt2", "NORM+MUL+ADD", 0, 5, "1.0e-09"},
  {"llama", "RMS_NORM+MUL", 0, 5, "1.0e-09"},
  {"llama", "ADD+ADD", 0, 2, "1.0e-09"},
  {"llama", "RMS_NORM+MUL", 0, 7, "1.0e-09"},
};
int main(int argc, char **argv) {
  const char *device = "", *path = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "--device")) device = argv[i + 1];
    if (!strcmp(argv[i], "--record")) path = argv[i + 1];
  }
  if (!strcmp(device, "absent0")) return 77;
  if (strcmp(device, "CPU")) { puts("no such device, skipping"); return 0; }
  FILE *file = path ? fopen(path, "w") : 0;
  if (!file) return 1;
  fputs("# fusion baseline\\n# arch,moe,mode,label,count\\n", file);
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    fprintf(file, "%-20s,%-4d,%-8s,%-28s,%7d\\n", rows[i].arch, rows[i].moe, "any", rows[i].label, rows[i].count);
    printf("%-20s %-4s %-8s %-22s %7d %7d %7d %10s %10s ok\\n", rows[i].arch, "dense", "any", rows[i].label,
           rows[i].count, 0, rows[i].count, rows[i].fused, "2.0e-07");
  }
  return fclose(file);
}
"""

BASELINE = """\
# arch              ,moe ,mode    ,label                       ,  count
gpt2                ,0   ,any     ,NORM+MUL+ADD                ,      5
llama               ,0   ,any     ,ADD+ADD                     ,      2
llama               ,0   ,any     ,RMS_NORM+MUL                ,      5
llama               ,0   ,any     ,RMS_NORM+MUL                ,      7
"""

TOML = """\
[project]
name = "engine"

[stage.ctest_debug]
labels = ["main"]
known_tests = "{source}/known.txt"

[stage.ctest_release]
labels = ["main"]
more_labels = ["python"]
known_tests = "{source}/known.txt"

[stage.variants]
labels = ["main"]

[stage.generate_models]
program = "bin/models"
arguments = [["-o", "{models}"]]
produces = "{models}/*.gguf"

[stage.fusion]
program = "bin/fusion"
baseline = "{source}/{backend}.csv"

[stage.server]
arguments = [["-q", "-p", "no:cacheprovider", "{source}/test_server.py"]]
program = "unit"
folder = "{source}"
environment = { SERVER = "{program}" }

[stage.hello]
title = "a stage of this project's own"
program = "unit"
arguments = [["adds"], ["subtracts"]]
"""

SERVER = """\
import os, subprocess
def test_adds():
    assert subprocess.run([os.environ["SERVER"], "adds"]).returncode == 0
"""


def make(folder: Path) -> Path:
    """Write the project."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "CMakeLists.txt": CMAKE,
        "unit.c": UNIT,
        "models.c": MODELS,
        "fusion.c": FUSION,
        "CPU.csv": BASELINE,
        "known.txt": "# tests that there must be\nadds\nsubtracts\n",
        "buildprof.toml": TOML,
        "test_server.py": SERVER,
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def edit(folder: Path, name: str, before: str, after: str) -> None:
    """Replace text of a file that must have it."""
    text = (folder / name).read_text("utf-8")
    assert before in text
    (folder / name).write_text(text.replace(before, after), "utf-8")
