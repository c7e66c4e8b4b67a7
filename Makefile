# HAT on one machine. `make help` lists the targets; each sets up .venv first where that is needed.

PYTHON ?= python3
PROFILE ?= micro
OUT ?= runs/$(PROFILE)
HARNESS ?= harness_repo
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.DEFAULT_GOAL := help
.PHONY: help setup run ui test test-slow lint types bench-hsa bench-check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

setup: $(READY) ## make the environment (the other targets do this by themselves)

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" bash tools/setup.sh
	@touch $@

run: $(READY) ## train, evaluate, gate, A/B and promote (PROFILE=micro OUT=runs/micro HARNESS=harness_repo)
	@$(BIN)/hat run --profile $(PROFILE) --out $(OUT) --harness $(HARNESS)

ui: $(READY) ## open MLflow on the run's store
	@$(BIN)/hat ui --out $(OUT)

test: $(READY) ## run the tests on all cores
	$(BIN)/pytest -n auto

test-slow: $(READY) ## run the tests that take minutes
	$(BIN)/pytest -n auto -m slow

lint: $(READY) ## check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## check types
	$(BIN)/mypy

bench-hsa: $(READY) ## time augmentation beside nlpaug
	@$(BIN)/python -m pip install -qq --constraint constraints.txt --editable '.[bench]'
	@$(BIN)/python -m benchmarks.hsa

bench-check: $(READY) ## time `hat harness check` against reading the files
	@$(BIN)/python -m benchmarks.harness_check

clean: ## remove the environment and the caches; runs stay
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
