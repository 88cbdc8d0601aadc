"""How closely tern's logits agree with those of llama.cpp, for every model that has a reference.

python -m tests.native.parity --build native/build/release [--models DIR] [--device NAME]
                              [--sample] [NAME…]

Prints a line per model, "NAME prefill decode PASS" or "… FAIL why", and at the end
"parity: N/104": the architectures of which a model agrees, out of those with a fusion baseline.
Ends with 77 if there is no such device.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.native import gguf_models, tern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

REFERENCES = tern.SOURCE.parent.parent / "shared" / "parity"
BASELINE = REFERENCES.parent / "fusion" / "MTL.csv"
# A wrong rope base, scale or mask moves each of these models by more; see the README beside them.
LIMIT = 1e-6
# Between them they use nearly all ops that models need: what every GPU is tried with.
SAMPLE = (
    "llama-dense",
    "llama-moe",
    "qwen2-dense",
    "gpt2-dense",
    "qwen3moe-moe",
    "gemma2-dense",
    "gpt-oss-moe",
    "deepseek2-moe",
    "mamba-dense",
    "qwen35-dense",
)
NO_DEVICE = 77


@dataclass(frozen=True)
class Agreement:
    """How one model fared; an error that is not there is one that could not be computed."""

    name: str
    prefill: float | None
    decode: float | None
    why: str = ""

    @property
    def passed(self) -> bool:
        """Whether both agree."""
        return all(error is not None and error <= LIMIT for error in (self.prefill, self.decode))

    @property
    def unknown(self) -> bool:
        """Whether this build has no such architecture."""
        return "'general.architecture': expected one of" in self.why

    @property
    def nowhere(self) -> bool:
        """Whether there is no such device."""
        return self.why.startswith("tern-logits: [backend] expected one of")

    def line(self) -> str:
        """Describe it in one line."""
        errors = " ".join("-" if e is None else f"{e:.1e}" for e in (self.prefill, self.decode))
        return f"{self.name} {errors} {'PASS' if self.passed else 'FAIL'} {self.why}".rstrip()


def nmse(reference: NDArray[Any], found: NDArray[Any]) -> float:
    """Squared error as a part of the squared reference."""
    a, b = reference.astype(np.float64), found.astype(np.float64)
    if a.shape != b.shape or not np.isfinite(b).all():
        return float("inf")
    return float(((a - b) ** 2).sum() / (a**2).sum())


def measure(native: tern.Tern, reference: Path, model: Path, device: str = "cpu") -> Agreement:
    """Compare one model with its reference."""
    arrays = np.load(reference)
    errors: dict[str, float] = {}
    for mode in ("prefill", "decode"):
        try:
            found = logits(native, model, arrays["tokens"][: len(arrays[mode])], mode, device)
        except subprocess.CalledProcessError as problem:
            why = (problem.stderr.strip().splitlines() or [f"code {problem.returncode}"])[-1]
            # The list of all architectures says nothing here.
            why = re.sub(r"(expected one of) .*, (got .*)", r"\1 …, \2", why)
            return Agreement(reference.stem, errors.get("prefill"), None, why)
        errors[mode] = nmse(arrays[mode], found)
    return Agreement(reference.stem, errors["prefill"], errors["decode"])


def logits(
    native: tern.Tern, model: Path, tokens: NDArray[Any], mode: str, device: str = "cpu"
) -> NDArray[Any]:
    """Let tern-logits compute; read what it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "logits.npy"
        command = [native.program("tern-logits"), model, "--mode", mode, "--out", out]
        command += ["--device", device]
        command += ["--tokens", ",".join(str(token) for token in tokens)]
        words = [str(word) for word in command]
        subprocess.run(words, capture_output=True, check=True, encoding="utf-8")
        return np.load(out)  # type: ignore[no-any-return]


def names() -> list[str]:
    """Name every model that has a reference."""
    return sorted(path.stem for path in REFERENCES.glob("*.npz"))


def architectures() -> set[str]:
    """Name the architectures with a fusion baseline."""
    rows = BASELINE.read_text(encoding="utf-8").splitlines()
    return {row.split(",")[0].strip() for row in rows if row and not row.startswith("#")}


def by_architecture(results: Iterable[Agreement]) -> dict[str, list[bool]]:
    """Tell which models of each architecture agree."""
    rows: dict[str, list[bool]] = {}
    for result in results:
        rows.setdefault(result.name.rsplit("-", 1)[0], []).append(result.passed)
    return rows


def agreeing(results: Iterable[Agreement]) -> set[str]:
    """Name the architectures of which every model agrees."""
    return {name for name, passed in by_architecture(results).items() if all(passed)}


def summary(results: Sequence[Agreement]) -> str:
    """Count the architectures that agree, and those beyond the ones with a baseline."""
    known, good = architectures(), agreeing(results)
    extra = by_architecture(results).keys() - known
    return (
        f"parity: {len(good & known)}/{len(known)}"
        f" (and {len(good - known)} of {len(extra)} more architectures)"
    )


def main(words: Sequence[str]) -> int:
    """Measure the named models, or all; 1 if one does not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a finished build of native/")
    parser.add_argument("--models", type=Path, help="where models are kept between calls")
    parser.add_argument("--device", default="cpu", help="where tern computes")
    parser.add_argument("--report", type=Path, help="a file that gets all lines, too")
    parser.add_argument("--least", type=int, help="architectures that must agree; else all models")
    parser.add_argument("--sample", action="store_true", help="only the ten models for GPUs")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        models: Path = given.models or Path(folder)
        models.mkdir(parents=True, exist_ok=True)
        results = []
        chosen = given.names or (SAMPLE if given.sample else names())
        for name in chosen:
            model = models / f"{name}.gguf"
            if not model.exists():
                gguf_models.write_model(REFERENCES / f"{name}.json", model)
            native = tern.Tern(given.build.resolve())
            results.append(measure(native, REFERENCES / f"{name}.npz", model, given.device))
            sys.stdout.write(results[-1].line() + "\n")
            sys.stdout.flush()
            if results[-1].nowhere:
                return NO_DEVICE
    sys.stdout.write(summary(results) + "\n")
    if given.report:
        lines = [*(result.line() for result in results), summary(results)]
        given.report.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    # What this build does not know is no disagreement.
    known = [result for result in results if given.least is None or not result.unknown]
    is_all = given.least is not None and not given.sample
    enough = not is_all or len(agreeing(results) & architectures()) >= given.least
    return 0 if enough and all(result.passed for result in known) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
