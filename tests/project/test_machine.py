from __future__ import annotations

from buildprof.project import machine


def test_this_machine_has_cores_and_memory() -> None:
    this = machine.this()
    assert this.cores >= 1
    assert this.memory_mib > 0
    assert this.architecture != "unknown"
