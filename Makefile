# `make site` builds and checks the sample site and the documentation, `make serve` and `make serve-docs` serve
# them, `make test` runs every check. Each sets up what it needs in .venv first.

PYTHON ?= python3
# How many processes run tests; those that wait for browsers and servers half of the time are more.
JOBS ?= 2
WAITING ?= 4
# Tools of npm are installed, and linters run, while pip or a single test keeps only one core busy.
MAKEFLAGS += --jobs=2
# Tests start many processes, which take three times as long if each compiles the code.
export PYTHONDONTWRITEBYTECODE :=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# The versions of all tools, with hashes. `make test LOCKED=` takes the newest of everything instead.
LOCKED ?= requirements/dev.txt
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: site serve serve-docs test lint types layers scripts assets check browser messages findings changes pictures evidence bench fuzz lock clean

site: $(READY)
	$(BIN)/mkdocs build --strict --config-file sample_site/mkdocs.yml --site-dir $(CURDIR)/site/sample
	$(BIN)/mkdocs build --strict --site-dir $(CURDIR)/site/docs
	@echo "The sample site is in site/sample/, the documentation in site/docs/."

serve: $(READY)
	$(BIN)/mkdocs serve --config-file sample_site/mkdocs.yml

serve-docs: $(READY)
	$(BIN)/mkdocs serve --dev-addr localhost:8001

test: lint types layers scripts check site
	@echo "All checks passed."

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

# Scripts and style sheets of the themes: types, lint, unit tests, and whether the built files are up to date.
scripts:
	@sh .ci/scripts

# Builds these files, which are in the repository, so that users need no npm.
assets:
	@sh .ci/scripts build

MEASURED := COVERAGE=$(CURDIR)/build/coverage PYTEST_PLUGINS=measured PYTHONPATH=$(CURDIR)/tests
ENGINE_TESTS := tests/cli tests/conformance tests/engine tests/render
PLUGIN_TESTS := tests/mkdocs_yschema

# The tests of engine and plugin run against the built wheels, beside nothing but what these declare. Tests of the last
# group share sites and pages.
check: $(READY) build/wheels browser
	rm -rf build/coverage
	mkdir -p build/coverage
	$(MEASURED) build/yschema/bin/pytest -n $(JOBS) --dist worksteal -m "not other_tools" $(ENGINE_TESTS)
	$(MEASURED) build/mkdocs-yschema/bin/pytest -n $(WAITING) --dist worksteal -m "not other_tools" $(PLUGIN_TESTS)
	$(MEASURED) $(BIN)/pytest -n $(JOBS) --dist worksteal -m other_tools $(ENGINE_TESTS) $(PLUGIN_TESTS)
	$(BIN)/slipcover --merge build/coverage/*.json --out build/coverage.json --skip-covered --fail-under 96.5
	WHEELS=$(CURDIR)/build/dist $(BIN)/pytest -n $(WAITING) --dist loadgroup tests $(ENGINE_TESTS:%=--ignore=%) $(PLUGIN_TESTS:%=--ignore=%)

# Each wheel in an environment of its own.
build/wheels: $(READY) $(shell find engine mkdocs_yschema themes/yschema_themes -type f -not -name '*.pyc')
	@LOCKED=$(LOCKED) sh .ci/wheels
	@touch $@

# The browser tests drive Chromium, which pip does not bring, and hand pages to checkers that come from npm; one of
# these runs on Java.
browser:
	@sh .ci/chromium
	@sh .ci/web

# Takes the messages for readers out of the source, and updates the catalogues.
messages: $(READY)
	$(BIN)/python tools/messages.py

# Takes the pictures of the README and of the documentation's home page.
pictures: $(READY)
	@sh .ci/chromium
	$(BIN)/python tools/pictures.py

# Generates the pages about findings from their examples in tests/cases/findings; builds of the documentation do, too.
findings: $(READY)
	$(BIN)/python tools/findings.py build/findings

# Generates the page about changes from its examples in tests/cases/compare.
changes: $(READY)
	$(BIN)/python tools/changes.py

# Reproduces the numbers of the README about agreement with ytt and Helm; fetches the charts of three repositories.
evidence: $(READY)
	$(BIN)/python tools/evidence.py

# Feeds the readers with random mutations of the test cases, for SECONDS seconds.
fuzz: $(READY)
	$(BIN)/python tools/fuzz.py

bench: $(READY)
	@sh .ci/chromium
	$(PIP) install --require-hashes --requirement requirements/bench.txt
	$(BIN)/python -m benchmarks

# Renews the locked versions, for all supported versions of Python.
lock: $(READY)
	$(PIP) install uv
	$(COMPILE) pyproject.toml --group dev --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	echo hatchling | $(COMPILE) engine/pyproject.toml - --constraint requirements/dev.txt --output-file requirements/engine.txt

COMPILE := $(BIN)/uv pip compile --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

$(READY): pyproject.toml $(LOCKED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed; found $$($(PYTHON) --version). Set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
ifdef LOCKED
	$(PIP) install --require-hashes --no-deps --requirement $(LOCKED)
	$(PIP) install --no-deps --no-build-isolation --editable .
else
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --upgrade --editable . --group dev
endif
	@touch $@

clean:
	rm -rf $(VENV) site build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
