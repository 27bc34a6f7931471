# Every target is one command of the developer's day; `make help` lists them.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
BIN := .venv/bin
INSTALL := "$(PYTHON)" -m tools.install
PORT ?= 8000
# Tests wait now and then, for browsers above all: two more than there are processors.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
SPREAD = --numprocesses=$(WORKERS) --dist=worksteal
# Modules are compiled once: tests start many programs, and each would compile them all again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all fuzz slow coverage wheel bench lighthouse trust check format lock vendor pictures game messages golden clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## the web application on this machine, with what it needs; PORT=8080 for another port
	@$(INSTALL) run
	@exec $(BIN)/python -m scorekeeper serve --port $(PORT)

test: ## all tests, those in a real browser too, with what they need
	@$(INSTALL) tests
	@$(BIN)/python -m pytest $(SPREAD) $(TESTS)

test-all: setup ## every test on PostgreSQL too, which takes longer: once a night
	@$(BIN)/python -m pytest $(SPREAD) --engines=all $(TESTS)

fuzz: setup ## many new random matches, forms and documents: once a night
	@SCOREKEEPER_FUZZ=1 $(BIN)/python -m pytest $(SPREAD) -m fuzz $(TESTS)

slow: setup ## the tests in a browser on a slow network: finds those that pass by chance
	@SCOREKEEPER_SLOW=1 $(BIN)/python -m pytest $(SPREAD) -m browser $(TESTS)

coverage: setup ## which branches the tests take, room by room; fails below what each room has to have
	@$(BIN)/python tools/coverage_of_rooms.py $(SPREAD) $(TESTS)

setup: ## all packages for working on Scorekeeper into .venv
	@$(INSTALL) develop

wheel: setup ## the program as one file in dist/, for uvx, pipx or pip, and the list of what is in it
	@$(BIN)/python -m hatchling build --target wheel
	@$(BIN)/python -m tools.sbom

bench: setup ## what it costs: a hand, a page, a sheet, the start
	@$(BIN)/python -m benchmarks

lighthouse: setup ## what Lighthouse says of the match page (fetched by npm; docs/lighthouse.md)
	@$(BIN)/python -m benchmarks.lighthouse

trust: setup ## is anything ever lost? kills, crowds, loads and copies, with the figures in docs/trust.md
	@$(BIN)/python -m tools.trust

check: ## style, format, types, directions of imports; of the scripts too
	@$(INSTALL) check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.check_scripts

format: setup ## put the code into its format, and mend what a machine can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: setup ## choose newest versions of everything again (requirements/*.txt)
	@$(BIN)/python tools/lock.py

vendor: setup ## fetch again what static/vendor and static/fonts hold of others' work
	@$(BIN)/python -m tools.vendor
	@$(BIN)/python -m tools.screen_font

pictures: setup ## take the pictures of README and docs anew, of the app as it is
	@SCOREKEEPER_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_pictures.py

game: ## a new game of the fewest files, listed and tested: make game NAME=bisca
	@"$(PYTHON)" -m tools.new_game "$(NAME)"

messages: setup ## bring the catalogues up to date with the texts in the code
	@$(BIN)/python tools/messages.py

golden: setup ## what this version exports, kept in tests/golden for later versions to read (once a release)
	@$(BIN)/python -m tools.golden

clean: ## remove .venv and everything that tools leave behind
	rm -rf .venv tools/js/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
