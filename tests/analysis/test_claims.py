from __future__ import annotations

from buildprof.analysis import claims
from buildprof.cmake.step import Step
from buildprof.trace.facts import Status
from tests.claims import facts, file

STEP = Step(role="compile", outputs=("d/a.o",), started_us=50_000_000)


def test_without_steps_every_trace_counts() -> None:
    found = claims.settle({"a.json": file(), "b.json": file(facts(), facts())}, [], None)

    assert [(one.trace, one.place) for one in found.units] == [
        ("a.json", 0),
        ("b.json", 0),
        ("b.json", 1),
    ]


def test_files_that_are_no_traces_do_not_count() -> None:
    files = {"a.json": file(status=Status.IGNORED), "b.json": file(status=Status.UNREADABLE)}

    assert claims.settle(files, [], None).units == []


def test_steps_claim_their_traces() -> None:
    found = claims.settle({"d/a.json": file(), "d/old.json": file()}, [STEP], None)

    assert [one.step for one in found.units] == [STEP]
    assert (found.unclaimed, found.missing) == (["d/old.json"], [])


def test_links_are_nobodys_object_and_count() -> None:
    link = file(facts(work="link"))

    assert len(claims.settle({"d/a.json": file(), "x.time-trace": link}, [STEP], None).units) == 2


def test_an_unreadable_trace_is_not_missing() -> None:
    files = {"d/a.json": file(status=Status.UNREADABLE), "b.json": file()}
    other = Step(role="compile", outputs=("b.o",))

    assert claims.settle(files, [STEP, other], None).missing == []


def test_clocks_may_differ_by_a_little() -> None:
    def stale(started_us: int) -> bool:
        files = {"d/a.json": file(facts(started_us=started_us))}
        return bool(claims.settle(files, [STEP], None).stale)

    assert not stale(48_500_000)
    assert stale(47_000_000)
