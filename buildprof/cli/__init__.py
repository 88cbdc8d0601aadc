"""The command line: one file is one command, found by its name.

A module here defines `command`, a typer function whose docstring is its help. Heavy packages are
imported inside it, so that `buildprof --help` stays quick.
"""

from __future__ import annotations

import importlib
import pkgutil
import signal
import sys
from typing import Annotated

import typer

from buildprof import __version__, console
from buildprof.errors import INTERRUPTED, BuildprofError

EXIT_CODES = (
    "Exit codes: 0 ok, 1 a gate or stage failed, 2 usage or configuration, 3 a build or tool failed, "
    "4 no usable traces, 130 interrupted."
)


def application() -> typer.Typer:
    """Build the command tree from the modules of this package."""
    app = typer.Typer(
        name="buildprof",
        help="Where does the build time of a C++ project go, what makes it shorter, did it stay short?",
        epilog=EXIT_CODES,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_global_options)
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name):
        if not module.name.startswith("_"):
            command = importlib.import_module(f"{__name__}.{module.name}").command
            app.command(module.name.replace("_", "-"))(command)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    # a job that a CI system ends should stop its compilers, as Ctrl-C does
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(invoke(sys.argv[1:] if arguments is None else arguments))


def invoke(arguments: list[str]) -> int:
    """Run the command line; errors that users can act on become a message and an exit code."""
    try:
        application()(arguments, prog_name="buildprof")
    except BuildprofError as problem:
        console.error(problem)
        return problem.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0


def _print_version(wanted: bool) -> None:
    if wanted:
        console.result(f"buildprof {__version__}")
        raise typer.Exit


def _global_options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Options of the command itself come before the name of a sub-command."""
