from __future__ import annotations

from buildprof.report import run_notes
from buildprof.runs.schema import Proof
from tests import records


def test_what_a_project_was_built_without_is_told_once() -> None:
    line = "tern: left out Metal: it needs macOS"
    builds = [records.build("minimal", "baseline", n, left_out=(line,)) for n in (1, 2)]
    texts = [note.text for note in run_notes.notes(records.run(*builds))]
    assert texts.count(f"{line}.") == 1


def test_a_failure_shows_the_beginning_of_its_output() -> None:
    failed = records.build("minimal", "pch", state="failed", totals=None, reason="x\n" * 100)
    (note,) = run_notes.notes(records.run(failed, variants=("pch",)))
    assert note.text == "Minimal, PCH failed; its log is builds/minimal-pch-1/ in the run folder:"
    assert len(note.detail) == 40


def test_a_sound_run_has_no_notes() -> None:
    assert run_notes.notes(records.run(records.build("minimal", "baseline"))) == []


def test_what_was_not_applied_says_why() -> None:
    made = records.build("minimal", "pch", state="nothing to apply", reason="no headers")
    (note,) = run_notes.notes(records.run(made, variants=("pch",)))
    assert note.text == "Minimal, PCH: nothing to apply: no headers."


def test_facts_name_where_a_run_was_made() -> None:
    facts = dict(run_notes.facts(records.run(records.build("minimal", "baseline"))))
    assert list(facts) == ["Compiler", "Machine", "Project", "Builds"]
    assert facts["Machine"].startswith("builder: Example CPU, 2 cores, 24 GiB, Debian")


def test_the_legend_explains_only_what_is_there() -> None:
    proof = Proof(pch_units=1, pch_users=3, unity_units=0)
    plain = run_notes.legend(records.run(records.build("minimal", "baseline")))
    pch = run_notes.legend(
        records.run(records.build("minimal", "pch", proof=proof), variants=("pch",))
    )
    assert (len(plain), len(pch)) == (2, 4)
