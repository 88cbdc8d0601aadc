"""The tests of the server, as its users run them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

TESTS = tern.SOURCE / "server" / "tests"


@pytest.mark.skipif(sys.platform == "win32", reason="the server needs POSIX sockets")
def test_the_server_does_what_its_tests_say(native: tern.Tern, tmp_path: Path) -> None:
    native.run("tern-generate-models", tmp_path, "--arch", "llama")
    places = {"TERN_SERVER": str(native.program("tern-server")), "TERN_MODELS": str(tmp_path)}
    done = process.stream(
        [sys.executable, "-m", "pytest", "-q", str(TESTS)],
        lambda _: None,
        env=dict(os.environ) | places,
    )

    assert done.returncode == 0, done.output
