# `make run` and `make test` need nothing but Python 3.11 or newer, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PAGES := src/playout/web/static/index.html

# The oldest Python, NumPy and Numba that pyproject.toml allows.
OLDEST_PYTHON ?= python3.11
OLDEST := .venv-oldest
OLDEST_PINS = $(shell sed -nE 's/^dependencies = //p' pyproject.toml | grep -oE 'num(py|ba)>=[0-9.]+' | sed 's/>=/==/')
OLDEST_TESTS := $(addprefix tests/, native test_loading.py test_loading_options.py algorithms/test_playouts.py \
	$(addprefix algorithms/, uct/test_uct.py uct/test_final_move.py uct/test_switches.py alphabeta/test_alphabeta.py))

CUDA_TESTS := $(addprefix tests/, native/cuda native/test_batch.py arena/executors/gpu/test_gpu_matches.py checking/backends/test_gpu_comparison.py)

# Strictly: a broken link, a page that is missing or is not in docs/_toc.yml, or a name that cannot be documented fails.
SITE := --fail-on-warning --keep-going --quiet --fresh-env --doctree-dir build/doctrees

.DEFAULT_GOAL := help

.PHONY: help run play pages test test-slow test-all test-browser test-cuda test-oldest setup lint check bench bench-cuda bench-strength \
	learn-all experiments docs screenshots clean

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

run: $(PAGES) ## open the web app: play, analyse, review, learn
	@trap : INT; $(BIN)/playout serve --open || [ $$? -eq 130 ]

play: $(READY) ## play a match against the computer in the terminal
	@trap : INT; $(BIN)/playout play connect_four || [ $$? -eq 130 ]

test: $(READY) ## run the tests but for the slow ones, in a few minutes
	$(BIN)/python -m pytest -m "not slow and not browser"

test-slow: $(READY) ## run the slow tests and, with many cases, the scaled ones
	PLAYOUT_TESTS=thorough $(BIN)/python -m pytest -m "(slow or scaled) and not browser"

test-all: test test-slow ## run all tests but those in a browser

test-browser: $(PAGES) ## run the tests of the pages in a browser: the machine's Chromium, or else Playwright's
	@command -v chromium chromium-browser google-chrome >/dev/null || [ -n "$$PLAYOUT_CHROMIUM" ] || \
		$(BIN)/playwright install --with-deps chromium
	$(BIN)/python web/build.py check
	$(BIN)/python -m pytest -n 0 -m browser tests/browser

test-cuda: $(READY) ## the tests of the backend cuda: what a GPU computes, on a machine that has one
	$(BIN)/python -m pip install --quiet --editable '.[cuda]'
	$(BIN)/python -m pytest -n 0 $(CUDA_TESTS)

test-oldest: $(OLDEST)/.ready ## the tests of native code with the oldest Python, NumPy and Numba
	$(OLDEST)/bin/python -m pytest $(OLDEST_TESTS)

pages: $(PAGES) ## build the pages of the web app

setup: $(READY) ## make .venv with the project and all that its tests need

lint: $(READY) ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-timing-stats 2>/dev/null || $(BIN)/lint-imports

check: lint test-all ## lint, then all tests

bench: $(READY) ## speed beside other programs, as ratios in one run
	@status=0; for name in playouts uct many_players solver hearthstone go chess_play; do \
		$(BIN)/python benchmarks/$$name.py || status=1; done; exit $$status

bench-cuda: $(READY) ## speed of a GPU, by its own time, beside one thread of the CPU
	$(BIN)/python -m pip install --quiet --editable '.[cuda]'
	$(BIN)/python benchmarks/gpu.py

bench-strength: $(READY) ## matches against Stockfish and GNU Go, in some hours
	$(BIN)/python benchmarks/chess_play.py stockfish material
	$(BIN)/python benchmarks/gnugo.py

learn-all: $(READY) ## learn the networks that come with Playout anew, on a GPU and the CPU, into build/networks
	@until $(BIN)/python benchmarks/learn_networks.py --out build/networks; do [ $$? = 3 ] || exit 1; done

experiments: $(READY) ## measure all that docs/experiments tells anew, in about six hours
	$(BIN)/python -m experiments

docs: $(READY) ## write the tables of options and the pictures of the lessons anew, and build the site in build/site
	$(BIN)/python -m playout.algorithms.document_tables docs/algorithms.md docs/limits.md
	$(BIN)/python docs/lessons/pictures.py
	$(BIN)/sphinx-build $(SITE) docs build/site

screenshots: $(PAGES) ## take the pictures of the web app in docs/images anew, with Chromium
	$(BIN)/python -m tests.browser.screenshots

clean: ## remove .venv and what tools leave behind
	rm -rf $(VENV) $(OLDEST) build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Playout needs Python 3.11 or newer; set PYTHON=/path/to/it" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $(READY)

# The pages are built again when something in web/ has changed.
$(PAGES): $(READY) $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
	$(BIN)/python web/build.py
	@touch $(PAGES)

$(OLDEST)/.ready: pyproject.toml
	$(OLDEST_PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --editable . $(OLDEST_PINS) bitbully hypothesis pytest pytest-xdist
	@touch $(OLDEST)/.ready
