"""Call a project's fusion test program on a device."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.ci import fusion
from buildprof.ci.fusion import Nmse, Row
from buildprof.ci.log import ended
from buildprof.errors import GateError, ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from buildprof.process import Finished

FUSED = 1e-4
DEVICE = 1e-4
NO_DEVICE = 77


class NoDeviceError(GateError):
    """The program says that there is no such device here."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The largest errors (NMSE) that pass: fused against unfused, device against CPU."""

    fused: float = FUSED
    device: float = DEVICE


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What the program recorded on a device."""

    device: str
    rows: tuple[Row, ...]
    errors: tuple[Nmse, ...]


def measure(
    program: Path,
    device: str,
    models: Path,
    run: Callable[[Sequence[str | Path]], Finished],
) -> Measured:
    """Run all models of a folder on a device.

    Raises GateError where nothing usable comes of it, NoDeviceError where there is no such device.
    A program may end with 0 where it does not know the device, so its exit code alone says nothing.
    """
    if not program.is_file():
        raise ToolError("is not built", where=program, hint="Build it, or name it with --program.")
    if not any(models.glob("*.gguf")):
        raise ToolError("holds no .gguf file", where=models, hint="Name a folder with --models.")
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        recorded = Path(folder, "recorded.csv")
        done = run([program, "--models", models, "--device", device, "--record", recorded])
        if done.returncode == NO_DEVICE:
            raise NoDeviceError(f"no device {device}", where=program)
        if not recorded.is_file():
            raise GateError(
                f"recorded nothing on {device} and {ended(done)}; is there such a device?",
                where=program,
            )
        rows = tuple(fusion.read(recorded))
    errors = tuple(fusion.errors_of(done.output))
    if done.returncode < 0 or (done.returncode and not errors):
        raise GateError(ended(done), where=program)
    return Measured(device=base(device), rows=rows, errors=errors)


def problems(measured: Measured, baseline: Sequence[Row], limits: Limits) -> list[str]:
    """Say what is not as the baseline has it, and which errors are too large."""
    different = [str(one) for one in fusion.compare(baseline, measured.rows)]
    missing = [] if measured.errors else ["the program reports no NMSE"]
    large = fusion.too_large(measured.errors, fused=limits.fused, device=limits.device)
    return different + missing + large


def base(device: str) -> str:
    """Return the name that baselines use: MTL of MTL0."""
    return re.sub(r"\d+$", "", device)
