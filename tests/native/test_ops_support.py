"""Every op is tested, and docs/ops.md says on which backends it is there."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

DOCUMENT = tern.SOURCE.parent / "docs" / "ops.md"
BACKENDS = ("CPU", "CUDA", "HIP", "Metal", "OpenCL", "Vulkan")
AGAIN = "write it again: tern-test-ops support --format markdown --out docs/ops.md"


def rows(native: Tern) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(native.run("tern-test-ops", "support"))))


def test_the_cpu_has_every_op_in_every_case(native: Tern) -> None:
    found = {row["op"]: row["cpu"] for row in rows(native)}

    assert len(found) > 100
    assert {op: said for op, said in found.items() if said != "yes"} == {}


def table(text: str) -> dict[str, dict[str, str]]:
    """Read the document's tables: by op, what is said of each backend."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    head, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    ops = [cells for cells in body if cells[0].startswith("`")]
    return {cells[0]: dict(zip(head[1:], cells[1:], strict=True)) for cells in ops}


def test_the_document_promises_no_more_than_there_is(native: Tern, tmp_path: Path) -> None:
    out = tmp_path / "ops.md"
    native.run("tern-test-ops", "support", "--format", "markdown", "--out", out)
    now, then = (table(path.read_text(encoding="utf-8")) for path in (out, DOCUMENT))
    words = ["no", "partly compiled", "partly executed", "compiled", "executed"]
    order = {word: rank for rank, word in enumerate(words)}

    assert set(now) == set(then), AGAIN
    assert {tuple(row) for row in then.values()} == {BACKENDS}, AGAIN
    gone = {
        (op, name): (said, now[op][name])
        for op, row in then.items()
        for name, said in row.items()
        if name in now[op] and order[now[op][name]] < order[said]
    }
    assert gone == {}, AGAIN


def test_nearly_all_that_inference_needs_is_on_every_backend() -> None:
    inference = table(DOCUMENT.read_text(encoding="utf-8").split("## Training")[0])
    least = {"CPU": 1.0, "CUDA": 0.95, "HIP": 0.95, "Metal": 0.95, "OpenCL": 0.8, "Vulkan": 0.95}
    whole = {
        name: sum(row[name] in {"executed", "compiled"} for row in inference.values())
        for name in BACKENDS
    }

    assert len(inference) > 90
    assert {name: n for name, n in whole.items() if n < least[name] * len(inference)} == {}


def test_gradients_agree_with_differences(native: Tern) -> None:
    assert " passed on cpu" in native.run("tern-test-ops", "grad")


def test_what_is_wrong_has_an_exit_code(native: Tern) -> None:
    codes = {
        ("test", "--op", "nothing"): 1,
        ("test", "--op"): 2,
        ("test", "--filter", "("): 2,
        ("examine",): 2,
        ("test", "--backend", "nothing"): 77,
        ("test", "--op", "scale"): 0,
    }

    found = {words: native.attempt("tern-test-ops", *words).returncode for words in codes}

    assert found == codes


def test_there_are_three_thousand_instances(native: Tern) -> None:
    names = native.run("tern-test-ops", "--list").splitlines()

    assert len(names) >= 3000
    assert len(set(names)) == len(names)
