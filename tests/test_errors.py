from __future__ import annotations

import inspect

import pytest

from buildprof import errors
from buildprof.errors import BuildprofError, ConfigError, TraceError

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, BuildprofError)
]


def test_text_says_what_where_and_what_to_do() -> None:
    problem = ConfigError(
        "unknown key 'scoop'", where="buildprof.toml:3", hint="Did you mean scope?"
    )

    assert str(problem) == "buildprof.toml:3: unknown key 'scoop'\nDid you mean scope?"


def test_text_without_place_and_hint() -> None:
    assert str(TraceError("no traces")) == "no traces"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_module_docstring_draws_each_error_with_its_exit_code(kind: type[BuildprofError]) -> None:
    drawn = [line.split() for line in (errors.__doc__ or "").splitlines()]
    lines = [words for words in drawn if kind.__name__ in words]

    assert len(lines) == 1
    if kind is not BuildprofError:
        assert str(kind.exit_code) in lines[0]
