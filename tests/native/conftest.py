"""One build of native/ for all tests here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.native import gguf_models, tern


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> tern.Tern:
    """The build in TERN_BUILD_DIR, else one made now with clang where there is one.

    A unity build, which is done three times as fast; the slow tests build every variant.
    """
    given = os.environ.get("TERN_BUILD_DIR")
    if given:
        return tern.Tern(Path(given).resolve())
    folder = tmp_path_factory.mktemp("native") / "build"
    tern.configure(folder, "-DTERN_UNITY=ON", "-DTERN_OPENCL=AUTO")
    tern.build(folder)
    return tern.Tern(folder)


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Give GGUF files of the models in native/tests/parity/, by name."""
    folder = tmp_path_factory.mktemp("models")
    found = {}
    for description in sorted(tern.PARITY.glob("*.json")):
        found[description.stem] = folder / f"{description.stem}.gguf"
        gguf_models.write_model(description, found[description.stem])
    return found
