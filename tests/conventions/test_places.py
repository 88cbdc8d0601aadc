"""The repository names no folder of a person's machine and no server that packages come from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
# People who do not exist, in examples and in paths that are test data.
NOBODY = ("ann", "bob", "dev", "me", "somebody", "user", "you")
PATTERNS = {
    "a home folder": re.compile(
        r"(?<![\w.])/(?:home|Users)/(?!(?:" + "|".join(NOBODY) + r")\b)[a-z]\w*"
        r"|[A-Z]:[\\/]+Users[\\/]+(?!(?:" + "|".join(NOBODY) + r")\b)[a-z]\w*"
        r"|(?<![\w.}])/root/(?!\*)\w",
        re.IGNORECASE,
    ),
    "a package registry": re.compile(
        r"\b(?:pypi\.org|pythonhosted\.org|deb\.debian\.org|archive\.ubuntu\.com|npmjs\.(?:org|com)"
        r"|apt\.llvm\.org|formulae\.brew\.sh|conda\.anaconda\.org|index\.crates\.io)\b",
        re.IGNORECASE,
    ),
}
LONG_ENOUGH = 10
THIS = "tests/conventions/test_places.py"


@pytest.mark.parametrize("what", PATTERNS)
def test_no_file_names(what: str, tracked: Callable[..., list[Path]]) -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {match.group()}"
        for path in tracked()
        if path.relative_to(ROOT).as_posix() != THIS
        for match in PATTERNS[what].finditer(_text(path))
    ]

    assert found == []


def test_no_file_names_the_folder_that_the_repository_lies_in(
    tracked: Callable[..., list[Path]],
) -> None:
    if len(str(ROOT)) < LONG_ENOUGH:
        pytest.skip("a place like /src stands in paths of many projects")
    place = re.compile(r"(?<![\w./])" + re.escape(str(ROOT)) + r"\b")
    found = [path.relative_to(ROOT).as_posix() for path in tracked() if place.search(_text(path))]

    assert found == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("/home/jdoe/src", "a home folder"),
        ("'/Users/jdoe/src'", "a home folder"),
        (r"C:\Users\jdoe\src", "a home folder"),
        ("/root/src", "a home folder"),
        ("https://pypi.org/simple", "a package registry"),
    ],
)
def test_what_is_found(text: str, what: str) -> None:
    assert PATTERNS[what].search(text)


@pytest.mark.parametrize(
    "text", ["/home/user/src", r"C:\Users\me", "src/home/x", "${prefix}/root/x", "build/root/x"]
)
def test_what_is_left_alone(text: str) -> None:
    assert not any(pattern.search(text) for pattern in PATTERNS.values())


def _text(path: Path) -> str:
    content = path.read_bytes()
    return "" if b"\0" in content[:8192] else content.decode("utf-8", "ignore")
