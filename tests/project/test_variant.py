from __future__ import annotations

from buildprof.project.variant import DEFAULT_VARIANTS, VARIANTS


def test_every_default_variant_is_a_row() -> None:
    assert set(DEFAULT_VARIANTS) <= {row.name for row in VARIANTS}


def test_baseline_takes_both_techniques_away_and_as_is_neither() -> None:
    rows = {row.name: (row.pch, row.unity) for row in VARIANTS}
    assert rows["baseline"] == ("off", "off")
    assert rows["as-is"] == ("keep", "keep")
    assert rows["pch-unity"] == ("on", "on")


def test_names_and_labels_are_unique() -> None:
    assert len({row.name for row in VARIANTS}) == len(VARIANTS)
    assert len({row.label for row in VARIANTS}) == len(VARIANTS)
