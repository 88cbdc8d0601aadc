"""ClangBuildAnalyzer.ini: how much a classic report holds."""

from __future__ import annotations

import configparser
from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.classic import Settings
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = {
    ("counts", "fileparse"): "file_parse",
    ("counts", "filecodegen"): "file_codegen",
    ("counts", "function"): "function",
    ("counts", "template"): "template",
    ("counts", "header"): "header",
    ("counts", "headerchain"): "header_chain",
    ("mintimes", "file"): "min_file_ms",
    ("misc", "maxnamelength"): "max_name",
    ("misc", "onlyrootheaders"): "only_root_headers",
}
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


def load(path: Path) -> Settings:
    """What the file says; where it says nothing, or is not there, the usual values hold."""
    parser = configparser.ConfigParser(
        interpolation=None, strict=False, inline_comment_prefixes=(";",)
    )
    try:
        parser.read_string(path.read_text(encoding="utf-8-sig", errors="replace"))
    except FileNotFoundError:
        return Settings()
    except (configparser.Error, OSError) as error:
        raise ConfigError(f"cannot be read: {error}", where=path) from error
    found = {
        _KEYS[section.lower(), key]: value
        for section in parser.sections()
        for key, value in parser.items(section)
        if (section.lower(), key) in _KEYS
    }
    return msgspec.convert({name: _value(name, value) for name, value in found.items()}, Settings)


def _value(name: str, text: str) -> int | bool:
    """Numbers in any base; what is neither number nor truth leaves the usual value."""
    usual = getattr(Settings(), name)
    if isinstance(usual, bool):
        return text.lower() in _TRUE if text.lower() in _TRUE | _FALSE else usual
    try:
        return max(0, int(text, 0))
    except ValueError:
        return int(usual)
