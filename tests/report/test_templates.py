from __future__ import annotations

import msgspec
import pytest
from jinja2 import UndefinedError

from buildprof.report import templates
from tests import samples


def test_values_are_escaped() -> None:
    form = templates._environment().from_string("<p>{{ name }}</p>")
    assert "<img" not in form.render(name=samples.HOSTILE)


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        templates.render("page.html")


def test_data_end_no_script_and_come_back() -> None:
    text = templates.script_data({"name": samples.HOSTILE})
    assert not set("<>&'\u2028") & set(text)
    assert msgspec.json.decode(text) == {"name": samples.HOSTILE}


def test_the_hash_of_a_script() -> None:
    assert templates.digest("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_sources_lie_beside_the_templates() -> None:
    assert "use strict" in templates.source("page.js")
