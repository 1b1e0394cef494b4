# make demo   a class of 12, graded, its marks in the terminal
# make test   the whole gate
# make bench  how fast, against stock nbgrader: about 20 minutes
# make test-nbgrader   nbgrader's samples and its own tests, through the engine and through stock nbgrader: some minutes
# make screenshots   the README's pictures anew, with Chromium
# make fuzz   the readers of what strangers send, with random input for minutes
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
JOBS ?= 2

.PHONY: demo test test-nbgrader lint verify pytest bench fuzz screenshots build clean
.DELETE_ON_ERROR:

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: .venv/ready
	$(BIN)/autograder demo

test: lint verify pytest

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/autograder build --check

verify: .venv/ready
	$(BIN)/autograder verify --mutants --jobs $(JOBS)

# A worker of pytest's that dies ends the run: with one in its place, the others would wait for ever.
pytest: .venv/ready
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0 -rs

bench: .venv/ready
	$(BIN)/python benchmarks/bench.py
test-nbgrader: .venv/ready
	AGAINST_NBGRADER=1 $(BIN)/pytest tests/test_other_assignments.py

fuzz: .venv/ready
	$(BIN)/pytest tests/hostile/test_fuzz.py --hypothesis-profile fuzz --timeout 0

screenshots: .venv/ready
	$(BIN)/pytest tests/browser --readme-images

build: .venv/ready
	$(BIN)/autograder build

clean:
	rm -rf .venv demo build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
