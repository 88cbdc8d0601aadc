"""Completions and chats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from client import Answer, Server, together, until

if TYPE_CHECKING:
    from collections.abc import Callable

PROMPT = "the one and the other"


def test_says_that_it_is_there(server: Server) -> None:
    assert server.get("/health") == Answer(200, {"status": "ok", "waiting": 0})
    (model,) = server.get("/v1/models").body["data"]
    assert model["id"] == "llama-dense"
    assert model["context_length"] == 256


def test_completes(server: Server) -> None:
    answer = server.complete(prompt=PROMPT, max_tokens=12)

    tokens = server.post("/tokenize", {"content": PROMPT}).body["tokens"]
    assert answer.status == 200
    assert answer.body["object"] == "text_completion"
    assert answer.body["choices"][0]["finish_reason"] == "length"
    assert answer.body["usage"] == {
        "prompt_tokens": len(tokens),
        "completion_tokens": 12,
        "total_tokens": len(tokens) + 12,
    }
    assert server.complete(prompt=tokens, max_tokens=12).text == answer.text
    assert server.complete(prompt=[PROMPT], max_tokens=12).text == answer.text


def test_tokens_are_those_of_the_text(server: Server) -> None:
    tokens = server.post("/tokenize", {"content": "größer"}).body["tokens"]

    assert len(tokens) > 4
    assert server.post("/detokenize", {"tokens": tokens}).body["content"] == "größer"


def test_a_seed_gives_the_same_text_again(server: Server) -> None:
    texts = [
        server.complete(prompt=PROMPT, max_tokens=24, seed=seed, temperature=1.5).text
        for seed in (7, 7, 8)
    ]

    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_a_stream_is_the_same_text_in_parts(server: Server) -> None:
    body: dict[str, object] = {"prompt": PROMPT, "max_tokens": 24, "seed": 3, "ignore_eos": True}
    whole = server.post("/v1/completions", body)
    events = server.stream("/v1/completions", body | {"stream_options": {"include_usage": True}})

    texts = [event["choices"][0]["text"] for event in events if event["choices"]]
    assert "".join(texts) == whole.text
    assert len(texts) > 5
    assert events[-2]["choices"][0]["finish_reason"] == "length"
    assert events[-1]["usage"] == whole.body["usage"]


def test_chats(server: Server) -> None:
    messages = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": PROMPT}]},
    ]
    body: dict[str, object] = {"messages": messages, "max_tokens": 8, "seed": 3, "temperature": 0}
    whole = server.post("/v1/chat/completions", body).body
    events = server.stream("/v1/chat/completions", body)

    assert whole["object"] == "chat.completion"
    assert whole["choices"][0]["message"]["role"] == "assistant"
    assert events[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    parts = [event["choices"][0]["delta"].get("content", "") for event in events]
    assert "".join(parts) == whole["choices"][0]["message"]["content"]
    prompt = server.post(
        "/tokenize", {"content": f"system: be brief\nuser: {PROMPT}\nassistant:"}
    ).body["tokens"]
    assert whole["usage"]["prompt_tokens"] == len(prompt)


def test_stops_before_a_stop_text(server: Server) -> None:
    fields = {"prompt": PROMPT, "max_tokens": 64, "temperature": 0}
    text = server.complete(**fields).text
    # One whose bytes are whole characters: others are shown as U+FFFD.
    found = [row for row in re.finditer(r"[!-~]{2}", text) if text.find(row[0]) == row.start() > 4]
    place, stop = found[0].start(), found[0][0]

    stopped = server.complete(**fields, stop=["never", stop])

    assert stopped.text == text[:place]
    assert stopped.body["choices"][0]["finish_reason"] == "stop"
    assert stopped.body["usage"]["completion_tokens"] < 64


def test_texts_do_not_depend_on_others(server: Server) -> None:
    prompts = [f"{PROMPT} {number}" for number in range(6)]

    def ask(prompt: str) -> Callable[[], Answer]:
        return lambda: server.complete(prompt=prompt, max_tokens=16, temperature=0)

    alone = [ask(prompt)() for prompt in prompts]
    overlapping = together(ask(prompt) for prompt in prompts)

    assert [answer.text for answer in overlapping] == [answer.text for answer in alone]


@pytest.mark.parametrize(
    "lengths", [(80, 40, 80, 80), (70, 70, 70, 70), (90, 90, 40, 90), (200, 200, 200, 200)]
)
def test_requests_share_the_pool(server: Server, lengths: tuple[int, ...]) -> None:
    def ask(length: int) -> Callable[[], Answer]:
        return lambda: server.complete(prompt="A", max_tokens=length, temperature=0)

    answers = together(ask(length) for length in lengths)

    # Each fits alone. Where they overlap and the pool is full, one may be given up, but must say so.
    for answer, length in zip(answers, lengths, strict=True):
        if answer.status == 200:
            assert answer.body["usage"]["completion_tokens"] == length
        else:
            assert answer.status == 500
            assert "context size has been exceeded" in answer.error.lower()
    assert any(answer.status == 200 for answer in answers)
    until(lambda: server.busy() == 0)


def test_who_waits_is_served_in_the_end(start: Callable[..., Server]) -> None:
    server = start("--slots", "1", "--context", "256")
    answers = together(
        [lambda: server.complete(prompt="A", max_tokens=40, temperature=0)] * 5
    )

    assert [answer.status for answer in answers] == [200] * 5
    assert len({answer.text for answer in answers}) == 1
