from __future__ import annotations

import msgspec

from buildprof.trace.unit import Unit


def test_a_unit_of_a_device_is_called_by_what_it_is_compiled_for() -> None:
    source = Unit(name="k.cu", trace="k.json", language="CUDA")
    device = msgspec.structs.replace(source, kind="device", arch="sm_90")
    assert device.title == "k.cu (CUDA, sm_90)"
    assert msgspec.structs.replace(device, language=None, arch=None).title == "k.cu"
    assert source.title == "k.cu"
