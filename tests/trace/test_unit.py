from __future__ import annotations

from buildprof.trace.unit import Unit


def test_a_unit_of_a_device_is_called_by_what_it_is_compiled_for() -> None:
    names = {"name": "k.cu", "trace": "k.json", "language": "CUDA"}
    assert Unit(**names, kind="device", arch="sm_90").title == "k.cu (CUDA, sm_90)"
    assert Unit(name="k.cu", trace="k.json", kind="device").title == "k.cu"
    assert Unit(**names).title == "k.cu"
