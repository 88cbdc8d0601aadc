from __future__ import annotations

from buildprof.analysis import remarks
from tests.claims import claim, facts, file


def test_what_the_file_says_is_said_once_a_file() -> None:
    warned = file(facts(), facts(), warnings=("odd",))
    both = [claim(file=warned, place=place) for place in (0, 1)]

    assert [one.message for one in remarks.about_units(both)] == ["odd"]


def test_missing_durations_are_named_once() -> None:
    one = claim(facts=facts(unknown=("Source", "Frontend", "Source")))

    assert [problem.message for problem in remarks.about_units([one])] == [
        "Frontend has no duration: it is unknown",
        "Source has no duration: it is unknown",
    ]


def test_a_linker_defers_nothing() -> None:
    assert remarks.about_units([claim(facts=facts(producer="lld", optimizer=True))]) == []


def test_code_that_a_driver_generates_is_not_deferred_to_a_linker() -> None:
    halfway = facts(producer="clang", optimizer=True, codegen=False)
    claims = [claim(facts=halfway, language=language) for language in ("OpenCL", "Metal", "CXX")]

    assert [problem.message for problem in remarks.about_units(claims)] == [
        "code generation is deferred to the link step (LTO)"
    ]


def test_one_trace_alone_is_not_mixed() -> None:
    assert remarks.about_build([claim(facts=facts(shortest_us=500, left_out_us=499))]) == []


def test_traces_of_few_events_prove_nothing() -> None:
    short = claim(facts=facts(events=2, shortest_us=3))

    assert remarks.about_build([short, claim(facts=facts(shortest_us=500, left_out_us=400))]) == []
