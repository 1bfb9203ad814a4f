# The commands of the project; `make help` lists them.

PYTHON ?= python3
CARGO  ?= cargo
JOBS   ?= 2

# Where cargo puts what it builds.
TARGET := $(or $(CARGO_TARGET_DIR),target)
QUIS   := $(TARGET)/release/quis

# The solvers that are tested and tested with, and one that is left out where there is no wheel of it for the Python at hand.
SOLVERS          := z3@5.4.0 cvc5@1.4.2
OPTIONAL_SOLVERS := bitwuzla@0.9.1
# Old releases, of which bugs are known: one for a sample of them in every test, and all.
SAMPLE_RELEASES  := z3@4.8.7
KNOWN_RELEASES   := z3@4.5.1 z3@4.8.0 z3@4.8.5 z3@4.8.6 z3@4.8.7 z3@4.8.8 z3@4.8.9 z3@4.8.10 z3@4.8.12 z3@4.8.14 z3@4.8.17 \
                    z3@4.11.2 z3@4.12.2 z3@4.12.6 z3@4.13.4 z3@4.15.3 z3@4.16.0 z3@5.0.0 \
                    cvc4@1.8 cvc5@1.0.3 cvc5@1.2.0 cvc5@1.2.1 cvc5@1.3.0 cvc5@1.3.4 cvc5@1.4.0
# How long `make run` looks for bugs.
TIME   ?= 1m
# How often `make properties` takes new random inputs.
ROUNDS ?= 10
# How many mutants `make mutants` draws of each crate, and which sample.
COUNT  ?= 60
SEED   ?= 1

