from __future__ import annotations

from buildprof.report.annotations import Annotation, render
from tests import samples


def test_a_line_names_its_file() -> None:
    one = Annotation(message="is 20 % slower", file="src/a.cpp", line=3, title="Build time")
    assert render([one]) == "::warning file=src/a.cpp,line=3,title=Build time::is 20 %25 slower\n"


def test_without_a_file_it_is_of_the_whole() -> None:
    assert render([Annotation(message="a\r\nb", level="error")]) == "::error::a%0D%0Ab\n"


def test_no_name_begins_another_command() -> None:
    text = render([Annotation(message=samples.HOSTILE, file=samples.HOSTILE)])
    assert text.count("\n") == 1
    assert text.startswith("::warning file=</script>")
    place = text[len("::warning file=") :].partition("::")[0]
    assert ":" not in place
    assert "," not in place


def test_at_most_ten_and_the_last_counts_the_rest() -> None:
    lines = render([Annotation(message=str(n)) for n in range(12)]).splitlines()
    assert len(lines) == 10
    assert lines[-2:] == ["::warning::8", "::notice::and 3 more"]
    assert len(render([Annotation(message="x")] * 10).splitlines()) == 10
