"""What must hold for every trace, shown on generated ones."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from buildprof.analysis.build import analyze
from buildprof.trace.facts import Status
from buildprof.trace.reader import Reader
from tests.traces import Event, source, span, text, total, write

if TYPE_CHECKING:
    import random

    from buildprof.analysis.result import BuildAnalysis

# Each example writes and reads files.
FEW = settings(max_examples=40, deadline=None)

# A scope: kind, name, time before the first child, and its children.
Tree = tuple[str, str, int, list[Any]]

NAMES = {"S": ["/a.h", "/b.h", "/c.h"], "T": ["A<int>", "A<long>", "B<A<int>>", "c"]}


def trees(kind: str) -> st.SearchStrategy[list[Tree]]:
    node = st.deferred(
        lambda: st.tuples(
            st.just(kind),
            st.sampled_from(NAMES[kind]),
            st.integers(1, 40),
            st.lists(node, max_size=3),
        )
    )
    return st.lists(node, max_size=4)


FORESTS = st.tuples(trees("S"), trees("T")).map(lambda both: both[0] + both[1])


def placed(forest: list[Tree], start: int) -> tuple[list[tuple[str, str, int, int]], int]:
    """Scopes with their times, in the order of their ends; no two moments are the same."""
    scopes: list[tuple[str, str, int, int]] = []
    for kind, name, gap, children in forest:
        inner, end = placed(children, start + gap)
        scopes += [*inner, (kind, name, start, end + 1)]
        start = end + 2
    return scopes, start


def events_of(scopes: list[tuple[str, str, int, int]], shortest: int = 0) -> list[Event]:
    found: list[Event] = []
    for kind, name, start, end in scopes:
        if end - start >= shortest:
            made = (
                source(name, start, end)
                if kind == "S"
                else [span("InstantiateClass", start, end - start, name)]
            )
            found += made
    return found


def analysed(events: list[Event]) -> BuildAnalysis:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), text(*events))
        return analyze(Path(folder), threads=1)


def expected_self(scopes: list[tuple[str, str, int, int]], kind: str) -> dict[str, int]:
    """Self times, the slow and obvious way: every moment belongs to the innermost scope."""
    found: dict[str, int] = {}
    own = [scope for scope in scopes if scope[0] == kind]
    for moment in range(min((s[2] for s in own), default=0), max((s[3] for s in own), default=0)):
        open_ = [s for s in own if s[2] <= moment < s[3]]
        if open_:
            name = max(open_, key=lambda s: s[2])[1]
            found[name] = found.get(name, 0) + 1
    return found


def expected_total(scopes: list[tuple[str, str, int, int]], kind: str) -> dict[str, int]:
    """The moments in which any scope of a name is open."""
    moments: dict[str, set[int]] = {}
    for scope_kind, name, start, end in scopes:
        if scope_kind == kind:
            moments.setdefault(name, set()).update(range(start, end))
    return {name: len(found) for name, found in moments.items()}


@given(FORESTS)
@FEW
def test_times_are_those_of_every_single_moment(forest: list[Tree]) -> None:
    scopes, end = placed(forest, 1)

    result = analysed([*events_of(scopes), span("ExecuteCompiler", 0, end)])

    assert {one.path: one.self_us for one in result.headers} == expected_self(scopes, "S")
    assert {one.path: one.total_us for one in result.headers} == expected_total(scopes, "S")
    assert {one.name: one.self_us for one in result.templates} == expected_self(scopes, "T")
    assert {one.name: one.total_us for one in result.templates} == expected_total(scopes, "T")
    assert result.summary.instantiation_us == sum(expected_self(scopes, "T").values())


@given(FORESTS, st.randoms(use_true_random=False))
@FEW
def test_the_order_of_events_does_not_matter(forest: list[Tree], chance: random.Random) -> None:
    scopes, end = placed(forest, 1)
    events = [*events_of(scopes), span("ExecuteCompiler", 0, end), total("Frontend", 7)]
    shuffled = chance.sample(events, len(events))

    assert _comparable(analysed(shuffled)) == _comparable(analysed(events))


@given(FORESTS, st.integers(0, 60))
@FEW
def test_granularity_changes_no_total_of_a_unit(forest: list[Tree], shortest: int) -> None:
    scopes, end = placed(forest, 1)
    phases = [
        ("Frontend", 0, end // 3),
        ("Backend", end // 2, end // 4),
        ("ExecuteCompiler", 0, end),
    ]
    totals = [total(name, dur, tid=10 + at) for at, (name, _, dur) in enumerate(phases)]
    written = [span(name, ts, dur) for name, ts, dur in phases if dur >= shortest]

    result = analysed([*events_of(scopes, shortest), *written, *totals])

    [unit] = result.units
    assert (unit.frontend_us, unit.backend_us, unit.total_us) == (end // 3, end // 4, end)
    assert unit.other_us == end - end // 3 - end // 4


@given(st.binary(max_size=300))
@FEW
def test_no_bytes_at_all_do_harm(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), text(span("ExecuteCompiler", 0, 5)), "good.json")
        write(Path(folder), raw, "any.json")
        result = analyze(Path(folder), threads=2)

    assert [unit.trace for unit in result.units if unit.trace == "good.json"] == ["good.json"]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = (
    SCALARS
    | st.lists(SCALARS, max_size=3)
    | st.dictionaries(st.text(max_size=5), SCALARS, max_size=3)
)
KEYS = st.sampled_from(
    ["pid", "tid", "ts", "dur", "ph", "name", "args", "id", "cat", "detail", "count"]
)
ODD = st.dictionaries(
    KEYS, JSON | st.sampled_from(["X", "b", "e", "B", "E", "M", "Source", "Frontend"])
)


@given(st.lists(ODD, max_size=12))
@FEW
def test_no_events_at_all_hide_a_sound_one(odd: list[Any]) -> None:
    result = analysed([*odd, span("ExecuteCompiler", 0, 900, pid="of its own", tid="of its own")])

    assert 900 in {unit.total_us for unit in result.units}


@given(st.dictionaries(st.text(max_size=8), SCALARS | st.lists(SCALARS, max_size=3), max_size=3))
@FEW
def test_other_objects_are_no_traces(data: dict[str, Any]) -> None:
    data.pop("traceEvents", None)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), json.dumps(data))
        assert analyze(Path(folder), threads=1).ignored == 1


def test_a_trace_may_be_cut_at_every_byte(tmp_path: Path) -> None:
    whole = text(
        *source("/é.h", 5, 9),
        span("Frontend", 1, 50, 'x"\\'),
        total("Frontend", 50),
        beginningOfTime=5,
    ).encode()
    reader = Reader(tmp_path, threads=2)
    for size in range(len(whole) + 1):
        reader.submit(write(tmp_path, whole[:size], f"{size}.json"))

    *cut, last = reader.finish().values()

    assert last.status is Status.TRACE
    assert {one.status for one in cut} == {Status.UNREADABLE}
    assert {one.message for one in cut} == {
        "is empty",
        *(f"ends in the middle{where} at byte {size}" for size, where in _places(whole)),
    }


def _places(whole: bytes) -> list[tuple[int, str]]:
    """How each cut is described: inside of a string, or anywhere else."""
    return [(n, " of a string" if _in_string(whole[:n]) else "") for n in range(1, len(whole))]


def _in_string(part: bytes) -> bool:
    inside = escaped = False
    for byte in part:
        if escaped:
            escaped = False
        elif byte == ord("\\"):
            escaped = inside
        elif byte == ord('"'):
            inside = not inside
    return inside


def _comparable(result: BuildAnalysis) -> tuple[object, ...]:
    return (
        result.units[0].frontend_us,
        sorted((one.path, one.count, one.self_us, one.total_us) for one in result.headers),
        sorted(
            (one.path, chain.via, chain.count) for one in result.headers for chain in one.chains
        ),
        sorted((one.name, one.count, one.self_us, one.total_us) for one in result.templates),
        sorted((one.name, one.count, one.total_us) for one in result.template_sets),
    )
