"""Loads a model folder as the subject of an evaluation."""

from __future__ import annotations

from pathlib import Path

from hat.agent.chat import Chat
from hat.evals.suite import Subject


def load_subject(path: Path, max_new_tokens: int) -> Subject:
    """The model and tokenizer in a folder, answering greedily in this process."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from hat.agent.inprocess import InProcessClient

    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForCausalLM.from_pretrained(path).eval()
    client = InProcessClient(model, tokenizer, temperature=0.0, seed=0, max_new_tokens=max_new_tokens)
    return Subject(client, Chat(tokenizer))
