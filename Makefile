# `make play` runs the site, `make test` proves it; each prepares what it needs by itself.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# what Python has compiled is kept: compiling the tests anew takes every worker seven seconds
unexport PYTHONDONTWRITEBYTECODE
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
WORKERS ?= 3
GATE ?=
E2E ?= tests/e2e
PAIRS ?= 600
POSTGRESQL ?= postgresql://postgres@127.0.0.1:5432
REDIS ?= redis://127.0.0.1:6379/9
MATCHES ?= 40
PAGES ?=
IMAGE ?=

.PHONY: help play demo test unit gate prove e2e check fix bench bots nation-balance faults lock sbom
.PHONY: messages pages tour visits wheel release browser firefox clean
.PHONY: walk alone mutants compile puzzles schema servers debian image races rare seasons town leaks leaks-bytes leaks-browsers
.PHONY: check-style check-types check-dead check-imports check-templates check-front check-django check-words check-pins

help: ## what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# what Debian splits off, where we may install it
debian = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -qqy $(1) >/dev/null; }

# --- the environment: pinned, hashed, renewed when a lock file changes ------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Jinya needs Python 3.11 or newer; set PYTHON=... to one."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || $(call debian,python3-venv) \
	  || { echo "Cannot make a virtual environment: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

define install
@cmp -s $(1) $(VENV)/$(1) || { echo "Installing $(1) ..."; \
  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
  --only-binary :all: --no-deps --no-compile -r $(1) && cp $(1) $(VENV)/$(1); }
endef

.PHONY: run-env dev-env
run-env: $(BIN)/python
	$(call install,requirements.txt)
	@$(BIN)/python -m config.catalogues

dev-env: $(BIN)/python
	$(call install,requirements-dev.txt)
	@$(BIN)/python -m config.catalogues

# --- the site --------------------------------------------------------------------------------

BLANK := $(VENV)/jinya-blank.sqlite3

$(BLANK): requirements.txt $(wildcard accounts/migrations/*.py games/*/migrations/*.py) | run-env
	@$(BIN)/python -m games.management.blank

play: run-env $(BLANK) ## run the whole site on this machine
	@VENV=$(VENV) exec bin/jinya play

demo: run-env ## make the demo site anew
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo

# --- the tests --------------------------------------------------------------------------------

test: gate walk e2e ## the gate: everything, browser tests included

unit: dev-env ## the fast loop: no browser, and none of the gate's long comparisons
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/e2e -m "not gate"

gate: dev-env # everything but browsers and the walk; GATE=... are options for pytest
	JINYA_GATE=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/e2e $(GATE)

walk: dev-env # through the site that `make play` starts; by itself, as bots think at the lowest priority
	$(BIN)/python -m tests.walk

e2e: dev-env browser ## the tests in a browser; E2E=... names some of them
	JINYA_GATE=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal $(E2E)

tour: dev-env browser ## take the pictures of docs/tour.md anew
	$(BIN)/pytest tests/e2e/tour.py

pages: dev-env browser ## pictures of every page in every look, in var/pages (PAGES="lobby learn" for some)
	PAGES="$(PAGES)" $(BIN)/pytest -q tests/e2e/pages.py

visits: dev-env browser ## print what first visits cost: clicks, seconds, requests, kB
	$(BIN)/pytest -q -s tests/e2e/first_visits.py

browser:
	@command -v chromium >/dev/null || $(call debian,chromium) \
	  || { echo "Browser tests need Debian's browser: apt-get install chromium"; exit 1; }
	@command -v chromium-headless-shell >/dev/null || $(call debian,chromium-headless-shell) \
	  || echo "Browser tests take twice as long without: apt-get install chromium-headless-shell"

firefox:
	@command -v firefox-esr >/dev/null || $(call debian,firefox-esr) \
	  || { echo "The next person is tried in Firefox, too: apt-get install firefox-esr"; exit 1; }

bench: dev-env ## measure
	$(BIN)/python -m tests.bench

compile: dev-env ## compile what bots spend their time in (needs a C compiler; the site runs without)
	$(BIN)/python -m tools.compile_engines

bots: dev-env ## measure how strong the bots are (GAME=xiongqi MATCHES=40); kept in docs/bots.md
	$(BIN)/python -m tests.bench.bots $(GAME) --matches $(MATCHES) --write

nation-balance: dev-env ## play every stage of Nation in every way and keep the table (some minutes)
	$(BIN)/python -m tools.nation_balance --write --workers $(WORKERS)

faults: dev-env ## kill the site under load, at length (needs PostgreSQL and Redis)
	$(BIN)/python -m tests.faults
	JINYA_REVEAL_KILLS=100 JINYA_ROUND_KILLS=50 $(BIN)/pytest tests/faults/test_reveal.py tests/faults/test_killed_rounds.py

races: dev-env ## pair and take seeks at the same moment, a thousand times (on JINYA_TEST_DATABASE_URL, too)
	JINYA_RACES=1000 $(BIN)/pytest -o faulthandler_timeout=7200 tests/lobby/test_races.py

prove: leaks faults puzzles rare servers debian image schema seasons alone ## the night: twins by the thousand in all browsers, kills and requests at length

rare: dev-env browser # what the gate leaves to the night, and all that rotates in it; then its digests
	JINYA_PROVE=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "prove or rotating"
	$(BIN)/python -m tests.tiers

servers: export JINYA_TEST_DATABASE_URL = $(POSTGRESQL)/jinya_night
servers: export JINYA_TEST_REDIS_URL = $(REDIS)
servers: dev-env browser # all that a database or a queue can change, on POSTGRESQL=... and REDIS=...
	JINYA_TEST_REPEATED=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/e2e
	$(BIN)/pytest -n $(WORKERS) tests/e2e/test_live.py tests/e2e/test_two_people.py tests/e2e/test_setup.py

debian: dev-env # set up a site in a fresh Debian root, use it, lose it, restore it, take it away (root, mmdebstrap)
	$(BIN)/python .ci/debian.py

image: dev-env # build the image, run all services of compose.yaml in containers, upgrade and restore (root, Docker, mmdebstrap)
	$(BIN)/python .ci/containers.py

schema: dev-env # thousands of made-up requests to the API, and whole matches by it (JINYA_SCHEMA_SEED=...)
	JINYA_SCHEMA_EXAMPLES=150 JINYA_WHOLE_MATCHES=1 $(BIN)/pytest -s -o faulthandler_timeout=7200 \
	  tests/api/test_schema.py tests/api/test_docs_bot.py tests/api/test_clients.py

town: dev-env ## play a season of the whole site from a seed (SEED=1 PEOPLE=40 DAYS=60 SEASONS=1 QUIET=; docs/town.md)
	$(BIN)/python -m tests.town --seed $(or $(SEED),1) --people $(or $(PEOPLE),40) --days $(or $(DAYS),60) \
	  --seasons $(or $(SEASONS),1) $(if $(QUIET),--quiet) --verbose

seasons: dev-env # seeds that have found something, and new ones for a part of the night
	$(BIN)/python -m tests.town --kept
	$(BIN)/python -m tests.town --seed $$(date +%Y%m%d) --people 40 --days 60 --quiet --seasons $(or $(SEASONS),8)
	$(BIN)/python -m tests.town --seed $$(date +%Y%m%d) --people 20 --days 20 --seasons $(or $(SEASONS),8) --rough
	$(BIN)/python -m tests.town --seed $$(date +%Y%m%d) --people 20 --days 10 --seasons $(or $(SEASONS),8) --twins

mutants: dev-env ## change the guards of secrets and turns a place at a time; print what no test notices (MODULES=...)
	$(BIN)/python -m tests.mutants $(MODULES)

alone: dev-env # every test file by itself, its tests in any order (SEED=... for one of them)
	$(BIN)/python -m tests.alone --shards $(WORKERS) $(if $(SEED),--seed $(SEED))

puzzles: dev-env # every puzzle that is shipped is proved anew
	JINYA_PROVE_PUZZLES=1 $(BIN)/pytest -n $(WORKERS) tests/puzzles/test_stock.py

leaks: leaks-bytes leaks-browsers ## compare twins by the thousand; plant leaks and find them (PAIRS=5000 for a night)

leaks-bytes: dev-env # GAME=... for one game only
	$(BIN)/python -m tests.secrecy $(PAIRS) $(if $(GAME),--game $(GAME))

leaks-browsers: dev-env browser firefox
	JINYA_PAIRS_IN_BROWSERS=$$(($(PAIRS) / 25)) JINYA_NEXT_PERSONS=$$(($(PAIRS) / 50)) \
	  JINYA_PAGES_THROUGH_A_CACHE=1000 $(BIN)/pytest -n $(WORKERS) tests/e2e/test_next_person.py \
	  tests/e2e/test_shared_cache.py tests/e2e/test_twins_in_a_browser.py

# --- the checks -------------------------------------------------------------------------------

check: check-style check-types check-dead check-front check-templates check-django check-words check-pins ## everything that needs no running

check-style: dev-env
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: dev-env
	$(BIN)/mypy

check-dead: dev-env
	$(BIN)/python -m tools.dead_code

check-imports: dev-env # by itself; `make test` has it in tests/test_architecture.py
	$(BIN)/lint-imports --no-cache

check-front: # JavaScript and CSS, where there is node; servers need none
	@if ! command -v npm >/dev/null; then \
	  echo "SKIPPED: scripts and styles are not checked, as there is no node on this machine."; \
	else npm ci --silent --no-audit --no-fund && npx --no-install biome lint --error-on-warnings static \
	  && npx --no-install tsc && npx --no-install tsc --project tsconfig.worker.json \
	  && npx --no-install tsc --noEmit --project clients/typescript; fi

check-templates: dev-env
	$(BIN)/djlint templates --lint --quiet

check-django: dev-env
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) lintmigrations --settings config.settings.test --quiet ok ignore
	env -i PATH="$$PATH" $$(grep -v '^#' .ci/dummy.env | xargs) \
	  $(BIN)/python -W error manage.py check --deploy --fail-level WARNING

check-words: dev-env
	$(BIN)/python -m tools.translations
	$(BIN)/python -m tools.traditional --check

check-pins: dev-env
	$(BIN)/python -m tools.audit requirements.txt requirements-dev.txt

fix: dev-env ## put the style right, and the lines that docs link
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tools.rules_of_the_site

# --- upkeep -----------------------------------------------------------------------------------

lock: ## pin again what requirements/*.in asks for (needs uv)
	@command -v uv >/dev/null || { echo "Locking needs uv: pip install uv"; exit 1; }
	uv pip compile --quiet --no-header --python-version 3.11 --generate-hashes \
	  $(LOCK) requirements/requirements.in -o requirements.txt
	uv pip compile --quiet --no-header --python-version 3.11 --generate-hashes \
	  $(LOCK) requirements/requirements-dev.in -o requirements-dev.txt

wheel: dev-env ## build the site and the client for Python as wheels into dist/
	$(BIN)/python -m hatchling build -t wheel
	cd clients/python && $(abspath $(BIN))/python -m hatchling build -t wheel -d ../../dist

release: dev-env ## check and build a release into dist/; TAG=1 tags it (docs/releasing.md)
	$(BIN)/python -m tools.release $(if $(TAG),--tag) $(if $(IMAGE),--image $(IMAGE))

sbom: dev-env ## write down what we are made of (CycloneDX)
	$(BIN)/python -m tools.sbom requirements.txt > sbom.cdx.json

messages: dev-env ## gather new sentences (needs gettext)
	$(MANAGE) makemessages --locale ja --locale zh_Hans --no-location --ignore .venv --ignore tests

clean: ## forget the environment and all caches; var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache staticfiles