# A missing tool ends the run with one sentence that names what to install.
require = command -v $(1) >/dev/null 2>&1 || { echo "make: $(1) is missing: $(2)" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run domains test conformance known-bugs properties pages solvers bench corpus peers validate triggers mutants fuzz clean rust lints python \
        corpus-given build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: solvers ## look for bugs in Z3, cvc5 and Bitwuzla for a minute (TIME=10m: longer), and say where the report is
	@# Exit code 1: something was found. That is no failure.
	@names=""; for name in $(SOLVERS) $(OPTIONAL_SOLVERS); do \
	  if $(QUIS) solvers path $$name >/dev/null 2>&1; then names="$$names --solver $$name"; fi; \
	done; \
	echo "$(QUIS) fuzz --for $(TIME)$$names"; \
	$(QUIS) fuzz --for $(TIME) $$names || test $$? -eq 1

domains: build ## find a planted fault in an abstract domain, and say what is wrong: needs no library
	@# Exit code 1: something was found. That is the point.
	$(QUIS) domains test --domain reference:octagons+octagon-join-left-only --variables 3 --for 3s || test $$? -eq 1

test: rust lints python ## formatting, lints and all tests, with real solvers
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	@# The tests need solvers, and installing those needs the program: one build serves both.
	$(CARGO) test --workspace --no-run
	$(TARGET)/debug/quis solvers install $(SOLVERS)
	$(TARGET)/debug/quis solvers install --optional $(OPTIONAL_SOLVERS) $(SAMPLE_RELEASES)
	@# The same random inputs each time: what fails here fails again. `make properties` takes new ones.
	QUIS_REQUIRE_SOLVERS=1 PROPTEST_RNG_SEED=1 $(CARGO) test --workspace
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis $(TARGET)/debug/quis seeds
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis $(TARGET)/debug/quis --solver cvc5 seeds

known-bugs: solvers ## known bugs of 25 old releases, which are installed first (700 MB): does the judge see them?
	$(QUIS) solvers install --optional $(KNOWN_RELEASES)
	$(CARGO) test --workspace --test known_bugs -- --full --test-threads $(JOBS)

properties: rust ## property tests on new random inputs, ROUNDS times
	for round in $$(seq $(ROUNDS)); do \
	  $(CARGO) test --workspace --lib --test properties || exit 1; \
	done

pages: rust python ## reports in a real browser (Chromium)
	QUIS_REQUIRE_BROWSER=1 $(CARGO) test --workspace --test report browser

conformance: solvers ## our values of every operator against the solvers', in full (a quarter of an hour)
	QUIS_REQUIRE_SOLVERS=1 $(CARGO) test --release -p quis-semantics --test conformance -- --full --jobs $(JOBS)

solvers: build python ## install Z3, cvc5 and Bitwuzla, for this user
	@$(QUIS) solvers install $(SOLVERS)
	@$(QUIS) solvers install --optional $(OPTIONAL_SOLVERS)

bench: rust ## measure the parser and the evaluator
	$(CARGO) bench --workspace

corpus: corpus-given solvers ## CORPUS=dir: print and re-read every file, compare the solvers' answers
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis $(QUIS) $(CORPUS)
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis $(QUIS) --solver cvc5 $(CORPUS)

peers: corpus-given solvers ## CORPUS=dir: speed and memory beside Z3, yaspar-ir and pySMT
	$(CARGO) build --release --locked --manifest-path bench-peers/Cargo.toml --target-dir bench-peers/target
	$(PYTHON) tools/bench_peers.py $(CORPUS)
	$(CARGO) build --release -p quis-semantics --example evaluate_repeatedly
	$(PYTHON) tools/bench_evaluation.py $(CORPUS)

validate: corpus-given solvers ## CORPUS=dir: are the solvers' models of these files models?
	$(QUIS) validate $(CORPUS) --solver z3 --solver cvc5 --timeout 5 --jobs $(JOBS)

triggers: corpus-given solvers ## CORPUS=dir: which triggering terms are found, what that costs, and are there false alarms?
	$(PYTHON) tools/bench_triggers.py --program $(QUIS) --jobs $(JOBS) $(CORPUS)
	$(QUIS) solvers install z3@4.13.4
	$(PYTHON) tools/check_triggers.py --program $(QUIS) --jobs $(JOBS) $(CORPUS)

fuzz: rust ## fuzz the parser and the evaluator, ten minutes each (nightly toolchain and cargo-fuzz)
	@$(CARGO) +nightly fuzz --version >/dev/null 2>&1 || { echo "make: fuzzing needs a nightly toolchain and cargo-fuzz: \
	run \`rustup toolchain install nightly\` and \`cargo install cargo-fuzz\`." >&2; exit 1; }
	mkdir -p fuzz/corpus/parse && find seeds crates/smtlib/tests/regressions -name '*.smt2' -size -4k -exec cp -n {} fuzz/corpus/parse ';'
	cd fuzz && $(CARGO) +nightly fuzz run -s none parse -- -max_total_time=600 -max_len=4096 -dict=smtlib.dict
	mkdir -p fuzz/corpus/evaluate && cp -n fuzz/seeds/evaluate/* fuzz/corpus/evaluate
	cd fuzz && $(CARGO) +nightly fuzz run -s none evaluate -- -max_total_time=600 -max_len=4096 -dict=smtlib.dict -timeout=20

mutants: rust python ## do the tests of the evaluator and of the judge notice COUNT=60 random faults in each (SEED=1)? needs cargo-mutants
	@$(CARGO) mutants --version >/dev/null 2>&1 || { echo "make: cargo-mutants is missing: run \`cargo install cargo-mutants --locked\`." >&2; exit 1; }
	for folder in semantics judge; do \
	  PROPTEST_RNG_SEED=1 $(PYTHON) tools/mutants.py $$folder --count $(COUNT) --seed $(SEED) || exit 1; \
	done

clean: ## remove everything that was built here
	$(CARGO) clean
	rm -rf bench-peers/target fuzz/target tools/__pycache__

# --- What the targets above need --------------------------------------------

build: rust
	$(CARGO) build --release --bin quis

rust:
	@$(call require,cc,install the Debian package build-essential.)
	@$(call require,$(CARGO),install Rust with rustup (cargo in Debian 12 is too old).)

lints:
	@{ $(CARGO) fmt --version && $(CARGO) clippy --version; } >/dev/null 2>&1 \
	|| { command -v rustup >/dev/null 2>&1 && rustup component add rustfmt clippy; } \
	|| { echo "make: rustfmt or clippy is missing: add both components to the Rust toolchain." >&2; exit 1; }

python:
	@$(call require,$(PYTHON),install the Debian packages python3 and python3-pip.)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 9))' \
	|| { echo "make: $(PYTHON) is older than 3.9: set PYTHON to a newer one." >&2; exit 1; }

corpus-given:
	@test -n "$(CORPUS)" || { echo "make: say which files, as in \`make corpus CORPUS=seeds\`." >&2; exit 2; }
