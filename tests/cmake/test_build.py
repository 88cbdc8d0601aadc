from __future__ import annotations

from pathlib import Path

from buildprof.cmake import build

OUTPUT = """\
[buildprof 1/4] Building CXX object a.o
FAILED: [code=1] b.o
/usr/bin/clang++ -c b.cpp -o b.o
b.cpp:3:1: error: expected ';'
1 error generated.
[buildprof 2/4] Building CXX object c.o
ninja: build stopped: subcommand failed.
"""


def built(output: str) -> build.Built:
    return build.Built(
        command=("ninja",), returncode=1, output=output, wall_s=1, cpu_s=None, peak_rss_kib=None
    )


def test_a_failure_is_told_with_its_error_before_its_command() -> None:
    assert built(OUTPUT).failure == (
        "FAILED: [code=1] b.o\n"
        "b.cpp:3:1: error: expected ';'\n"
        "1 error generated.\n"
        "command: /usr/bin/clang++ -c b.cpp -o b.o"
    )


def test_a_failure_that_is_no_steps_is_told_whole() -> None:
    text = "ninja: error: unknown target 'all-of-it'\n"
    assert built(text).failure == "ninja: error: unknown target 'all-of-it'"


def test_targets_come_last() -> None:
    command = build.command(Path("b"), 3, ["llama", "ggml"])
    assert command[1:] == ("-C", "b", "-d", "keeprsp", "-j3", "llama", "ggml")


def test_a_compile_tells_its_object() -> None:
    compiled = build.Progress(1, 9, "Building CXX object CMakeFiles/my app.dir/a b.cpp.o").compiled
    assert compiled == "CMakeFiles/my app.dir/a b.cpp.o"
    assert build.Progress(9, 9, "Linking CXX executable app").compiled is None
