"""What tests of stages get: the toy project, and trees that are built once for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.log import Log
from tests import contexts

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.trees import Trees


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """The toy's release tree, built."""
    folder = tmp_path_factory.mktemp("built")
    made = contexts.context(folder)
    log = Log(folder / "build.log", 120.0, lambda _line: None)
    made.trees.built("release", log)
    log.close()
    return made.trees


@pytest.fixture
def context(built: Trees, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """A context on the toy whose release tree is built already."""
    folder = tmp_path_factory.mktemp("context")
    found = contexts.context(folder, trees=built)
    found.out.mkdir()
    return found
