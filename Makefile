# One target per thing a person wants. VENV names the virtual environment, PYTHON the Python that makes it.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test package lint types style check fresh editors site bench clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rulewright needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

# The two stamps say that the package is installed, alone or with the tools of a developer.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.installed

demo: $(VENV)/.installed  ## check the rulesets, build Kanagawa and watch bots play it
	$(BIN)/rulewright check rulesets/
	$(BIN)/rulewright build kanagawa
	$(BIN)/rulewright play kanagawa --players 3 --bots random,greedy,random --seed 7

test: $(VENV)/.installed-dev  ## run the tests
	$(BIN)/python -m pytest -q -n auto -m "not slow"

package: $(VENV)/.installed-dev  ## build wheel and sdist, try them in clean environments
	$(BIN)/python -m pytest -q -m slow

lint: $(VENV)/.installed-dev  ## style of the Python text
	$(BIN)/ruff check .

types: $(VENV)/.installed-dev  ## mypy, strict
	$(BIN)/mypy

style: $(VENV)/.installed-dev  ## every ruleset is in the style
	$(BIN)/rulewright fmt --check rulesets/ tests/rulesets/

check: $(VENV)/.installed-dev  ## check every ruleset, warnings count as errors
	$(BIN)/rulewright check --strict rulesets/

fresh: $(VENV)/.installed-dev  ## generated/ is what the compiler writes today
	$(BIN)/rulewright build --check

editors: $(VENV)/.installed-dev  ## write what editors colour rules by
	$(BIN)/python -m pytest -q tests/test_highlight.py -k fresh --record

site: $(VENV)/.installed-dev  ## the documents as a site, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet -f docs/site/mkdocs.yml

bench: $(VENV)/.installed-dev  ## compile times and playouts per second
	@for part in compile playouts peers; do echo "== bench/$$part.py"; $(BIN)/python -m bench.$$part || exit 1; done

clean:  ## remove what make and the tools left
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis compiler/*.egg-info
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
