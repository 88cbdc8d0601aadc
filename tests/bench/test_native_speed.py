"""How fast native/ is next to llama.cpp, and next to what the machine can do.

Run with: ./bootstrap bench -k native_speed -s tests/bench, on a quiet machine. A round of a type takes
half a minute on two cores: TERN_BENCH_ROUNDS says how many there are (default 5). It needs TERN_BUILD_DIR (a
release build of native/) and TERN_BENCH_LLAMA (the program llama-bench of a release build of llama.cpp);
TERN_BENCH_MODELS may name a folder that keeps the models (5 GB). Both programs get the same file and the
same threads, one after another in turn. Prompt processing is bound by operations, generation by the
memory that holds the weights: the last columns say which part of these limits tern reaches.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.bench

TYPES = ("F16", "Q8_0", "Q4_0", "Q4_K")
TESTS = {"pp512": 512, "tg128": 128}
ROUNDS = int(os.environ.get("TERN_BENCH_ROUNDS", "5"))
THREADS = os.environ.get("TERN_BENCH_THREADS", str(os.cpu_count() or 1))
Rates = dict[str, list[float]]


def _path(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} is not set")
    return Path(value)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _run(command: list[str | Path]) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _tern(build: Path, model: Path, results: Path, *options: str) -> dict[str, Any]:
    same = ["--threads", THREADS, "--rounds", "1", "--flash-attention", "--cache-type", "f16"]
    _run([build / "tools" / "tern-bench", model, *same, *options, "--json", results])
    found: dict[str, Any] = json.loads(results.read_text(encoding="utf-8"))
    return found


def _llama(program: Path, model: Path) -> dict[str, float]:
    sizes = ["-p", str(TESTS["pp512"]), "-n", str(TESTS["tg128"])]
    printed = _run(
        [program, "-m", model, "-t", THREADS, "-r", "1", "-fa", "1", *sizes, "-o", "json"]
    )
    rows = json.loads(printed)
    return {("pp512" if row["n_prompt"] else "tg128"): float(row["avg_ts"]) for row in rows}


def _alternate(build: Path, program: Path, model: Path, results: Path) -> tuple[Rates, Rates]:
    ours: Rates = {name: [] for name in TESTS}
    theirs: Rates = {name: [] for name in TESTS}
    for _ in range(ROUNDS):
        for test in _tern(build, model, results)["tests"]:
            ours[test["name"]].append(test["median_rate"])
        for name, rate in _llama(program, model).items():
            theirs[name].append(rate)
    return ours, theirs


def _reached(name: str, type_name: str, rate: float, model: Path, limits: dict[str, float]) -> str:
    if name == "tg128":
        part = rate * model.stat().st_size / limits["bytes_per_second"]
        return f"{part:6.0%} of the bandwidth"
    operations = 2.0 * 0.97e9  # of a token: two for each weight of a layer; of all, one has logits
    kind = "float" if type_name == "F16" else "byte"
    return f"{rate * operations / limits[f'{kind}_operations_per_second']:6.0%} of the {kind} operations"


def test_native_speed_is_that_of_llama(tmp_path: Path) -> None:
    build, program = _path("TERN_BUILD_DIR"), _path("TERN_BENCH_LLAMA")
    folder = Path(os.environ.get("TERN_BENCH_MODELS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    ratios = {}
    _say(f"\n{THREADS} threads, medians of {ROUNDS}, tokens per second")
    for type_name in TYPES:
        model = folder / f"{type_name}.gguf"
        if not model.exists():
            _run([build / "tools" / "tern-generate", model, "--type", type_name])
        measured = _tern(
            build, model, tmp_path / "limits.json", "--limits", "--prompt", "8", "--generate", "0"
        )
        ours, theirs = _alternate(build, program, model, tmp_path / "rounds.json")
        for name in TESTS:
            mine, other = statistics.median(ours[name]), statistics.median(theirs[name])
            pairs = zip(ours[name], theirs[name], strict=True)
            ratio = ratios[f"{type_name} {name}"] = statistics.median(a / b for a, b in pairs)
            reached = _reached(name, type_name, mine, model, measured["limits"])
            rates = f"tern {mine:8.2f} llama.cpp {other:8.2f} ratio {ratio:5.2f}"
            _say(f"{type_name:5} {name} {rates} {reached}")

    assert {name: round(ratio, 2) for name, ratio in ratios.items() if ratio < 1} == {}
