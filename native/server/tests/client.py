"""A server process and what its clients do."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

PATIENCE_S = 60


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: Any

    @property
    def text(self) -> str:
        """The text of a completion."""
        return str(self.body["choices"][0]["text"])

    @property
    def error(self) -> str:
        """The message of an error."""
        return str(self.body["error"]["message"])


class Server:
    """A running server."""

    def __init__(self, program: Path, model: Path, *options: str) -> None:
        command = [str(program), str(model), "--port", "0", "--threads", "1", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("listening at http://127.0.0.1:"), line
        self.port = int(line.rpartition(":")[2])

    def stop(self) -> int:
        """End it as a service manager would; give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def request(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, data, headers or {})
        response = connection.getresponse()
        answer = Answer(response.status, json.loads(response.read()))
        connection.close()
        return answer

    def get(self, path: str) -> Answer:
        """GET a path."""
        return self.request("GET", path)

    def post(self, path: str, body: object) -> Answer:
        """POST a body to a path."""
        return self.request("POST", path, body)

    def complete(self, **fields: object) -> Answer:
        """Ask for a completion that does not end before its length."""
        return self.post("/v1/completions", {"ignore_eos": True, "seed": 1} | fields)

    def stream(self, path: str, body: dict[str, object]) -> list[Any]:
        """Give the events of a stream, which must end as it should."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("POST", path, json.dumps(body | {"stream": True}).encode())
        response = connection.getresponse()
        assert response.status == 200
        assert response.getheader("Content-Type") == "text/event-stream"
        events = response.read().decode().split("\n\n")
        connection.close()
        assert events[-2:] == ["data: [DONE]", ""]
        return [json.loads(event.removeprefix("data: ")) for event in events[:-2]]

    def raw(self, data: bytes, *, wait_s: float = PATIENCE_S) -> bytes:
        """Send bytes as they are and close that direction's use; give all that comes back."""
        with self.connect() as connection:
            connection.settimeout(wait_s)
            parts = []
            try:
                connection.sendall(data)
                while part := connection.recv(65536):
                    parts.append(part)
            except (ConnectionError, TimeoutError):
                pass
            return b"".join(parts)

    def connect(self) -> socket.socket:
        """Give a connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)

    def busy(self) -> int:
        """Give the number of slots at work."""
        return sum(slot["is_processing"] for slot in self.get("/slots").body)


def together(calls: Iterable[Callable[[], Answer]]) -> list[Answer]:
    """Make calls at the same time; give their answers in order."""
    answers: dict[int, Answer] = {}

    def make(place: int, call: Callable[[], Answer]) -> None:
        answers[place] = call()

    threads = [threading.Thread(target=make, args=row) for row in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[place] for place in range(len(threads))]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come about."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
