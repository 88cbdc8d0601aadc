"""Whether llama.cpp reads the models that tern generates, and computes the same logits.

Of encoders, which have none, the embeddings of all tokens are compared.

python -m tests.native.peer --build native/build/release [--models DIR] [NAME…]

Needs the package llama-cpp-python, which is built from its sdist: pip install llama-cpp-python.
Prints a line per model, "NAME error PASS", "NAME error DIFFERS" or "NAME - REFUSED why", and at the
end "peer: N of M read, K of M agree". What llama.cpp does not know at all is left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.native import parity, peer_logits, tern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

LIMIT = parity.LIMIT
TOKENS = [(29 * i + 7) % 128 for i in range(20)]
UNKNOWN = "unknown model architecture"


@dataclass(frozen=True)
class Reading:
    """What llama.cpp made of one model; no error: it did not compute it."""

    name: str
    error: float | None
    why: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the logits are ours."""
        return self.error is not None and self.error <= LIMIT

    @property
    def unknown(self) -> bool:
        """Whether llama.cpp has no such architecture."""
        return UNKNOWN in self.why

    def line(self) -> str:
        """Describe it in one line."""
        if self.error is None:
            return f"{self.name} - REFUSED {self.why}"
        return f"{self.name} {self.error:.1e} {'PASS' if self.agrees else 'DIFFERS'}"


def installed() -> bool:
    """Tell whether llama-cpp-python is there."""
    return importlib.util.find_spec("llama_cpp") is not None


def generate(native: tern.Tern, folder: Path, names: Sequence[str]) -> None:
    """Write all models, or those of the named architectures."""
    folder.mkdir(parents=True, exist_ok=True)
    for choice in [["--arch", name] for name in names] or [[]]:
        native.attempt("tern-generate-models", folder, *choice)


def complaint(output: str) -> str:
    """Pick the line in which llama.cpp says what it does not like."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [
        line for line in lines if re.search(r"GGML_ASSERT|error|missing|wrong|what\(\)", line)
    ]
    return (telling or lines or ["nothing"])[0]


def read(native: tern.Tern, model: Path) -> Reading:
    """Let both compute one model."""
    with tempfile.TemporaryDirectory() as folder:
        theirs = Path(folder) / "logits.npy"
        program = Path(peer_logits.__file__)
        what = "embeddings" if is_encoder(native, model) else "logits"
        done = tern.call([sys.executable, program, what, model, theirs, *map(str, TOKENS)])
        if done.returncode != 0:
            return Reading(model.stem, None, complaint(done.stderr))
        compute = {"embeddings": embeddings, "logits": logits}[what]
        try:
            ours = compute(native, model)
        except subprocess.CalledProcessError as problem:
            return Reading(model.stem, float("inf"), problem.stderr.strip())
        return Reading(model.stem, parity.nmse(np.load(theirs), ours))


def is_encoder(native: tern.Tern, model: Path) -> bool:
    """Ask tern-logits, which refuses them."""
    done = native.attempt("tern-logits", model, "--tokens", "1", "--out", os.devnull)
    return "got an encoder" in done.stderr


def logits(native: tern.Tern, model: Path) -> NDArray[Any]:
    """Compute ours of all tokens."""
    return parity.logits(native, model, np.array(TOKENS), "prefill")


def embeddings(native: tern.Tern, model: Path) -> NDArray[Any]:
    """Compute ours of all tokens."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rows.npy"
        tokens = ",".join(map(str, TOKENS))
        words = [model, "--pooling", "none", "--tokens", tokens, "--out", out]
        command = [str(word) for word in (native.program("tern-embed"), *words)]
        subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
        return np.load(out)  # type: ignore[no-any-return]


def read_all(native: tern.Tern, folder: Path) -> Iterator[Reading]:
    """Read every model of a folder."""
    for model in sorted(folder.glob("*.gguf")):
        yield read(native, model)


def summary(readings: Sequence[Reading]) -> str:
    """Count what was read and what agrees."""
    known = [reading for reading in readings if not reading.unknown]
    done = sum(reading.error is not None for reading in known)
    good = sum(reading.agrees for reading in known)
    text = f"peer: {done} of {len(known)} read, {good} of {len(known)} agree"
    unknown = len(readings) - len(known)
    return text + (f" ({unknown} that llama.cpp does not know)" if unknown else "")


def main(words: Sequence[str]) -> int:
    """Read the models of the named architectures, or all; 1 if one is refused or differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a finished build of native/")
    parser.add_argument("--models", type=Path, help="where models are kept")
    parser.add_argument("names", nargs="*", metavar="ARCHITECTURE")
    given = parser.parse_args(words)
    if not installed():
        sys.stderr.write("llama-cpp-python is not installed\n")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = given.models or Path(temporary)
        native = tern.Tern(given.build.resolve())
        generate(native, folder, given.names)
        readings = []
        for reading in read_all(native, folder):
            readings.append(reading)
            sys.stdout.write(reading.line() + "\n")
            sys.stdout.flush()
    sys.stdout.write(summary(readings) + "\n")
    return 0 if all(reading.agrees or reading.unknown for reading in readings) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
