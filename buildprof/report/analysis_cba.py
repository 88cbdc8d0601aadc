"""A report line by line like ClangBuildAnalyzer's, for scripts that read those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from buildprof.analysis.classic import ClassicTables, FileTimes, Settings
    from buildprof.analysis.result import Chain, FunctionRow, Header, Row


def render(tables: ClassicTables, settings: Settings) -> str:
    """The whole report."""
    sections = [
        _summary(tables.files),
        *_files(tables.files, settings),
        *_templates(tables, settings),
        *_functions(tables, settings),
        *_headers(tables.headers, settings),
    ]
    return "".join(f"{line}\n" for section in sections for line in section)


def _summary(files: Sequence[FileTimes]) -> Iterator[str]:
    parse = sum(file.frontend_us or 0 for file in files)
    codegen = sum(file.backend_us or 0 for file in files)
    if parse or codegen:
        count = sum(1 for file in files if file.frontend_us is not None)
        yield "**** Time summary:"
        yield f"Compilation ({count} times):"
        yield f"  Parsing (frontend):        {parse / 1e6:7.1f} s"
        yield f"  Codegen & opts (backend):  {codegen / 1e6:7.1f} s"
        yield ""


def _files(files: Sequence[FileTimes], settings: Settings) -> Iterator[Iterator[str]]:
    parse = [(file.frontend_us or 0, file.path) for file in files]
    codegen = [(file.backend_us or 0, file.path) for file in files]
    for heading, times, count in (
        ("parse (compiler frontend)", parse, settings.file_parse),
        ("codegen (compiler backend)", codegen, settings.file_codegen),
    ):
        long = [row for row in times if row[0] >= max(1, settings.min_file_ms * 1000)]
        long.sort(key=lambda row: (-row[0], row[1]))
        if long:
            yield _section(
                f"Files that took longest to {heading}",
                (f"{us // 1000:6d} ms: {printable(path)}" for us, path in long[:count]),
            )


def _templates(tables: ClassicTables, settings: Settings) -> Iterator[Iterator[str]]:
    if tables.templates:
        count = settings.template
        rows = (_counted(row, row.inclusive_us, settings) for row in tables.templates[:count])
        yield _section("Templates that took longest to instantiate", rows)
        sets = (_counted(row, row.total_us, settings) for row in tables.template_sets[:count])
        yield _section("Template sets that took longest to instantiate", sets)


def _functions(tables: ClassicTables, settings: Settings) -> Iterator[Iterator[str]]:
    if tables.functions:
        rows = (
            f"{row.codegen_us // 1000:6d} ms: {_short(row.name, settings)} ({printable(row.module)})"
            for row in tables.functions[: settings.function]
        )
        yield _section("Functions that took longest to compile", rows)
        sets = tables.function_sets[: settings.template]
        yield _section(
            "Function sets that took longest to compile / optimize",
            (_counted(row, row.codegen_us, settings) for row in sets),
        )


def _headers(headers: Sequence[Header], settings: Settings) -> Iterator[Iterator[str]]:
    roots = [one for one in headers if one.direct or not settings.only_root_headers]
    if roots:
        yield iter(["**** Expensive headers:"])
        for one in roots[: settings.header]:
            yield _header(one, settings.header_chain)


def _header(header: Header, chains: int) -> Iterator[str]:
    ms = header.inclusive_us // 1000
    counts = f"included {header.count} times, avg {ms // header.count} ms"
    yield f"{ms} ms: {printable(header.path)} ({counts}), included via:"
    for chain in header.chains[: chains + 1]:
        yield f"  {chain.count}x: {_via(chain)}"
    # One chain more than asked for is shown, and then said to be followed by others.
    if len(header.chains) > chains:
        yield "  ..."
    yield ""


def _via(chain: Chain) -> str:
    names = (printable(path.rpartition("/")[2]) for path in chain.via)
    return "".join(f"{name} " for name in names) if chain.via else "<direct include>"


def _section(heading: str, rows: Iterable[str]) -> Iterator[str]:
    yield f"**** {heading}:"
    yield from rows
    yield ""


def _counted(row: Row | FunctionRow, us: int, settings: Settings) -> str:
    ms = us // 1000
    name = _short(row.name, settings)
    return f"{ms:6d} ms: {name} ({row.count} times, avg {ms // max(1, row.count)} ms)"


def _short(name: str, settings: Settings) -> str:
    if len(name) > settings.max_name:
        name = name[: max(0, settings.max_name - 2)] + "..."
    return printable(name)
