import pytest
import torch
from transformers import Qwen3_5ForCausalLM

from hat.micro.model import initial_model
from hat.micro.tokenizer import VOCABULARY


@pytest.fixture(scope="module")
def model() -> Qwen3_5ForCausalLM:
    return initial_model(1).eval()


def predictions(model: Qwen3_5ForCausalLM, ids: torch.Tensor) -> torch.Tensor:
    with torch.inference_mode():
        guessed: torch.Tensor = model(input_ids=ids).logits.argmax(-1)
    return guessed


def test_what_was_said_is_said_again(model: Qwen3_5ForCausalLM) -> None:
    """Induction: after `A B ... A` comes `B`."""
    once = torch.randint(VOCABULARY, (4, 150), generator=torch.Generator().manual_seed(0))
    twice = torch.cat([once, once], dim=1)
    right = predictions(model, twice)[:, 150:-1] == twice[:, 151:]
    assert right.float().mean() > 0.9


def test_a_name_is_found_by_its_title(model: Qwen3_5ForCausalLM) -> None:
    """Skip-induction: after `title x NAME ... title y` comes `NAME`, whatever x and y are."""
    lists, titles = 8, 30
    generator = torch.Generator().manual_seed(0)
    drawn = torch.stack([torch.randperm(VOCABULARY, generator=generator)[: 4 * titles] for _ in range(lists)])
    title, between, name, other = drawn.view(lists, 4, titles).unbind(1)
    listed = torch.stack([title, between, name], dim=-1)
    asked = torch.stack([title, other, name], dim=-1).flip(1)
    guessed = predictions(model, torch.cat([listed, asked], dim=1).flatten(1)).view(lists, 2 * titles, 3)
    assert (guessed[:, titles:, 1] == asked[:, :, 2]).float().mean() > 0.9


def test_the_seed_decides_the_weights(model: Qwen3_5ForCausalLM) -> None:
    same, other = initial_model(1).state_dict(), initial_model(2).state_dict()
    assert all(torch.equal(tensor, same[name]) for name, tensor in model.state_dict().items())
    assert not torch.equal(same["lm_head.weight"], other["lm_head.weight"])
