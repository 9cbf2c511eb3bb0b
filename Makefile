# make demo   shows Chesterton on Django, without an editor
# make test   runs everything: lint, types, layers, tests, real editors, this project's own records
# Both install what they need first: Python packages from PyPI into .venv (hashes checked), npm and
# Debian packages for the editors into .tools (`make test` only; it uses apt-get where it may).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint unit editors check lock clean bench-graph

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

setup: $(VENV)/.installed

$(VENV)/.installed: .ci/locks/dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15) and "Python 3.11 to 3.14 is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .ci/locks/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: setup
	@$(BIN)/chesterton demo

test: lint unit editors check

lint: setup
	$(BIN)/ruff check server tests
	$(BIN)/ruff format --check server tests
	$(BIN)/basedpyright --level error server

unit: setup
	tests/tools.sh
	$(BIN)/pytest -m "not editor" -n 2 --dist loadgroup

editors: setup
	tests/editors/install.sh
	$(BIN)/pytest -m editor tests/editors

check: setup
	$(BIN)/chesterton check

# Tables of the code graph's cost on public code (CHESTERTON_CORPORA; cloned when missing), peers beside it.
bench-graph: setup
	$(BIN)/python -m venv .tools/peers
	.tools/peers/bin/python -m pip install --quiet graphifyy ast-grep-cli
	PYTHONPATH=. $(BIN)/python -m tests.bench.graph --peers .tools/peers/bin

lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --group dev pyproject.toml -o .ci/locks/dev.txt

clean:
	rm -rf $(VENV) .tools demo
