"""Texts become the tokens that the packages tokenizers and sentencepiece give, and texts again.

The vocabularies and the expected tokens in native/tests/tokenizer/ were made with those packages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import gguf
import pytest

from tests.native import gguf_models
from tests.native.tern import PARITY, SOURCE, Tern

if TYPE_CHECKING:
    from pathlib import Path

DATA = SOURCE / "tests" / "tokenizer"


def load(name: str) -> dict[str, Any]:
    """Read a file of vocabulary and cases."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def write_byte_pairs(path: Path, rules: str, **flags: bool) -> None:
    """Write a file with nothing but a byte-pair vocabulary."""
    vocabulary = load("bpe.json")
    writer = gguf.GGUFWriter(path, "none")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(rules)
    writer.add_token_list(vocabulary["tokens"])
    writer.add_token_types([3] + [1] * (len(vocabulary["tokens"]) - 1))
    writer.add_token_merges(vocabulary["merges"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(0)
    writer.add_add_bos_token(flags.get("begin", False))
    gguf_models.finish(writer)


def write_pieces(path: Path, *, begin: bool) -> None:
    """Write a file with nothing but a SentencePiece vocabulary."""
    vocabulary = load("sentencepiece.json")
    writer = gguf.GGUFWriter(path, "none")
    writer.add_tokenizer_model("llama")
    writer.add_token_list(vocabulary["tokens"])
    writer.add_token_scores(vocabulary["scores"])
    writer.add_token_types(vocabulary["types"])
    writer.add_bos_token_id(vocabulary["bos"])
    writer.add_eos_token_id(vocabulary["eos"])
    writer.add_unk_token_id(vocabulary["unk"])
    writer.add_add_bos_token(begin)
    gguf_models.finish(writer)


def encode(native: Tern, model: Path, text: str) -> list[int]:
    """Let tern-tokenize encode a text."""
    printed = native.run("tern-tokenize", model, "--text", text).strip()
    return [int(token) for token in printed.split(",")] if printed else []


def decode(native: Tern, model: Path, tokens: list[int]) -> str:
    """Let tern-tokenize decode tokens."""
    return native.run("tern-tokenize", model, "--tokens", ",".join(map(str, tokens)))


@pytest.mark.parametrize("rules", ["gpt-2", "llama-bpe", "qwen2"])
def test_byte_pairs_are_joined_alike(native: Tern, tmp_path: Path, rules: str) -> None:
    path = tmp_path / "model.gguf"
    write_byte_pairs(path, rules)
    cases = load("bpe.json")["cases"][rules]

    wrong = [text for text, tokens in cases if encode(native, path, text) != tokens]

    assert wrong == []
    assert len(cases) > 80


def test_pieces_are_joined_alike(native: Tern, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    write_pieces(path, begin=False)
    cases = load("sentencepiece.json")["cases"]

    wrong = [text for text, tokens in cases if encode(native, path, text) != tokens]

    assert wrong == []
    assert len(cases) > 80


@pytest.mark.parametrize("name", ["bpe", "sentencepiece"])
def test_texts_come_back(native: Tern, tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.gguf"
    if name == "bpe":
        write_byte_pairs(path, "qwen2")
    else:
        write_pieces(path, begin=True)
    for text in ("Hello, world", " a  b ", "Größe 日本語 😀", "x='re' \t end"):
        assert decode(native, path, encode(native, path, text)) == text


def test_the_beginning_token_comes_where_the_file_asks_for_it(native: Tern, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    write_pieces(path, begin=True)
    assert encode(native, path, "")[:1] == [load("sentencepiece.json")["bos"]]
    write_byte_pairs(path, "gpt-2", begin=True)
    assert encode(native, path, "a")[0] == 0


def test_unknown_kinds_are_errors_that_name_the_key(native: Tern, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    write_byte_pairs(path, "unheard-of")
    done = native.attempt("tern-tokenize", path, "--text", "a")
    assert done.returncode == 3
    expected = "'tokenizer.ggml.pre': expected one of gpt-2, llama-bpe, qwen2, got 'unheard-of'"
    assert expected in done.stderr


def test_run_continues_text(native: Tern, tmp_path: Path) -> None:
    description = json.loads((PARITY / "llama-dense.json").read_text(encoding="utf-8"))
    tokens = load("bpe.json")["tokens"]
    known = description["kv"]
    for key in ("token_type", "scores", "merges", "pre"):
        known.pop(f"tokenizer.ggml.{key}", None)
    size = known["llama.vocab_size"]["value"]
    known["tokenizer.ggml.model"]["value"] = "gpt2"
    known["tokenizer.ggml.tokens"]["value"] = tokens[1 : size + 1]
    known["tokenizer.ggml.merges"] = {"type": ["ARRAY", "STRING"], "value": ["t h"]}
    (tmp_path / "model.json").write_text(json.dumps(description), encoding="utf-8")
    path = tmp_path / "model.gguf"
    gguf_models.write_model(tmp_path / "model.json", path)

    ids = encode(native, path, "abc")
    text = native.run("tern-run", path, "--prompt", "abc", "--count", "5")
    listed = native.run("tern-run", path, "--tokens", ",".join(map(str, ids)), "--count", "5")

    assert len(ids) == 3
    assert text == decode(native, path, [int(token) for token in listed.split()]) + "\n"
