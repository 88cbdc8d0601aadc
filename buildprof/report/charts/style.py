"""How charts look, and how they become files: the same values give the same bytes."""

from __future__ import annotations

import functools
import io
import re
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# colours that people with any colour vision tell apart (Okabe and Ito)
FRONTEND, BACKEND, OTHER = "#0072b2", "#e69f00", "#8c8c8c"
LINES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
PARTS = (("frontend", FRONTEND), ("backend", BACKEND), ("other", OTHER))
INK = "#1a1b1d"
_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text: it can be searched, and follows the page's font
    "text.parse_math": False,  # a $ in a name is no formula
    "savefig.dpi": 120,
}
WIDTH = 9.0
Arguments = ParamSpec("Arguments")
Drawn = TypeVar("Drawn")


def figure(height: float) -> tuple[Figure, Axes]:
    """Return a new figure, in inches, and its axes."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - is slow

    drawn = Figure(figsize=(WIDTH, height), layout="constrained")
    return drawn, drawn.subplots()


def styled(draw: Callable[Arguments, Drawn]) -> Callable[Arguments, Drawn]:
    """Have a function draw in the style of all charts."""

    @functools.wraps(draw)
    def wrapped(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Drawn:
        from matplotlib import rc_context  # noqa: PLC0415 - is slow

        # texts take their style when they are made, not when they are drawn
        with rc_context(_STYLE):
            return draw(*args, **kwargs)

    return wrapped


def saved(drawn: Figure, form: str, salt: str) -> bytes:
    """Return a figure as `svg` or `png`."""
    from matplotlib import rc_context  # noqa: PLC0415 - is slow

    out = io.BytesIO()
    metadata = (
        {"Date": None, "Creator": "buildprof"} if form == "svg" else {"Software": "buildprof"}
    )
    with rc_context({**_STYLE, "svg.hashsalt": salt}):
        drawn.savefig(out, format=form, metadata=metadata)
    return out.getvalue()


def inline(svg: bytes, key: str, title: str) -> str:
    """Return an SVG as an element of a page: in the page's colours, with ids of its own."""
    text = svg.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{key}-', text)
    text = re.sub(r'(url\(|href=")#', rf"\1#{key}-", text)
    # the white sheet behind it all is the page's own
    text = text.replace("fill: #ffffff", "fill: none").replace(INK, "currentColor")
    text = re.sub(r'(<svg [^>]*?)width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?)height="[^"]*"', r"\1", text, count=1)
    from markupsafe import escape  # noqa: PLC0415 - comes with jinja, which is slow

    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)


def stacked(axes: Axes, names: Sequence[str], parts: Sequence[Sequence[float]]) -> None:
    """Draw a bar a name, the first on top, from its parts in the order of PARTS; with a legend."""
    left = [0.0] * len(names)
    places = range(len(names))
    for (label, colour), values in zip(PARTS, zip(*parts, strict=True), strict=True):
        axes.barh(places, values, left=left, color=colour, label=label, height=0.72)
        left = [start + value for start, value in zip(left, values, strict=True)]
    axes.set_yticks(places, names)
    axes.margins(x=0.0)
    axes.set_xlim(0, max([*left, 1e-9]) * 1.14)
    close(axes, len(names))


def close(axes: Axes, bars: int) -> None:
    """Let horizontal bars, the first on top, fill the height."""
    axes.set_ylim(bars - 0.5, -0.5)


def title(axes: Axes, text: str) -> None:
    """Say above a chart what it shows: a file stands alone."""
    axes.figure.suptitle(text, x=0.01, ha="left", fontsize=11, fontweight="bold")


def label(axes: Axes, place: int, at: float, text: str) -> None:
    """Write a number behind the end of a bar."""
    axes.annotate(text, (at, place), xytext=(4, 0), textcoords="offset points", va="center")


def legend(axes: Axes) -> None:
    """Name the parts above the bars."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, borderaxespad=0.2)
