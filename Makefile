# Everything a developer or a player needs: make play, make test, make run.
# All of it lives in .venv, set up from requirements-dev.lock; nothing outside this folder is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled

.PHONY: setup play run test first-set test-all lint format check bench game messages faces screens boards kills mutants lock clean

setup: $(READY)

# uv comes first, in the version of the lock file, and installs the rest with checked hashes. Where it
# does not get through, pip does the same more slowly: it knows of the mirrors and certificates that
# the machine has set for it.
$(READY): requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + " (choose another one with make PYTHON=…)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock > $(VENV)/uv.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(VENV)/uv.lock
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements-dev.lock || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
			--requirement requirements-dev.lock
	@touch $@

play: setup
	@$(BIN)/python bot.py --preview

run: setup
	@$(BIN)/python bot.py

# `make test` is for all the time: no test in it starts a process or waits. `make test-all` runs it, and then
# the tests marked `full`: processes, kills, PostgreSQL, browsers, all screens, full counts of matches.
#
# The first time, while mypy reads the sources on one core, the tests are collected on another: that
# compiles all that they import, which each process of tests would otherwise do for itself.
#
# At its end it prints the processor time of all that it has run, set-up included, whatever came of it.
test:
	@trap 'times >$(VENV)/.times && awk -F "[ms ]+" "END { print \"processor time:\", \
		int(60 * (\$$1 + \$$3) + \$$2 + \$$4), \"s\" }" $(VENV)/.times' EXIT; \
	$(MAKE) --no-print-directory first-set

first-set: setup
	@$(MAKE) --no-print-directory --jobs 2 check $(COMPILED)
	@$(BIN)/python -m pytest -n auto -m "not full"

test-all: test
	@$(BIN)/python -m pytest -n auto -m full

# Where Python is told to leave no compiled files beside the sources, they are kept apart.
ifdef PYTHONDONTWRITEBYTECODE
test first-set test-all $(COMPILED): export PYTHONDONTWRITEBYTECODE :=
test first-set test-all $(COMPILED): export PYTHONPYCACHEPREFIX := $(CURDIR)/.pytest_cache/compiled
endif

$(COMPILED): $(READY)
	@told=$$($(BIN)/python -m pytest -qq --collect-only -m "not full" 2>&1) || { echo "$$told"; exit 1; }
	@touch $@

check: setup
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy

format: setup
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format --quiet .

bench: setup
	@$(BIN)/python -m tools.ways
	@$(BIN)/python -m bench.waits
	@for bench in bench/bench_*.py; do $(BIN)/python -m bench.$$(basename $$bench .py) || exit 1; done

# Bring the catalogues up to date with the sources; then translate what is new in them. With ARGS="fr" that
# of another language; ARGS="--open" lists what is not translated.
messages: setup
	@$(BIN)/python -m tools.messages $(ARGS)

# What the games say in whole matches, for whoever translates: screens/faces/<language>.md.
# ARGS="de fr" writes some.
faces: setup
	@$(BIN)/python -m tools.faces $(ARGS)

# Pictures of every message, as wide as a computer and as a phone: in each language and theme, or
# with ARGS="--language de --theme day --scene tutorial" in some.
SCREENS ?= screens
screens: setup
	@$(BIN)/python -m tools.screens $(SCREENS) $(ARGS)

# Pictures of the game alone, every theme and moment side by side at four widths, in colour and grey.
boards: setup
	@$(BIN)/python -m tools.boards $(SCREENS)

# Kill processes that share the shards while people play, perhaps with ARGS="--kills 200 --seed 7".
kills: setup
	@$(BIN)/python -m tools.kills $(ARGS)

# Put small mistakes into the sources and see whether a test notices; takes an hour: docs/mutants.md.
mutants: setup
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements-mutants.lock
	@test -e mutants/tests-000.xml || $(BIN)/python -m tools.mutants reach -- -n auto
	@$(BIN)/python -m tools.mutants run

# Write the package of a game into packages/KEY, a copy of examples/four-in-a-row or of examples/LIKE, and
# install it: the bot plays it from its next start on. docs/adding-a-game.md goes on from there.
game: setup
	@test -f packages/$(KEY)/pyproject.toml || $(BIN)/python -m tools.game "$(KEY)" $(LIKE)
	@$(BIN)/uv pip install --quiet --offline --python $(BIN)/python --editable packages/$(KEY)

# Raise the locked versions to the newest ones that pyproject.toml allows. requirements.lock is what
# a host installs to run the bot, requirements-postgres.lock adds what PostgreSQL needs,
# requirements-dev.lock what developers need, and
# requirements-mutants.lock what `make mutants` does.
LOCK := $(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-annotate \
	--python-version 3.11 --custom-compile-command "make lock"
lock: setup
	@$(LOCK) pyproject.toml --output-file requirements.lock
	@$(LOCK) pyproject.toml --extra postgres --output-file requirements-postgres.lock
	@$(LOCK) pyproject.toml --group pyproject.toml:dev --group pyproject.toml:bench --output-file requirements-dev.lock
	@$(LOCK) --group pyproject.toml:mutants --constraints requirements-dev.lock --output-file requirements-mutants.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
