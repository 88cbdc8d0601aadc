"""Embeddings."""

from __future__ import annotations

import base64
import math
import struct
from typing import TYPE_CHECKING, Any

import pytest
from client import Server, together

if TYPE_CHECKING:
    from collections.abc import Callable

PATH = "/v1/embeddings"
TEXT = "the one and the other"
WIDTH = 128


def rows(server: Server, **fields: object) -> list[list[float]]:
    """Give the vectors of an answer, in order."""
    answer = server.post(PATH, fields)
    assert answer.status == 200, answer.body
    assert [entry["index"] for entry in answer.body["data"]] == list(range(len(answer.body["data"])))
    return [entry["embedding"] for entry in answer.body["data"]]


def near(a: list[float], b: list[float]) -> bool:
    """Tell whether two vectors agree but for rounding."""
    return len(a) == len(b) and all(abs(x - y) < 1e-5 for x, y in zip(a, b, strict=True))


def test_a_text_becomes_a_vector_of_length_one(server: Server) -> None:
    answer = server.post(PATH, {"input": TEXT, "model": "any"})
    tokens = server.post("/tokenize", {"content": TEXT}).body["tokens"]

    assert answer.status == 200
    assert answer.body["object"] == "list"
    assert answer.body["model"] == "llama-dense"
    assert answer.body["usage"] == {"prompt_tokens": len(tokens), "total_tokens": len(tokens)}
    (entry,) = answer.body["data"]
    assert entry["object"] == "embedding"
    assert len(entry["embedding"]) == WIDTH
    assert math.hypot(*entry["embedding"]) == pytest.approx(1.0, abs=1e-5)
    assert near(rows(server, input=tokens)[0], entry["embedding"])


def test_several_texts_are_those_alone(server: Server) -> None:
    texts = [TEXT, "another", "the other and the one"]

    both = rows(server, input=texts)

    assert len(both) == 3
    assert all(near(rows(server, input=text)[0], row) for text, row in zip(texts, both, strict=True))
    assert not near(both[0], both[2])
    tokens = [server.post("/tokenize", {"content": text}).body["tokens"] for text in texts]
    assert all(near(a, b) for a, b in zip(rows(server, input=tokens), both, strict=True))


def test_pooling_may_be_chosen(server: Server) -> None:
    tokens = [5, 9, 17, 4]
    first, last = (rows(server, input=tokens, pooling=name)[0] for name in ("first", "last"))

    # No token sees those behind it.
    assert near(first, rows(server, input=tokens[:1], pooling="last")[0])
    assert near(first, rows(server, input=tokens, pooling="cls")[0])
    assert not near(last, rows(server, input=tokens)[0])
    assert not near(last, first)


def test_base64_holds_the_same_numbers(server: Server) -> None:
    (text,) = rows(server, input=TEXT, encoding_format="base64")

    found = list(struct.unpack(f"<{WIDTH}f", base64.b64decode(str(text), validate=True)))

    assert near(found, rows(server, input=TEXT)[0])


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({}, "input"),
        ({"input": []}, "input"),
        ({"input": [TEXT, []]}, "input"),
        ({"input": [[1], True]}, "input"),
        ({"input": [1, -1]}, "input"),
        ({"input": [100000]}, "input"),
        ({"input": list(range(100)) * 3}, "input"),
        ({"input": [[1]] * 2049}, "input"),
        ({"input": TEXT, "pooling": "best"}, "pooling"),
        ({"input": TEXT, "dimensions": 12}, "dimensions"),
        ({"input": TEXT, "encoding_format": "int8"}, "encoding_format"),
    ],
)
def test_what_cannot_be_is_refused(server: Server, fields: dict[str, Any], name: str) -> None:
    answer = server.post(PATH, fields)

    assert answer.status == 400
    assert f"'{name}'" in answer.error


def test_a_get_is_refused(server: Server) -> None:
    assert server.get(PATH).status == 405


def test_completions_go_on_meanwhile(server: Server) -> None:
    alone = server.complete(prompt=TEXT, max_tokens=40).text
    vector = rows(server, input=TEXT)[0]

    answers = together(
        [
            lambda: server.complete(prompt=TEXT, max_tokens=40),
            lambda: server.post(PATH, {"input": [TEXT] * 12}),
            lambda: server.complete(prompt=TEXT, max_tokens=40),
            lambda: server.post(PATH, {"input": [TEXT] * 3}),
        ]
    )

    assert [answer.status for answer in answers] == [200] * 4
    assert answers[0].text == answers[2].text == alone
    for answer in (answers[1], answers[3]):
        assert all(near(entry["embedding"], vector) for entry in answer.body["data"])


def test_a_completion_makes_room(start: Callable[..., Server]) -> None:
    server = start("--slots", "2", "--context", "64")
    long = [3 + i % 90 for i in range(64)]
    vector = rows(server, input=long)[0]
    alone = server.complete(prompt=TEXT, max_tokens=30).text

    answers = together(
        [
            lambda: server.complete(prompt=TEXT, max_tokens=30),
            lambda: server.post(PATH, {"input": [long] * 4}),
        ]
    )

    assert answers[0].text == alone
    assert all(near(entry["embedding"], vector) for entry in answers[1].body["data"])
