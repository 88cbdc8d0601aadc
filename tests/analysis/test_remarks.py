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


def test_one_trace_alone_is_not_mixed() -> None:
    assert remarks.about_build([claim(facts=facts(shortest_us=500, left_out_us=499))]) == []


def test_traces_of_few_events_prove_nothing() -> None:
    short = claim(facts=facts(events=2, shortest_us=3))

    assert remarks.about_build([short, claim(facts=facts(shortest_us=500, left_out_us=400))]) == []
