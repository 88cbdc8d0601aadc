"""The analysis of a build for people: the sections of ClangBuildAnalyzer, and what it leaves out."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.analysis.result import BuildAnalysis, Chain, FunctionRow, Header, Problem, Row
    from buildprof.trace.unit import Unit

FILES = 10
ROWS = 20
HEADERS = 10
CHAINS = 3
PAYERS = 3
PROBLEMS = 10
_NARROWEST = 20
_COLUMNS = 30


def render(result: BuildAnalysis, width: int) -> str:
    """The report, in lines of about `width` columns."""
    room = max(_NARROWEST, width - _COLUMNS)
    sections = [
        _summary(result),
        _files("Files that took longest to parse (frontend)", result.units, "frontend_us", room),
        _files(
            "Files that took longest to compile to code (backend)", result.units, "backend_us", room
        ),
        _headers(result.headers[:HEADERS], room),
        _rows("Templates that took longest to instantiate", result.templates, room),
        _rows("Sets of templates that took longest to instantiate", result.template_sets, room),
        _functions("Functions that took longest to optimise and compile", result.functions, room),
        _functions("Sets of functions that took longest", result.function_sets, room),
        _rows("Optimiser passes that took longest", result.passes, room),
        _problems("Unreadable traces", result.unreadable),
        _problems("Warnings", result.warnings),
        _problems("Differences between steps, traces and objects", result.differences),
    ]
    return "\n".join("".join(f"{line}\n" for line in section) for section in sections if section)


def short(name: str, width: int) -> str:
    """A name in at most `width` columns; what is cut off shows in a few digits of its hash."""
    name = printable(name)
    if len(name) <= width:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    return f"{name[: width - 8]}…#{digest}"


def seconds(us: int | None) -> str:
    """Seconds with one decimal, or a dash where they are not known."""
    return "–" if us is None else f"{us / 1e6:.1f}"


def _summary(result: BuildAnalysis) -> list[str]:
    whole = result.summary
    kinds = ", ".join(f"{times.units} {kind}" for kind, times in sorted(whole.kinds.items()))
    lines = [
        f"Time summary: {whole.translation_units} translation units ({kinds or 'none'})",
        f"  Frontend (parsing)        {seconds(whole.frontend_us):>9} s",
        f"  Backend (optimise, code)  {seconds(whole.backend_us):>9} s",
        f"  Other (PCH, start, write) {seconds(whole.other_us):>9} s",
        f"  Compiler in all           {seconds(whole.total_us):>9} s",
        f"  of it, instantiation      {seconds(whole.instantiation_us):>9} s",
    ]
    if result.links:
        links = [link.total_us for link in result.links if link.total_us is not None]
        lines.append(f"  Linker ({len(result.links)} traced)       {seconds(sum(links)):>9} s")
    if result.probes.units:
        lines.append(f"  Not counted: {result.probes.units} probes of the configure step")
    if result.ignored:
        lines.append(f"  Not counted: {result.ignored} JSON files were not traces")
    return lines


def _files(heading: str, units: Sequence[Unit], field: str, room: int) -> list[str]:
    known = [unit for unit in units if getattr(unit, field)]
    known.sort(key=lambda unit: (-getattr(unit, field), unit.name))
    return _section(
        f"{heading}: ms",
        (
            f"{_ms(getattr(unit, field))}  {short(unit.name, room)}{_kind(unit)}"
            for unit in known[:FILES]
        ),
    )


def _kind(unit: Unit) -> str:
    if unit.kind == "unity" and unit.members:
        return f" (unity of {len(unit.members)})"
    if unit.kind == "source":
        return ""
    return f" ({unit.kind}{' ' + printable(unit.arch) if unit.arch else ''})"


def _headers(headers: Sequence[Header], room: int) -> list[str]:
    lines: list[str] = []
    for one in headers:
        times = f"{_ms(one.total_us)} {_ms(one.self_us)} {one.count:5d}x"
        lines.append(f"{times}  {short(one.path, room)}")
        lines += [f"{'':26}{chain.count:5d}x {_via(chain, room)}" for chain in one.chains[:CHAINS]]
        lines += [
            f"{'':26}{_ms(payer.inclusive_us)} paid by {short(payer.unit, room)}"
            for payer in one.payers[:PAYERS]
        ]
    return _section("Expensive headers: ms, self ms, times", lines)


def _via(chain: Chain, room: int) -> str:
    if not chain.via:
        return "included directly"
    return "via " + short(" ".join(path.rpartition("/")[2] for path in chain.via), room)


def _rows(heading: str, rows: Sequence[Row], room: int) -> list[str]:
    lines = (
        f"{_ms(row.total_us)} {_ms(row.self_us)} {row.count:6d}x  {short(row.name, room)}"
        for row in rows[:ROWS]
    )
    return _section(f"{heading}: ms, self ms, times", lines)


def _functions(heading: str, rows: Sequence[FunctionRow], room: int) -> list[str]:
    lines = (
        f"{_ms(row.optimize_us)} {_ms(row.codegen_us)} {row.count:6d}x  {short(row.name, room)}"
        for row in rows[:ROWS]
    )
    return _section(f"{heading}: ms in the middle end, ms in code generation, times", lines)


def _problems(heading: str, problems: Sequence[Problem]) -> list[str]:
    lines = [f"  {printable(one.path)}: {printable(one.message)}" for one in problems[:PROBLEMS]]
    if len(problems) > PROBLEMS:
        lines.append(f"  … and {len(problems) - PROBLEMS} more: --json lists them all")
    return _section(f"{heading} ({len(problems)})", lines)


def _section(heading: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return [heading, *found] if found else []


def _ms(us: int) -> str:
    return f"{us / 1000:9.1f}"
