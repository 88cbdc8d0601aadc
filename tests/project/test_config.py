from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import ConfigError
from buildprof.project import config, profile

if TYPE_CHECKING:
    from pathlib import Path

GENERIC = profile.PROFILES[-1]

TEXT = """
[project]
name = "engine"
build_type = "RelWithDebInfo"
cache = { WITH_GUI = false, JOBS = 3, BACKEND = "gl" }

[scope.minimal]
targets = ["engine"]

[scope.shaders]
label = "Shaders"
cache = { SHADERS = true }

[variant.pch.headers]
engine = ["src/all.h", "<vector>"]

[variant.unity]
batch_size = 4
unity_targets = ["engine"]

[variant.lto]
label = "LTO"
flags = ["-flto=thin"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "buildprof.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_is_laid_over_the_profile(tmp_path: Path) -> None:
    result = config.overlay(GENERIC, config.read(written(tmp_path, TEXT)))
    assert (result.name, result.build_type) == ("engine", "RelWithDebInfo")
    assert result.cache == {"WITH_GUI": "OFF", "JOBS": "3", "BACKEND": "gl"}
    scopes = {scope.name: scope for scope in result.scopes}
    assert scopes["minimal"].targets == ("engine",)
    assert scopes["minimal"].cache == {"BUILD_TESTING": "OFF"}
    assert scopes["shaders"].cache == {"SHADERS": "ON"}
    variants = {variant.name: variant for variant in result.variants}
    assert variants["pch"].headers == {"engine": ("src/all.h", "<vector>")}
    assert (variants["pch"].pch, variants["pch"].unity) == ("on", "off")
    assert variants["unity"].batch_size == 4
    assert (variants["lto"].label, variants["lto"].flags) == ("LTO", ("-flto=thin",))
    assert variants["lto"].pch == "keep"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[project]\nnmae = 'x'\n", "unknown field `nmae` - at `$.project`"),
        ("[variant.pch]\npch = 'maybe'\n", "`$.variant[...].pch`"),
        ("[variant.unity]\nbatch_size = 'many'\n", "Expected `int | null`, got `str`"),
        ("[project\n", "line 1"),
    ],
)
def test_a_mistake_is_named_with_file_and_key(tmp_path: Path, text: str, part: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        config.read(path)
    assert part in str(caught.value)
    assert str(path) in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        config.read(tmp_path / "none.toml")
