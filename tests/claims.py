"""Records of traced processes, for tests that need no trace."""

from __future__ import annotations

from typing import Any

from buildprof.analysis.claims import Claim
from buildprof.trace.facts import FileFacts, Status, UnitFacts


def facts(**known: Any) -> UnitFacts:
    """One process of clang of which little is known."""
    usual: dict[str, Any] = {
        "producer": "clang",
        "work": "compile",
        "process": "clang",
        "module": "",
        **dict.fromkeys(("total_us", "frontend_us", "backend_us", "started_us")),
        **dict.fromkeys(("reads_pch", "writes_ast", "optimizer", "codegen", "totals"), False),
        "instantiation_us": 0,
        "events": 10,
        "shortest_us": 500,
        "left_out_us": 0,
        "members": (),
        "unknown": (),
    }
    return UnitFacts(**usual | known)


def file(*units: UnitFacts, **known: Any) -> FileFacts:
    """A file that holds these processes."""
    usual: dict[str, Any] = {
        "status": Status.TRACE,
        "message": "",
        "size": 9,
        "modified_ns": 0,
        "warnings": (),
    }
    return FileFacts(**usual | known, units=units or (facts(),))


def claim(**known: Any) -> Claim:
    """A process that counts."""
    trace = known.pop("trace", "a.cpp.json")
    one = known.pop("facts", facts())
    usual = {"place": 0, "file": file(one), "stem": trace.removesuffix(".json")}
    return Claim(trace=trace, facts=one, **usual | known)
