"""What clients do wrong, and how the server bears it."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from client import Server, until

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
GOOD = json.dumps({"prompt": "the", "max_tokens": 2, "seed": 1}).encode()


def message(body: bytes, head: bytes = HEAD) -> bytes:
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "expected a value"),
        (b"[]", "expected a JSON object"),
        (b'{"prompt": "a"', "expected '}'"),
        (b'{"prompt": "a", "prompt": "b"}', "a key that the object does not have yet"),
        (b"[" * 100_000, "at most 64 levels"),
        (b'{"prompt": "\xff"}', "expected UTF-8"),
        (b'{"prompt": 1e999}', "expected a number that fits"),
        (b"{}", "'prompt': expected"),
        (b'{"prompt": ""}', "at least one token"),
        (b'{"prompt": []}', "at least one token"),
        (b'{"prompt": ["a", "b"]}', "'prompt': expected a list of tokens"),
        (b'{"prompt": [1, 99999]}', "expected tokens from 0 to 271, got 99999"),
        (b'{"prompt": [-1]}', "'prompt': expected a list of tokens"),
        (b'{"prompt": "a", "max_tokens": 0}', "'max_tokens': expected a whole number from 1"),
        (b'{"prompt": "a", "max_tokens": 1.5}', "'max_tokens': expected a whole number"),
        (b'{"prompt": "a", "max_tokens": 256}', "the context holds 256"),
        (b'{"prompt": "a", "temperature": -1}', "'temperature': expected a number from 0 to 100"),
        (b'{"prompt": "a", "temperature": "hot"}', "'temperature': expected a number"),
        (b'{"prompt": "a", "top_p": 2}', "'top_p': expected a number from 0 to 1"),
        (b'{"prompt": "a", "stream": 1}', "'stream': expected true or false"),
        (b'{"prompt": "a", "stop": [""]}', "'stop': expected a text"),
        (b'{"prompt": "a", "n": 2}', "'n': expected 1, the only value that is supported"),
        (b'{"prompt": "a", "logprobs": 5}', "'logprobs': expected false"),
    ],
)
def test_refuses_bad_bodies(server: Server, body: bytes, said: str) -> None:
    answer = server.post("/v1/completions", body)

    assert answer.status == 400
    assert said in answer.error
    assert answer.body["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (None, "'messages': expected a list of messages"),
        ([], "'messages': expected a list of messages"),
        ([{"role": "user"}], "'content': expected a text"),
        ([{"role": "judge", "content": "a"}], "'role': expected system, user or assistant"),
        ([{"role": "user", "content": [{"type": "image"}]}], "'type': expected \"text\""),
    ],
)
def test_refuses_bad_chats(server: Server, messages: object, said: str) -> None:
    answer = server.post("/v1/chat/completions", {"messages": messages})

    assert answer.status == 400
    assert said in answer.error


def test_prompts_longer_than_the_context_are_refused(server: Server) -> None:
    answer = server.complete(prompt=[1] * 256)

    assert answer.status == 400
    assert "the prompt has 256 tokens; the context holds 256" in answer.error


def test_paths_and_methods(server: Server) -> None:
    assert server.get("/nowhere").status == 404
    assert server.get("/v1/completions").status == 405
    assert server.post("/health", {}).status == 405
    assert server.get("/health?verbose=1").status == 200


@pytest.mark.parametrize(
    ("request_bytes", "expected"),
    [
        (b"\x16\x03\x01 hello\n", 400),
        (b"GET\r\n\r\n", 400),
        (b"GET /health\r\n\r\n", 400),
        (b"GET health HTTP/1.1\r\n\r\n", 400),
        (b"GET /health HTTP/2.0\r\n\r\n", 505),
        (b"GET /health HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /health HTTP/1.1\r\nA : b\r\n\r\n", 400),
        (b"GET /health HTTP/1.1\r\nA: \x00\r\n\r\n", 400),
        (b"GET /health HTTP/1.1\nA: b\n\n", 400),
        (b"GET /health HTTP/1.1\r\nA: " + b"b" * 20_000 + b"\r\n\r\n", 431),
        (b"GET /health HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431),
        (HEAD + b"\r\n", 411),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400),
        (HEAD + b"Content-Length: 1e3\r\n\r\n", 400),
        (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400),
        (HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", 413),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        (b"GET /health HTTP/1.0\r\n\r\n", 200),
        (message(GOOD), 200),
    ],
)
def test_answers_what_is_no_http(server: Server, request_bytes: bytes, expected: int) -> None:
    assert status(server.raw(request_bytes)) == expected


def test_connections_are_used_again(server: Server) -> None:
    both = server.raw(message(GOOD, HEAD.replace(b"close", b"keep-alive")) + message(GOOD))

    assert both.count(b"HTTP/1.1 200 OK") == 2


def test_says_that_a_body_may_come(server: Server) -> None:
    answer = server.raw(message(GOOD, HEAD + b"Expect: 100-continue\r\n"))

    assert answer.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")


def test_bears_noise(server: Server) -> None:
    draw = random.Random(20)
    seen = set()
    for _ in range(150):
        data = bytearray(message(GOOD))
        for _ in range(draw.randint(1, 4)):
            place = draw.randrange(len(data))
            change = draw.randrange(3)
            if change == 0:
                data[place] = draw.randrange(256)
            elif change == 1:
                del data[place : place + draw.randrange(1, 20)]
            else:
                data[place:place] = data[: draw.randrange(1, 40)]
        answer = server.raw(bytes(data), wait_s=0.1)
        seen.add(status(answer) if answer else 0)

    assert {200, 400} <= seen
    assert seen <= {0, 200, 400, 404, 405, 408, 411, 413, 431, 501, 505}
    assert server.get("/health").status == 200
    until(lambda: server.busy() == 0)


def test_who_says_nothing_is_sent_away(start: Callable[..., Server]) -> None:
    server = start("--timeout", "1")

    assert server.raw(b"") == b""
    assert status(server.raw(b"GET /heal")) == 408


def test_who_leaves_is_not_waited_for(start: Callable[..., Server]) -> None:
    server = start("--slots", "1", "--context", "100000")
    for streams in (False, True):
        body = {"prompt": "a", "max_tokens": 90_000, "ignore_eos": True, "stream": streams}
        with server.connect() as connection:
            connection.sendall(message(json.dumps(body).encode()))
            until(lambda: server.busy() == 1)
        until(lambda: server.busy() == 0)

    assert server.complete(prompt="a", max_tokens=2).status == 200


def test_limits(start: Callable[..., Server]) -> None:
    server = start("--slots", "1", "--queue", "1", "--max-body", "200", "--context", "100000")
    assert server.post("/v1/completions", b" " * 201).status == 413
    long = {"prompt": "a", "max_tokens": 90_000, "ignore_eos": True}
    connections = [server.connect() for _ in range(2)]
    # the second one when the first has left the queue, which holds one
    for connection, wanted in zip(connections, (1, 2), strict=True):
        connection.sendall(message(json.dumps(long).encode()))
        until(lambda wanted=wanted: server.busy() + server.get("/health").body["waiting"] == wanted)
        until(lambda: server.busy() == 1)

    assert server.complete(prompt="a", max_tokens=1).status == 503
    for connection in connections:
        connection.close()
    until(lambda: server.complete(prompt="a", max_tokens=1).status == 200)


def test_too_many_connections_are_told(start: Callable[..., Server]) -> None:
    server = start("--connections", "2")
    kept = [server.connect() for _ in range(2)]

    assert status(server.raw(b"GET /health HTTP/1.1\r\n\r\n")) == 503
    for connection in kept:
        connection.close()
    until(lambda: status(server.raw(b"GET /health HTTP/1.0\r\n\r\n")) == 200)


def test_keys(start: Callable[..., Server]) -> None:
    server = start("--api-key", "secret")

    assert server.get("/health").status == 200
    assert server.get("/v1/models").status == 401
    for key, expected in (("Bearer secre", 401), ("Bearer secret", 200)):
        answer = server.request("GET", "/v1/models", headers={"Authorization": key})
        assert answer.status == expected


def test_ends_while_it_works(start: Callable[..., Server]) -> None:
    server = start("--context", "100000")
    with server.connect() as connection:
        body = {"prompt": "a", "max_tokens": 90_000, "ignore_eos": True}
        connection.sendall(message(json.dumps(body).encode()))
        until(lambda: server.busy() == 1)

        assert server.process.poll() is None
        server.process.terminate()
        assert server.process.wait(30) == 0
