"""Model clients that are no models: one that knows everything, and one that lies."""

from collections.abc import Sequence

from hat.agent.chat import parse
from hat.agent.client import Prompt
from hat.agent.trajectory import Turn
from hat.errors import InfrastructureError
from hat.evals.suite import EpisodeCase
from hat.micro.instructions import Instruction
from hat.room.expert import Expert


class KnowsAll:
    """The room's expert, on the cases of a suite."""

    def __init__(self, cases: Sequence[EpisodeCase]) -> None:
        self.cases = {case.request.id: case for case in cases}

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn]:
        return [self._turn(prompt) for prompt in prompts]

    def _turn(self, prompt: Prompt) -> Turn:
        case = self.cases[prompt.request_id]
        return Turn((), (), *parse(Expert(prompt.state, case.request, case.skills).turn(prompt.steps)))


class Says:
    """Says the same to everyone, whatever the harness."""

    def __init__(self, text: str) -> None:
        self.text = text

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn]:
        return [Turn((), (), *parse(self.text)) for _ in prompts]


class Answers:
    """Knows the right answer to every instruction."""

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        self.answers = {each.prompt: each.answer for each in instructions}

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn]:
        return [Turn((), (), "", self.answers[prompt.messages[-1]["content"]], ()) for prompt in prompts]


class IsDown:
    """An endpoint that is out of order for every third prompt."""

    def __init__(self, inner: KnowsAll) -> None:
        self.inner = inner

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        turns: list[Turn | InfrastructureError] = list(self.inner.generate(prompts))
        turns[::3] = [InfrastructureError("endpoint-down", "no route")] * len(turns[::3])
        return turns
