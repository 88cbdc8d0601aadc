"""Logits, or embeddings of an encoder, that llama.cpp computes, through the package llama-cpp-python.

python tests/native/peer_logits.py logits|embeddings MODEL OUT.npy TOKEN…

A program of its own, as llama.cpp ends the process where it does not like a model.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

F32 = 0  # as ggml numbers types
FLASH_ATTENTION = {False: 0, True: 1}
# Without flash attention llama.cpp ignores which blocks these choose, and says so.
NEED_FLASH_ATTENTION = ("minimax-m3",)
NO_POOLING = 0


class RefusedError(RuntimeError):
    """llama.cpp did not do it; it said why on standard error."""


def rows(what: str, model: Path, tokens: Sequence[int]) -> NDArray[Any]:
    """Compute what is asked for, of all tokens as one batch in a fresh context."""
    peer: Any = importlib.import_module("llama_cpp")
    peer.llama_backend_init()
    loaded = peer.llama_model_load_from_file(str(model).encode(), peer.llama_model_default_params())
    if not loaded:
        raise RefusedError("not loaded")
    options = peer.llama_context_default_params()
    options.n_ctx = options.n_batch = options.n_ubatch = max(64, len(tokens))
    if what == "embeddings":
        options.embeddings, options.pooling_type = True, NO_POOLING
    options.n_threads = options.n_threads_batch = 2
    options.type_k = options.type_v = F32
    options.flash_attn_type = FLASH_ATTENTION[model.stem.startswith(NEED_FLASH_ATTENTION)]
    context = peer.llama_init_from_model(loaded, options)
    if not context:
        raise RefusedError("no context")
    if peer.llama_decode(context, _batch(peer, tokens)) != 0:
        raise RefusedError("not decoded")
    if what == "embeddings":
        row, width = peer.llama_get_embeddings_ith, peer.llama_model_n_embd(loaded)
    else:
        row = peer.llama_get_logits_ith
        width = peer.llama_vocab_n_tokens(peer.llama_model_get_vocab(loaded))
    all_rows = (np.ctypeslib.as_array(row(context, i), (width,)) for i in range(len(tokens)))
    return np.stack([one.copy() for one in all_rows])


def _batch(peer: Any, tokens: Sequence[int]) -> Any:
    batch = peer.llama_batch_init(len(tokens), 0, 1)
    batch.n_tokens = len(tokens)
    for i, token in enumerate(tokens):
        batch.token[i] = token
        batch.pos[i] = i
        batch.n_seq_id[i] = 1
        batch.seq_id[i][0] = 0
        batch.logits[i] = 1
    return batch


def main(words: Sequence[str]) -> int:
    """Write what was computed."""
    what, model, out, *tokens = words
    try:
        np.save(Path(out), rows(what, Path(model), [int(token) for token in tokens]))
    except RefusedError as problem:
        sys.stderr.write(f"refused: {problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
