from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.cmake import settings
from buildprof.project.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path


def test_every_character_of_a_setting_survives(tmp_path: Path) -> None:
    variant = Variant(name="v", label="v", pch="on", unity="off")
    headers = {"a.b-c+d": ["<vector>", '/x y/]=]"$;.h']}
    path = settings.write(tmp_path, variant, headers, options=["-O2", "-DX=a b"], fallback=False)
    text = path.read_text("utf-8")
    assert "set(BUILDPROF_COMPILE_OPTIONS [=[-O2]=] [=[-DX=a b]=])\n" in text
    assert 'set(BUILDPROF_PCH_HEADERS_a.b-c+d [=[<vector>]=] [==[/x y/]=]"$;.h]==])\n' in text
    assert "set(BUILDPROF_UNITY_TARGETS )\n" in text


def test_a_tree_without_targets_reports_none(tmp_path: Path) -> None:
    assert settings.read_report(tmp_path) == ()
