from __future__ import annotations

from buildprof.report.names import Names
from buildprof.trace.unit import Unit

NAMES = Names([Unit(name="src/a.cpp", trace="t", source="/srv/toy/src/a.cpp")])


def test_headers_of_the_project_begin_at_its_root() -> None:
    assert NAMES.short("/srv/toy/src/../include/a.h") == "include/a.h"
    assert NAMES.short("<source>/include/a.h") == "include/a.h"
    assert NAMES.origin("/srv/toy/include/a.h") == "project"
    assert NAMES.origin("<build>/generated/a.h") == "project"


def test_headers_of_the_system_are_written_as_they_are_included() -> None:
    path = "/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/regex.h"
    assert NAMES.short(path) == "<c++/12/bits/regex.h>"
    assert NAMES.origin(path) == "system"


def test_other_paths_stay_as_they_are() -> None:
    assert NAMES.short("/opt/thing.h") == "/opt/thing.h"
    assert NAMES.short("include/a.h") == "include/a.h"
    assert Names([]).short("/srv/toy/a.h") == "/srv/toy/a.h"
