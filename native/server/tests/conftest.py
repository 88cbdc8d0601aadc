"""Servers of the program in TERN_SERVER, with a model out of the folder in TERN_MODELS."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from client import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def program() -> Path:
    """The server; a test without one fails, since there is nothing to skip it for."""
    return Path(os.environ["TERN_SERVER"])


@pytest.fixture(scope="session")
def model() -> Path:
    """Any dense model will do; this one has rope, so that its context may be of any size."""
    return Path(os.environ["TERN_MODELS"], "llama-dense.gguf")


@pytest.fixture
def start(program: Path, model: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with options of their own; they end with the test."""
    servers = []

    def start_one(*options: str) -> Server:
        servers.append(Server(program, model, *options))
        return servers[-1]

    yield start_one
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def server(program: Path, model: Path) -> Iterator[Server]:
    """One server for all tests that leave it as it was."""
    one = Server(program, model, "--slots", "4", "--context", "256", "--timeout", "5")
    yield one
    assert one.stop() == 0
