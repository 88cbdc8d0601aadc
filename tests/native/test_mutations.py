"""The harness sees what is wrong with a kernel: changes of the portable kernels, one at a time."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.native import tern

pytestmark = pytest.mark.slow

HARNESS = "tern-test-ops"
WRONG_CALL = 2
NO_DEVICE = 77
ORDERS = ["random", "reverse", "forward"]


@dataclass(frozen=True)
class Mutation:
    """One change of a file of kernels/, and the op whose cases must fail then; maybe some only."""

    file: str
    before: str
    after: str
    op: str
    only: str = ""


SHORT = "share=3,cells=96,tokens=1,"

BARRIERS = {
    "sum, before it is read": Mutation(
        "group.h",
        "TN_BARRIER();\n  float total = 0.0f;",
        "float total = 0.0f;",
        "rms_norm",
    ),
    "sum, before it is written again": Mutation(
        "group.h",
        "total += scratch[i];\n  TN_BARRIER();",
        "total += scratch[i];",
        "norm",
    ),
    "maximum, before it is read": Mutation(
        "group.h",
        "TN_BARRIER();\n  float largest = scratch[0];",
        "float largest = scratch[0];",
        "softmax",
    ),
    "the best of each thread": Mutation(
        "sort.inl",
        "best[TN_THREAD] = mine;\n  TN_BARRIER();",
        "best[TN_THREAD] = mine;",
        "argmax",
    ),
    "the largest logit, before it is used": Mutation(
        "flash_step.h",
        "s->largest[r] = largest;\n  }\n  TN_BARRIER();",
        "s->largest[r] = largest;\n  }",
        "flash_attention",
        SHORT,
    ),
    "a stage of a transform": Mutation(
        "matrices.inl",
        "part *= 2) {\n    TN_BARRIER();",
        "part *= 2) {",
        "hadamard",
    ),
}
BOUNDS = {
    "the last row of a product": Mutation(
        "matmul.inl", "row < a.a.shape[1])", "row < a.a.shape[1] - 1)", "matmul"
    ),
    "the last column of a product": Mutation(
        "matmul.inl", "a.a.shape[0] / (n);", "a.a.shape[0] / (n) - 1;", "matmul"
    ),
    "a row behind an expert": Mutation(
        "experts.inl", "row <= last", "row <= last + 1", "matmul_id"
    ),
    "a snapshot too many": Mutation(
        "state.inl", "age < a.snapshots)", "age <= a.snapshots)", "gated_delta_net"
    ),
    "a place behind the sorted": Mutation(
        "sort.inl", "a.run && first + i < a.y", "a.run && first + i <= a.y", "top_k"
    ),
}
SCALES = {
    "the scale of another part": Mutation(
        "blocks.h", "tn_nvfp4_scale(block[e / 2])", "tn_nvfp4_scale(block[3 - e / 2])", "matmul"
    ),
    "a scale that is written of another part": Mutation(
        "parts.h",
        "fits[part].step * per_step",
        "fits[parts - 1 - part].step * per_step",
        "set_rows",
        "Q4_K",
    ),
    "nibbles of a block": Mutation("blocks.h", "i, e / 2 * 4)", "i, 4 - e / 2 * 4)", "matmul"),
    "logits without their scale": Mutation(
        "softmax.inl", "x[i] * a.scale", "x[i] / a.scale", "softmax"
    ),
    "attention without its scale": Mutation(
        "flash.h", "product * a.scale", "product / a.scale", "flash_attention", SHORT
    ),
    "frequencies inside and outside": Mutation(
        "rope.inl",
        "scaled * (1.0f - kept) + plain * kept",
        "plain * (1.0f - kept) + scaled * kept",
        "rope",
    ),
    "the output of a delta net": Mutation(
        "state.inl", "= sum * a.scale;", "= sum / a.scale;", "gated_delta_net"
    ),
}
MUTATIONS = {**BARRIERS, **BOUNDS, **SCALES}


@dataclass(frozen=True)
class Copy:
    """A copy of native/ with a build of the harness."""

    source: Path
    build: Path

    def make(self) -> None:
        """Compile what has changed."""
        options = ["--parallel", "2", "--target", HARNESS]
        tern.must([tern.tool("cmake"), "--build", self.build, *options])

    def fails(self, op: str, only: str, order: str, monkeypatch: pytest.MonkeyPatch) -> bool:
        """Say whether cases of an op fail with threads in this order."""
        monkeypatch.setenv("TERN_HOST_ORDER", order)
        words: list[str] = ["test", "--backend", "host", "--op", op, "--filter", only]
        done = tern.Tern(self.build).attempt(HARNESS, *words)
        assert done.returncode not in {WRONG_CALL, NO_DEVICE}, done.stderr
        assert not done.stdout.startswith("0 of 0 "), f"no cases of {op}"
        return done.returncode != 0


def not_needed(folder: str, names: list[str]) -> list[str]:
    """Give what the harness can be built without: former builds, and all models but one."""
    if Path(folder) == tern.SOURCE / "models":
        return [name for name in names if name.endswith(".cpp") and name != "llama.cpp"]
    return [name for name in names if name == "build"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Copy what the harness needs, configured to compile fast."""
    folder = tmp_path_factory.mktemp("mutations")
    copy = Copy(folder / "native", folder / "build")
    shutil.copytree(tern.SOURCE, copy.source, ignore=not_needed)
    launcher = shutil.which("ccache")
    cached = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []
    options = ["-DTERN_BUILD_TOOLS=OFF", "-DTERN_INSTALL=OFF", "-DCMAKE_BUILD_TYPE=Debug", *cached]
    tern.configure(copy.build, *options, source=copy.source)
    return copy


@pytest.mark.parametrize(
    ("op", "only"), sorted({(mutation.op, mutation.only) for mutation in MUTATIONS.values()})
)
def test_kernels_as_they_are_pass(
    copy: Copy, op: str, only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy.make()

    assert [order for order in ORDERS if copy.fails(op, only, order, monkeypatch)] == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_kernel_fails(copy: Copy, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation = MUTATIONS[name]
    file = copy.source / "kernels" / mutation.file
    text = file.read_text(encoding="utf-8")
    assert mutation.before in text, f"{mutation.file} no longer has what is to be changed"
    try:
        file.write_text(text.replace(mutation.before, mutation.after), encoding="utf-8")
        copy.make()
        assert any(copy.fails(mutation.op, mutation.only, order, monkeypatch) for order in ORDERS)
    finally:
        file.write_text(text, encoding="utf-8")
