# Flitwise: every target sets the machine up first (scripts/setup is instant when nothing is missing).
# PRESET=debug or PRESET=sanitize builds another flavour beside the release build; PRESET=strict is the
# release build with warnings as errors.

PRESET  ?= release
BUILD   := $(if $(filter release strict,$(PRESET)),build,build-$(PRESET))
JOBS    ?= $(shell nproc)
PREFIX  ?= /usr/local
FUZZ_SECONDS   ?= 60
SOAK_SEED      ?= 1
SOAK_INSTANCES ?= 1000000
SOAK_PACKETS   ?= 10000000
SOAK_FAULTS    ?= 10000
SCENARIOS ?= $(wildcard sim/scenarios/*.yaml)

COMMA       := ,
SHELL       := /bin/bash
.SHELLFLAGS := -o pipefail -c
NINJA       := scripts/build ninja -C $(BUILD) -j $(JOBS)
CTEST       := ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure
# On a terminal one line of progress; in a log no chatter, but every test with its result.
ifeq ($(shell [ -t 2 ] && echo terminal),terminal)
CTEST       += --progress
else
TERSELY     := | sed '/^ *Start /d'
endif

.DEFAULT_GOAL := help
.PHONY: help setup build all-targets run claims docs install deb test netlist-targets test-netlist \
  test-all fuzz races soak mutate coverage lint site synth formal formal-quick bench \
  bench-instructions bench-booksim wave gallery clean

help: ## this list
	@echo 'Flitwise: collective communication on router RTL, every cycle held to theory'
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 21
	@echo
	@echo 'PRESET=release|strict|debug|sanitize: which build; SCENARIOS="a.yaml b.yaml": for make run.'

setup: ## install what is missing (Debian 12, 13, Ubuntu 24.04)
	@scripts/setup

# Anew, too, when the preset of a folder changes.
CONFIGURED := $(BUILD)/$(PRESET).preset
$(CONFIGURED): | setup
	@mkdir -p $(BUILD)
	@rm -f $(BUILD)/*.preset
	@echo 'Building in $(BUILD)$(if $(filter release,$(PRESET)),: on two cores five to ten minutes for make run$(COMMA) ten to fifteen more for make test the first time).'
	@cmake --preset $(PRESET) > $(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }
	@touch $@

build: $(CONFIGURED) ## the command, at build/flitwise
	@$(NINJA) flitwise

all-targets: $(CONFIGURED)
	@$(NINJA)

run: build ## the scenarios: measured against predicted, one table
	@mkdir -p $(BUILD)/run
	$(BUILD)/flitwise run $(SCENARIOS) --json $(BUILD)/run/results.jsonl

claims: build ## what the papers claim, on RTL; writes docs/claims.md
	$(BUILD)/flitwise claims --markdown docs/claims.md
	python3 -B tests/docs/claims_test.py --write .

install: build ## install into PREFIX (default /usr/local), below DESTDIR
	@$(NINJA) flitwise_texts
	cmake --install $(BUILD) --prefix $(PREFIX)

deb: build ## a package of this distribution, in the build folder
	@$(NINJA) flitwise_texts
	cd $(BUILD) && cpack -G DEB

docs: build ## tables of keys, outputs of examples in README, docs and the notebook, anew
	@python3 -B tests/docs/keys_test.py --write $(BUILD)/flitwise .
	@python3 -B tests/docs/rewrite_examples.py $(BUILD)/flitwise . \
	  $$(grep -l '^```console' README.md docs/*.md)
	@FLITWISE=$(CURDIR)/$(BUILD)/flitwise PYTHONPATH=$(CURDIR)/python \
	  tests/python/interpreter -B tests/python/notebook.py python/examples/gather.ipynb

test: all-targets ## the tests (fast ones, through ctest)
	@$(CTEST) -L fast $(CTEST_ARGS) $(TERSELY)

netlist-targets: $(CONFIGURED)
	@$(NINJA) flitwise_netlist_tests

test-netlist: netlist-targets ## the routers' netlists by Yosys against the RTL
	@$(CTEST) -L netlist $(CTEST_ARGS) $(TERSELY)

test-all: all-targets netlist-targets ## all tests, the long ones too, and fuzz
	@scripts/setup --wave
	@$(CTEST) $(CTEST_ARGS) $(TERSELY)
	@$(MAKE) --no-print-directory fuzz

fuzz: ## all readers of files by libFuzzer (FUZZ_SECONDS=60)
	@scripts/setup --fuzz
	@scripts/fuzz --seconds $(FUZZ_SECONDS) --jobs $(JOBS)

# Of the engine, a torus and the test, which goes through all numbers of parts and threads. Newer
# kernels choose addresses too freely for older sanitizers, where they may be told not to.
races: setup ## threads of networks by the thread sanitizer: ten minutes
	@cmake --preset races > /dev/null
	@scripts/build ninja -C build-races -j $(JOBS) parts_test
	@TSAN_OPTIONS=halt_on_error=1:suppressions=tests/network/parts/races.supp \
	  $$(setarch -R true 2> /dev/null && echo setarch -R) build-races/tests/network/parts_test

soak: $(CONFIGURED) ## random instances, packets, faults: hours (SOAK_*)
	@$(NINJA) flitwise_soak
	@nice $(BUILD)/flitwise_soak --instances $(SOAK_INSTANCES) --packets $(SOAK_PACKETS) \
	  --fault-sets $(SOAK_FAULTS) --seed $(SOAK_SEED) --jobs $(JOBS) --directory $(BUILD)/soak

mutate: setup ## one-line faults (FAMILIES="trees tori", MUTATE_ARGS=)
	@scripts/mutate --jobs $(JOBS) $(MUTATE_ARGS) $(FAMILIES)

coverage: ## what the tests reach, hours (COVERAGE_ARGS=--help)
	@scripts/setup --coverage
	@scripts/coverage --jobs $(JOBS) $(COVERAGE_ARGS)

lint: ## RTL, C++ format, scripts and long lines
	@scripts/setup --lint
	@scripts/lint && echo 'lint: nothing to complain about'

site: ## these pages as a web site with search, in the build folder
	@scripts/setup --site
	@scripts/site --out $(BUILD)/site

synth: setup ## netlists by Yosys and cells per router
	@scripts/synth --out $(BUILD)/synth

formal: setup ## proofs of the routers: over an hour on one core
	@scripts/formal --out $(BUILD)/formal

formal-quick: setup ## the quick ones of them: three minutes on two cores
	@scripts/formal --quick --out $(BUILD)/formal

bench: all-targets ## speed and memory, by Google Benchmark; instructions, by valgrind
	@$(BUILD)/flitwise_bench
	@if command -v valgrind > /dev/null; then $(MAKE) --no-print-directory bench-instructions; \
	else echo 'Instructions are not counted: valgrind is missing (apt-get install valgrind).'; fi

bench-instructions: build ## the latter, against stored counts (BENCH_ARGS=--check, --update)
	@python3 -B tests/bench/instructions.py $(BUILD)/flitwise $(BENCH_ARGS)

bench-booksim: build ## side by side with BookSim2 (BOOKSIM=path of its program)
	@python3 -B tests/bench/booksim.py $(BUILD)/flitwise $(BOOKSIM)

wave: build ## GTKWave on the last wave (SCENARIO=file.yaml: a new one)
	@scripts/setup --wave
	@scripts/wave $(BUILD)/run $(SCENARIO)

gallery: build ## router check on all of ROUTER_SRC=DIR, one table
	@scripts/gallery $(GALLERY_ARGS) $(BUILD)/flitwise $(ROUTER_SRC)

clean: ## remove everything that was built
	@rm -rf build build-debug build-sanitize build-fuzz build-races build-coverage
