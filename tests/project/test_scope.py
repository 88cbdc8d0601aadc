from __future__ import annotations

from buildprof.project.scope import FULL, MINIMAL


def test_built_in_scopes_are_what_the_options_name() -> None:
    assert (MINIMAL.name, FULL.name) == ("minimal", "full")
