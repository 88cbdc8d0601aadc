from __future__ import annotations

import pytest

from buildprof.driver.prove import prove
from buildprof.project.variant import VARIANTS
from buildprof.trace.unit import Unit

SOURCE = Unit(name="a.cpp", trace="a.json")
PCH = Unit(name="pch", trace="p.json", kind="pch")
USER = Unit(name="b.cpp", trace="b.json", reads_pch=True)
UNITY = Unit(name="u.cpp", trace="u.json", kind="unity")

ROWS = {row.name: row for row in VARIANTS}


@pytest.mark.parametrize(
    ("variant", "units", "problem"),
    [
        ("baseline", [SOURCE], None),
        ("baseline", [SOURCE, UNITY], "a unity source was compiled all the same"),
        ("baseline", [PCH, USER], "a precompiled header was compiled all the same"),
        ("as-is", [PCH, USER, UNITY], None),
        ("pch", [PCH, USER], None),
        ("pch", [SOURCE], "no precompiled header was compiled"),
        ("pch", [PCH, SOURCE], "no precompiled header was used"),
        ("unity", [UNITY], None),
        ("unity", [SOURCE], "no unity source was compiled"),
        (
            "pch-unity",
            [SOURCE],
            "no precompiled header was compiled; no unity source was compiled",
        ),
    ],
)
def test_a_variant_is_held_against_its_traces(
    variant: str, units: list[Unit], problem: str | None
) -> None:
    assert prove(ROWS[variant], units).problem == problem


def test_what_was_seen_is_counted() -> None:
    proof = prove(ROWS["pch-unity"], [PCH, USER, USER, UNITY])
    assert (proof.pch_units, proof.pch_users, proof.unity_units) == (1, 2, 1)
