import random
from collections.abc import Sequence

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import PreTrainedTokenizerFast, Qwen3_5ForCausalLM

from hat.agent.chat import Chat
from hat.agent.client import Prompt
from hat.agent.inprocess import InProcessClient
from hat.agent.sampling import Draws, pick
from hat.harness.state import HarnessState

TOKENS = 24


def prompts_of(state: HarnessState, end: int, stop: tuple[str, ...] = ()) -> list[Prompt]:
    """Prompts of many lengths behind three prefixes, some of them equal; one has no prefix."""
    rng = random.Random(0)
    prefixes = [[*rng.choices(range(256), k=n), end] for n in (40, 7, 90)]
    tails = [rng.choices(range(256), k=rng.randint(1, 30)) for _ in range(9)]
    ids = [tuple(prefixes[i % 3] + tail) for i, tail in enumerate(tails)] + [tuple(tails[0])]
    return [Prompt(f"r{i}", state, (), (), ids=row, stop=stop) for i, row in enumerate([*ids, ids[0]])]


def generated(model: Qwen3_5ForCausalLM, ids: Sequence[int], end: int) -> list[int]:
    asked = torch.tensor([ids])
    made = model.generate(
        asked,
        attention_mask=torch.ones_like(asked),
        max_new_tokens=TOKENS,
        do_sample=False,
        eos_token_id=end,
        pad_token_id=end,
    )
    tokens: list[int] = made[0, len(ids) :].tolist()
    return tokens


@torch.inference_mode()
def recomputed(model: Qwen3_5ForCausalLM, prompt: Sequence[int], made: Sequence[int]) -> torch.Tensor:
    logprobs = model(torch.tensor([[*prompt, *made]])).logits[0].log_softmax(-1)
    return logprobs[len(prompt) - 1 : -1].gather(-1, torch.tensor(made)[:, None])[:, 0]


def test_greedy_turns_equal_those_of_transformers(
    model: Qwen3_5ForCausalLM, tokenizer: PreTrainedTokenizerFast, state: HarnessState, chat: Chat
) -> None:
    client, prompts = InProcessClient(model, tokenizer, max_new_tokens=TOKENS), prompts_of(state, chat.end)
    for _ in range(2):  # the second time the prefixes are known
        for prompt, turn in zip(prompts, client.generate(prompts), strict=True):
            assert list(turn.ids) == generated(model, prompt.ids, chat.end)
    assert model.config._attn_implementation == "sdpa"


@pytest.mark.parametrize(("temperature", "top_p"), [(0.0, 1.0), (1.0, 1.0), (0.7, 0.8)])
def test_logprobs_are_those_of_a_full_pass(
    model: Qwen3_5ForCausalLM,
    tokenizer: PreTrainedTokenizerFast,
    state: HarnessState,
    chat: Chat,
    temperature: float,
    top_p: float,
) -> None:
    client = InProcessClient(model, tokenizer, temperature, top_p, seed=1, max_new_tokens=TOKENS)
    prompts = prompts_of(state, chat.end)
    for prompt, turn in zip(prompts, client.generate(prompts), strict=True):
        expected = recomputed(model, prompt.ids, turn.ids)
        assert torch.allclose(torch.tensor(turn.logprobs), expected, atol=1e-4)


def test_a_turn_does_not_depend_on_its_batch(
    model: Qwen3_5ForCausalLM, tokenizer: PreTrainedTokenizerFast, state: HarnessState, chat: Chat
) -> None:
    prompts = prompts_of(state, chat.end)
    together, alone = (InProcessClient(model, tokenizer, 1.0, seed=5, max_new_tokens=TOKENS) for _ in range(2))
    turns = together.generate(prompts)
    assert [turn.ids for turn in turns] == [alone.generate([prompt])[0].ids for prompt in prompts]
    assert prompts[0].ids == prompts[-1].ids
    assert turns[0].ids != turns[-1].ids


def test_turns_end_at_the_marker_the_limit_the_stop_string_and_the_context(
    model: Qwen3_5ForCausalLM, tokenizer: PreTrainedTokenizerFast, state: HarnessState, chat: Chat
) -> None:
    client = InProcessClient(model, tokenizer, 1.0, max_new_tokens=300)
    turns = client.generate(prompts_of(state, chat.end))
    assert len({len(turn.ids) for turn in turns}) > 5
    assert all(turn.ids[-1] == chat.end or len(turn.ids) == 300 for turn in turns)
    assert all(chat.end not in turn.ids[:-1] for turn in turns)
    stopped = InProcessClient(model, tokenizer, 1.0).generate(prompts_of(state, chat.end, stop=("e", "t")))
    assert any(tokenizer.decode(turn.ids[-1]) in "et" for turn in stopped)
    assert all(not set("et") & set(tokenizer.decode(turn.ids[:-1])) for turn in stopped)
    context = model.config.max_position_embeddings
    full, nearly = client.generate([Prompt("r", state, (), (), ids=(1,) * n) for n in (context, context - 2)])
    assert full.ids == ()
    assert 1 <= len(nearly.ids) <= 2


def test_a_new_client_sees_new_weights(
    model: Qwen3_5ForCausalLM, tokenizer: PreTrainedTokenizerFast, state: HarnessState, chat: Chat
) -> None:
    prompt = prompts_of(state, chat.end)[0]
    before = InProcessClient(model, tokenizer, max_new_tokens=TOKENS).generate([prompt])[0]
    weight = model.model.embed_tokens.weight
    with torch.no_grad():
        weight.mul_(-1)
        after = InProcessClient(model, tokenizer, max_new_tokens=TOKENS).generate([prompt])[0]
        assert list(after.ids) == generated(model, prompt.ids, chat.end)
        weight.mul_(-1)
    assert before.ids != after.ids


@given(seed=st.integers(0, 10_000), top_p=st.floats(0.05, 1.0), temperature=st.floats(0.2, 2.0))
def test_picks_come_from_the_smallest_set_that_holds_top_p(seed: int, top_p: float, temperature: float) -> None:
    logits = torch.randn(4, 12, generator=torch.Generator().manual_seed(seed))
    tokens, logprobs = pick(logits, temperature, top_p, [random.Random(i) for i in range(4)])
    shares = (logits / temperature).softmax(-1)
    for row, token in enumerate(tokens.tolist()):
        likelier = shares[row][shares[row] > shares[row, token]].sum()
        assert likelier < top_p + 1e-5
    assert torch.allclose(logprobs, logits.log_softmax(-1)[torch.arange(4), tokens], atol=1e-6)


def test_picks_follow_the_probabilities() -> None:
    logits = torch.tensor([[0.5, 0.3, 0.2]]).log().expand(6000, 3)
    draws = Draws(0)
    tokens, _ = pick(logits, 1.0, 1.0, [draws.row([1]) for _ in range(6000)])
    assert torch.allclose(tokens.bincount(minlength=3) / 6000, torch.tensor([0.5, 0.3, 0.2]), atol=0.03)
