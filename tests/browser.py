"""Chromium without a window, driven through its own protocol over two pipes: no driver, no package.

What a page logs, throws and asks the network for is kept, so that a test can say that there was nothing.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import tempfile
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-quic"),
    *("--remote-debugging-pipe", "--disable-dev-shm-usage"),
)

PATIENCE_S = 60.0


def program() -> str | None:
    """Return the path of a Chromium, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One browser with one page. `problems` holds errors of the console, `requests` addresses."""

    def __init__(self, chromium: str) -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._count = 0
        self._events: list[dict[str, Any]] = []
        self._rest = b""
        self._profile = tempfile.mkdtemp(prefix="browser-")
        command = [chromium, *QUIET, f"--user-data-dir={self._profile}"]
        self._pid, self._to, self._from = _spawned(command)
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def open(
        self,
        page: Path,
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        script: bool = True,
    ) -> None:
        """Load a file; forget what earlier pages did."""
        self.problems, self.requests = [], []
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self._events.clear()
        self.call("Page.navigate", url=page.absolute().as_uri())
        self._until("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """Return what an expression gives; a problem in it raises."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def screenshot(self, *, whole: bool = False) -> bytes:
        """Return what is seen as PNG, or the whole page."""
        done = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(done["data"])

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol and return its result."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]
            self._note(answer)

    def close(self) -> None:
        """End the browser and remove what it wrote."""
        os.close(self._to)  # the browser ends when nobody speaks to it any more
        os.waitpid(self._pid, 0)
        os.close(self._from)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _until(self, method: str) -> None:
        while not any(event["method"] == method for event in self._events):
            self._note(self._read())

    def _note(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        method, told = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(told["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(json.dumps(told["args"]))
        elif method == "Log.entryAdded":
            self.problems.append(told["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select.select([self._from], [], [], PATIENCE_S)[0], "the browser does not answer"
            part = os.read(self._from, 1 << 20)
            assert part, "the browser ended"
            self._rest += part
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _spawned(command: list[str]) -> tuple[int, int, int]:
    """Start a program that reads from descriptor 3 and writes to 4; return its id and our ends."""
    import fcntl  # noqa: PLC0415 - only POSIX has it

    pair = [*os.pipe(), *os.pipe()]
    # out of the way of 3 and 4
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in pair]
    for end in pair:
        os.close(end)
    theirs_in, to, ours_in, theirs_out = high
    actions = [
        *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)),
        (os.POSIX_SPAWN_DUP2, theirs_in, 3),
        (os.POSIX_SPAWN_DUP2, theirs_out, 4),
    ]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    os.close(theirs_in)
    os.close(theirs_out)
    return pid, to, ours_in
