# Two commands: `make play` and `make test`. Each sets everything up first, on a machine with Python and make.
PYTHON ?= python3
# Workers of each run of tests: more than there are cores, because servers and browsers wait a lot.
JOBS ?= 3
BIN := .venv/bin
# Tests start hundreds of processes: none of them should translate the same sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test setup system programs compile plain format lint types js cases pytest browser docs playthroughs walks soak scale lock clean ray envs

# The first table opens at once; compiled code is used from the next start.
play: .venv/ready
	@mkdir -p build; nice $(BIN)/python tools/compile.py >build/compile.log 2>&1 & $(BIN)/albion serve

# Downloads run beside each other, compiling beside all that needs no compiled code, and browser tests beside the rest:
# each of these has moments in which it uses one core or none.
test:
	@$(MAKE) --no-print-directory -j 2 .venv/ready system
	@$(MAKE) --no-print-directory -j 3 --output-sync=target compile types lint programs plain
	@echo "All other tests, as compiled code; those in a browser run at the same time and report first or last."
	@$(MAKE) --no-print-directory -j 3 --output-sync=target pytest browser cases

setup: .venv/ready compile

.venv/ready: pyproject.toml requirements.txt tools/setup.py
	@$(PYTHON) tools/setup.py

# Chromium and PostgreSQL, for tests: as packages of the system where they may be installed, else as downloads for this user.
system:
	@$(PYTHON) tests/support/programs.py --system

programs: .venv/ready system
	@$(BIN)/python tests/support/programs.py

# Engine, kernels and games as compiled code, in build/native, if there is a C compiler; only after changes.
compile: .venv/ready
	@$(BIN)/python tools/compile.py

lint: .venv/ready
	$(BIN)/ruff format --check src tests tools
	$(BIN)/ruff check src tests tools

types: .venv/ready
	$(BIN)/mypy

js: .venv/ready
	@$(BIN)/python tools/check_js.py

cases: .venv/ready
	$(BIN)/albion cases

# The golden games, walks, saved positions and the engine's tests as plain Python; all other tests use the compiled code.
plain: .venv/ready
	ALBION_PURE=1 $(BIN)/pytest tests/versions tests/playthroughs tests/unit/engine tests/lab/test_variants.py tests/unit/test_compiled.py -n $(JOBS)

pytest: .venv/ready
	$(BIN)/pytest --ignore=tests/browser -n $(JOBS) --dist loadgroup

# Separate, because a browser's driver leaves an event loop running in its process; with its own list of failures, because other
# tests run at the same time. A real browser on a busy machine can miss a moment: failed tests are retried once, alone, and must pass then.
BROWSER := $(BIN)/pytest tests/browser -o cache_dir=.pytest_cache/browser
browser: programs
	$(BROWSER) -n $(JOBS) --dist loadgroup || $(BROWSER) -n 0 --last-failed

format: .venv/ready
	$(BIN)/ruff check --fix src tests tools
	$(BIN)/ruff format src tests tools

# Regenerates docs/rules/*.md from clauses, laws, data and cases.
docs: .venv/ready
	$(BIN)/albion docs

# Regenerates tests/playthroughs/*.txt, after an intended change of rules.
playthroughs: .venv/ready
	$(BIN)/pytest tests/playthroughs --rewrite

# Regenerates tests/cases/*/walks.toml, after an intended change of rules.
walks: .venv/ready
	$(BIN)/python tools/walks.py

# Load and crash tests of the server, into docs/soak.md. About an hour on a quiet machine; not part of `make test`.
soak: .venv/ready
	$(BIN)/python tools/soak.py all

# The cost of a laboratory run on this machine, into docs/scale.md; needs a quiet machine.
scale: .venv/ready
	$(BIN)/python tools/scale.py

# Chooses the newest versions that fit pyproject.toml; needs uv.
lock:
	uv pip compile --universal --generate-hashes --no-annotate --no-header \
	    --python-version 3.11 --group dev --extra postgres pyproject.toml --output-file requirements.txt

# The laboratory on a Ray cluster of two nodes whose workers are killed: a minute or two; not part of `make test`.
# An environment created by uv has no pip.
ray: .venv/ready
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip install --quiet "ray>=2.30"
	ALBION_RAY=1 $(BIN)/pytest tests/lab/test_ray.py -n 0

# PettingZoo's, Gymnasium's and OpenSpiel's own checks over whole games: some minutes; `make test` runs a part of each.
envs: .venv/ready
	ALBION_ENVS=1 $(BIN)/pytest tests/envs/test_whole.py -n 0

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis artefacts
