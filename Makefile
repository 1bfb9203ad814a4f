# The commands of the project; `make help` lists them.

PYTHON ?= python3
CARGO  ?= cargo
JOBS   ?= 2
QUIS   := target/release/quis
comma  := ,

# The solvers of the tests, and one that is left out where there is no wheel of it for the Python at hand.
SOLVERS          := z3@5.4.0 cvc5@1.4.2
OPTIONAL_SOLVERS := bitwuzla@0.9.1

# A missing tool ends the run with one sentence that names what to install.
require = command -v $(1) >/dev/null 2>&1 || { echo "make: $(1) is missing: $(2)" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test conformance solvers bench corpus peers validate fuzz clean rust lints python corpus-given build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build solvers ## build Quis, check the bundled example seeds, and validate Z3's models of them
	$(QUIS) check seeds
	@# Exit code 3: some assertions are open (quantifiers, for example). That is no failure.
	$(QUIS) validate seeds --solver z3 --timeout 5 || test $$? -eq 3

test: rust lints solvers ## formatting, lints and all tests, with real solvers
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	QUIS_REQUIRE_SOLVERS=1 $(CARGO) test --workspace
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis target/debug/quis seeds
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --quis target/debug/quis --solver cvc5 seeds

conformance: rust solvers ## our values of every operator against the solvers', in full (a quarter of an hour)
	QUIS_REQUIRE_SOLVERS=1 $(CARGO) test --release -p quis-semantics --test conformance -- --full --jobs $(JOBS)

solvers: rust python ## install the solvers of the tests, for this user
	@$(CARGO) run --quiet $(PROFILE) --bin quis -- solvers install $(SOLVERS)
	@$(CARGO) run --quiet $(PROFILE) --bin quis -- solvers install --optional $(OPTIONAL_SOLVERS)

# One build of Quis is enough: the one that is used anyway.
run conformance corpus peers validate: PROFILE := --release

bench: rust ## measure the parser and the evaluator
	$(CARGO) bench --workspace

corpus: corpus-given solvers build ## CORPUS=dir: print and re-read every file, compare the solvers' answers
	$(PYTHON) tools/roundtrip.py -j $(JOBS) $(CORPUS)
	$(PYTHON) tools/roundtrip.py -j $(JOBS) --solver cvc5 $(CORPUS)

peers: corpus-given solvers build ## CORPUS=dir: speed and memory beside Z3, yaspar-ir and pySMT
	$(CARGO) build --release --locked --manifest-path bench-peers/Cargo.toml --target-dir bench-peers/target
	$(PYTHON) tools/bench_peers.py $(CORPUS)
	$(CARGO) build --release -p quis-semantics --example evaluate_repeatedly
	$(PYTHON) tools/bench_evaluation.py $(CORPUS)

validate: corpus-given solvers build ## CORPUS=dir: are the solvers' models of these files models?
	$(QUIS) validate $(CORPUS) --solver z3 --solver cvc5 --timeout 5 --jobs $(JOBS)

fuzz: rust ## fuzz the parser and the evaluator, ten minutes each (nightly toolchain and cargo-fuzz)
	@$(CARGO) +nightly fuzz --version >/dev/null 2>&1 || { echo "make: fuzzing needs a nightly toolchain and cargo-fuzz: \
	run \`rustup toolchain install nightly\` and \`cargo install cargo-fuzz\`." >&2; exit 1; }
	mkdir -p fuzz/corpus/parse && find seeds crates/smtlib/tests/regressions -name '*.smt2' -size -4k -exec cp -n {} fuzz/corpus/parse ';'
	cd fuzz && $(CARGO) +nightly fuzz run -s none parse -- -max_total_time=600 -max_len=4096 -dict=smtlib.dict
	mkdir -p fuzz/corpus/evaluate && cp -n fuzz/seeds/evaluate/* fuzz/corpus/evaluate
	cd fuzz && $(CARGO) +nightly fuzz run -s none evaluate -- -max_total_time=600 -max_len=4096 -dict=smtlib.dict -timeout=20

clean: ## remove everything that was built or installed here
	$(CARGO) clean
	rm -rf .solvers bench-peers/target fuzz/target tools/__pycache__

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
