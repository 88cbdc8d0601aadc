from __future__ import annotations

import msgspec

from buildprof.runs import setting
from tests import records

RUN = records.run(records.build("minimal", "baseline"))


def test_commit_and_time_are_no_part_of_it() -> None:
    revision = msgspec.structs.replace(RUN.project.revision, commit="other", dirty=False)
    project = msgspec.structs.replace(RUN.project, revision=revision)
    later = msgspec.structs.replace(RUN, id="x", created="2027-01-01", project=project)
    assert setting.of(later) == setting.of(RUN)


def test_jobs_and_machine_are() -> None:
    plan = msgspec.structs.replace(RUN.plan, jobs=64)
    other = setting.of(msgspec.structs.replace(RUN, plan=plan))
    assert {key for key, value in other.items() if value != setting.of(RUN)[key]} == {"-j"}
    assert setting.of(RUN)["machine, cpu"] == "Example CPU"
