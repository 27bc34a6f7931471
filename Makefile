# Commands for development; `make help` lists them.
# The system’s Python first: distributions optimise it for speed, version managers mostly do not.
PYTHON ?= $(shell command -v /usr/bin/python3.11 || command -v python3.11 || command -v python3 || echo python3)
BIN := .venv/bin
INSTALL := "$(PYTHON)" -m tools.install
PORT ?= 8000
TIMES ?= 1
# One more than there are processors, because tests also wait, mostly for browsers.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
SPREAD = --numprocesses=$(WORKERS) --dist=worksteal
# Keep compiled modules: tests start many programs, and each would compile them again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup run dev test test-all fuzz slow coverage wheel deb deb-check bench lighthouse trust mutants check format lock vendor rules pictures game messages addresses image manual golden schema release clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## install and run the web application; PORT=8080 selects another port
	@$(INSTALL) run
	@exec $(BIN)/python -m scorekeeper serve --port $(PORT)

dev: setup ## run it for development: invented club, log-in by one tap, reload on change; this machine only
	@$(BIN)/python -m tools.dev $(PORT)

test: ## install what tests need and run all tests, including browser tests
	@$(INSTALL) tests
	@$(BIN)/python -m pytest $(SPREAD) $(TESTS)

test-all: setup ## run all tests on SQLite and PostgreSQL (nightly)
	@$(BIN)/python -m pytest $(SPREAD) --engines=all $(TESTS)

fuzz: setup ## test many new random matches, forms, documents and schedules (nightly); TIMES=20 tests 20 times as many
	@SCOREKEEPER_FUZZ=$(TIMES) $(BIN)/python -m pytest $(SPREAD) -m fuzz $(TESTS)

slow: setup ## run browser tests on a slow network, to find tests that depend on timing
	@SCOREKEEPER_SLOW=1 $(BIN)/python -m pytest $(SPREAD) -m browser $(TESTS)

coverage: setup ## measure branch coverage by package; fails below each package's minimum
	@$(BIN)/python tools/coverage_of_rooms.py $(SPREAD) $(TESTS)

setup: ## install all packages for development into .venv
	@$(INSTALL) develop

wheel: setup ## build the wheel in dist/, for uvx, pipx or pip, and its bill of materials (SBOM)
	@$(BIN)/python -m hatchling build --target wheel
	@$(BIN)/python -m tools.sbom
	@cd dist && sha256sum scorekeeper_web-*.whl

rules: setup ## build the rules without the application in dist/: a wheel and a JavaScript module (tools/rules_library/README.md)
	@$(BIN)/python -m tools.rules_library

deb: setup ## build the Debian package in dist/, for Debians with the Python of .venv
	@$(BIN)/python -m tools.deb

deb-check: deb ## install, run, update, remove and purge the Debian package in a new root (as root, with debootstrap)
	@$(BIN)/python -m tools.deb.check

bench: setup ## run all benchmarks: hands, pages, sheets, start
	@$(BIN)/python -m benchmarks

lighthouse: setup ## run Lighthouse on the match pages (docs/lighthouse.md)
	@$(BIN)/python -m benchmarks.lighthouse

trust: setup ## test durability under kills, load and attacks; writes docs/trust.md
	@$(BIN)/python -m tools.trust

mutants: setup ## change the code in small ways and see whether tests fail; writes docs/mutants.md (weekly)
	@$(BIN)/python -m tools.mutants $(ROOMS)

check: ## check style, format, types and imports, of JavaScript too
	@$(INSTALL) check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.check_scripts

format: setup ## format the code and fix what ruff can fix
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: setup ## lock the newest versions of all packages (requirements/*.txt)
	@$(BIN)/python tools/lock.py

vendor: setup ## download third-party files again (static/vendor, static/fonts)
	@$(BIN)/python -m tools.vendor
	@$(BIN)/python -m tools.screen_font

pictures: setup ## update the pictures of README and the guide
	@SCOREKEEPER_PICTURES=1 $(BIN)/python -m pytest -q $(addprefix tests/browser/test_,pictures.py photographs.py help.py)

game: ## write a minimal new game, listed and tested: make game NAME=bisca; as a package: … PACKAGE=../scorekeeper-bisca
	@"$(PYTHON)" -m tools.new_game "$(NAME)" $(if $(PACKAGE),"$(PACKAGE)")

messages: setup ## update the translation catalogues with the texts in the code
	@$(BIN)/python -m tools.messages

addresses: setup ## write the addresses of pyproject.toml into README and the manual page
	@$(BIN)/python -m tools.addresses

image: setup ## build the container image with Podman or Docker
	@$(BIN)/python -m tools.image

manual: setup ## write the manual page docs/scorekeeper.1 from the help of the commands
	@$(BIN)/python -m tools.manual

schema: setup ## write the JSON Schemas of documents (docs/schema) from the declarations of games and systems
	@$(BIN)/python -m tools.schemas

golden: setup ## save this version's exports in tests/golden (once per release)
	@$(BIN)/python -m tools.golden

release: setup ## check what a version needs before its tag, and print the command for the tag
	@$(BIN)/python -m pytest -q -m release tests/project/test_release.py tests/i18n
	@$(BIN)/python -c 'from scorekeeper import __version__ as v; print(f"git tag -a v{v} -m \"Scorekeeper {v}\" && git push origin v{v}")'

clean: ## remove .venv and all generated files
	rm -rf .venv tools/js/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
