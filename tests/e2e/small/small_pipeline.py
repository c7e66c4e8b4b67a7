"""Two small stages in a real KFP pipeline; the second takes its steps one by one and keeps what it did."""

from kfp import dsl


@dsl.component(base_image="python", install_kfp_package=False)
def first(profile: str, store: str, text: str) -> str:
    """Stage `first`."""
    import hat.stage

    hat.stage.STAGES["first"] = "small_stages.first"
    return hat.stage.run_stage("first", profile, store, {"text": text})


@dsl.component(base_image="python", install_kfp_package=False)
def second(profile: str, store: str, first: str) -> str:
    """Stage `second`."""
    import hat.stage

    hat.stage.STAGES["second"] = "small_stages.second"
    return hat.stage.run_stage("second", profile, store, {"first": first})


@dsl.pipeline(name="small")
def small(profile: str, store: str, text: str) -> None:
    """Both."""
    second(profile=profile, store=store, first=first(profile=profile, store=store, text=text).output)
