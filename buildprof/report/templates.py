"""Jinja templates, with every value escaped, and data for scripts in a form that ends no element."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.console import printable

if TYPE_CHECKING:
    from jinja2 import Environment

# in a wheel the templates lie inside the package, in a checkout beside it
_PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")
_UNSAFE = {character: f"\\u{ord(character):04x}" for character in "<>&'\u2028\u2029"}


def render(name: str, **values: object) -> str:
    """Return a template filled with values."""
    return _environment().get_template(name).render(**values)


def source(name: str) -> str:
    """Return a file beside the templates as it is: a style sheet or a script of ours."""
    loader = _environment().loader
    assert loader is not None  # noqa: S101 - set below
    return loader.get_source(_environment(), name)[0]


def script_data(value: object) -> str:
    """Return JSON that may stand in a script element: no character of it can end the element."""
    text = msgspec.json.encode(value).decode()
    for character, escape in _UNSAFE.items():
        text = text.replace(character, escape)
    return text


def digest(script: str) -> str:
    """Return the hash by which a content security policy allows a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _finalized(value: object) -> object:
    """Make what a template shows of a name printable; what is markup already stays."""
    return printable(value) if type(value) is str else value


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - is slow

    return Environment(
        loader=FileSystemLoader(FOLDERS),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
