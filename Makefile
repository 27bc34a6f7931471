# Every target is one command of the developer's day; `make help` lists them.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
# Tests wait now and then, for browsers above all: one more than there are processors.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all fuzz coverage bench lighthouse trust check format lock vendor messages clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## everything that Scorekeeper needs into .venv; quick when nothing has changed

run: $(READY) ## the web application on this machine
	@$(BIN)/scorekeeper serve

test: $(READY) ## all tests, those in a real browser too
	@$(PYTHON) tools/requirements_met.py tests
	@$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal $(TESTS)

test-all: $(READY) ## every test on PostgreSQL too, which takes longer: once a night
	@$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal --engines=all $(TESTS)

fuzz: $(READY) ## many new random matches, forms and documents: once a night
	@SCOREKEEPER_FUZZ=1 $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal -m fuzz $(TESTS)

coverage: $(READY) ## which branches the tests take, room by room; fails below what each room has to have
	@$(BIN)/python tools/coverage_of_rooms.py $(TESTS)

bench: $(READY) ## what it costs: a hand, a page, a sheet, the start
	@$(BIN)/python -m benchmarks

lighthouse: $(READY) ## what Lighthouse says of the match page (fetched by npm; docs/lighthouse.md)
	@$(BIN)/python -m benchmarks.lighthouse

trust: $(READY) ## is anything ever lost? kills, crowds, loads and copies, with the figures in docs/trust.md
	@$(BIN)/python -m tools.trust

check: $(READY) ## style, format, types, directions of imports; of the scripts too
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.check_scripts

format: $(READY) ## put the code into its format, and mend what a machine can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(READY) ## choose newest versions of everything again (requirements/*.txt)
	@$(BIN)/python tools/lock.py

vendor: $(READY) ## fetch again what static/vendor and static/fonts hold of others' work
	@$(BIN)/python tools/vendor.py

messages: $(READY) ## bring the catalogues up to date with the texts in the code
	@$(BIN)/python tools/messages.py

clean: ## remove .venv and everything that tools leave behind
	rm -rf .venv tools/js/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Locked packages first, each checked against its hash; then the project itself, without asking the network.
$(READY): requirements/dev.txt pyproject.toml tools/requirements_met.py
	@"$(PYTHON)" tools/requirements_met.py setup
	@"$(PYTHON)" -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --requirement requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
