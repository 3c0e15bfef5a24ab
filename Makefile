# Every target works on a fresh machine with Swift: it sets up what is missing, and does nothing when nothing is.
SWIFT ?= swift
BUILD = $(SWIFT) build
# On a machine of CI, without debug information, which takes a third of a cold build, without LLVM's check of the compiler's own output, and each module as a whole:
# who builds once gains nothing from parts that can be built again, and they take a third of the rest. What others need of a module comes with it, and not from
# a second reading of its sources.
DEBUG = $(if $(CI),-debug-info-format none -Xcc -g0 -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo \
	-Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify)
# OPTIMIZED=1 compiles the product's own modules as they ship, for the tests before a release: what a compiler does wrong shows only so. It takes half as long again.
ifdef OPTIMIZED
export NEXUS_OPTIMIZED = 1
endif
# What a cold build of the tests counts.
STEPS = $(if $(CI),1230,3400)
# Without debug information, which takes a fifth of the time of compiling our modules. Crash reports still name functions, which are in the table of symbols.
RELEASE = -c release -debug-info-format none
DATA ?= data
PORT ?= 8480
EVAL ?= eval
SEEDS ?= 1000
SAMPLE ?= 5
ROUNDS ?= 5
# A value as one word of the shell, and a path whose leading ~ stays the home folder.
quoted = '$(subst ','\'',$(1))'
quoted-path = $(if $(filter ~/%,$(firstword $(1))),$(patsubst '~/%,~/'%,$(call quoted,$(1))),$(call quoted,$(1)))

.PHONY: help run test test-postgres test-cluster apple-check simulate check dist dist-check bench eval eval-model web-types measure-web pictures setup setup-tests clean

help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup:
	@scripts/setup.sh
	@scripts/fetch-model.sh

setup-tests:
	@scripts/setup.sh tests
	@scripts/fetch-model.sh

run: setup ## build and start the server; DEMO=1 fills it with a small team
	@scripts/progress.sh "Building the server" 1000 $(BUILD) $(RELEASE) --product nexus
	@scripts/quietly.sh "Building the web core" scripts/build-web-core.sh
	@scripts/quietly.sh "Compressing the web client" scripts/compress-web.sh
	@DEMO=$(call quoted,$(DEMO)) .build/release/nexus serve --port $(call quoted,$(PORT)) --data $(call quoted-path,$(DATA)) --web Web $(if $(DEMO),--demo)

# Much of a build leaves a core idle: the rest is made beside it, on one. In CI, without the compiler's index, which takes a seventh of the time.
test: setup-tests ## set up what is missing, build and run every test; OPTIMIZED=1 as it ships
	@$(if $(CI),cp scripts/test-entry.swift,rm -f) Tests/XCTMain.swift
	@nice -n 5 scripts/quietly.sh "Preparing the tests" scripts/prepare-tests.sh & prepared=$$!; \
	scripts/progress.sh "Building" $(STEPS) $(BUILD) $(DEBUG) $(if $(CI),--disable-index-store) --build-tests; built=$$?; \
	wait $$prepared && exit $$built
	@scripts/test.sh

test-postgres: setup-tests ## run all tests of the database and the server on PostgreSQL
	@scripts/progress.sh "Building" $(STEPS) $(BUILD) $(DEBUG) --build-tests
	@scripts/postgres.sh scripts/swift-tests.sh --filter 'NexusDatabaseTests|NexusServerTests'

test-cluster: ## let everything fail under three nodes, PostgreSQL, NATS and HAProxy, ROUNDS=5 times, with longer pauses than "make test"
	@scripts/setup.sh cluster
	@scripts/fetch-model.sh
	@scripts/progress.sh "Building" $(STEPS) $(BUILD) $(DEBUG) --build-tests
	@NEXUS_CLUSTER_ROUNDS=$(call quoted,$(ROUNDS)) scripts/swift-tests.sh --no-parallel --filter ClusterTests

apple-check: setup-tests ## check the app for iPhone and Mac as far as Linux allows; see docs/apple.md
	@scripts/progress.sh "Building" $(STEPS) $(BUILD) $(DEBUG) --build-tests
	@scripts/apple-check.sh

simulate: setup ## run the simulation alone; SEEDS=100000 for more runs
	@scripts/progress.sh "Building" $(STEPS) $(BUILD) $(DEBUG) --build-tests
	@NEXUS_SIMULATION_SEEDS=$(call quoted,$(SEEDS)) scripts/swift-tests.sh --filter SimulationTests

check: setup ## formatting, warnings, types and tests: the same as CI
	@scripts/setup.sh check
	@tsc -p Web & types=$$!; \
	swift-format lint --strict --recursive --parallel Sources Tests Benchmarks Examples Apple scripts Package.swift && wait $$types
	@$(MAKE) --no-print-directory test

dist: setup ## make the packages: tarball, symbols, Debian package; see packaging/README.md
	@NEXUS_MODEL_REQUIRED=1 scripts/fetch-model.sh
	@scripts/quietly.sh "Building the web core" scripts/build-web-core.sh
	@scripts/quietly.sh "Compressing the web client" scripts/compress-web.sh
	@scripts/progress.sh "Building the program" 1000 packaging/build.sh
	@packaging/dist.sh

dist-check: ## check the packages of "make dist" in fresh Debian roots; needs root, debootstrap and buildah
	@packaging/checks/files.sh
	@packaging/checks/package.sh
	@packaging/checks/container.sh

bench: setup ## measure; see docs/performance.md
	@scripts/quietly.sh "Building" $(BUILD) $(RELEASE) --product nexus
	@.build/release/nexus bench all

eval: setup ## measure retrieval, answers and insights on the data in EVAL (EVAL=folder); see docs/intelligence.md
	@scripts/quietly.sh "Building" $(BUILD) $(RELEASE) --product nexus
	@.build/release/nexus bench retrieval $(call quoted-path,$(EVAL)/locomo-dev.json)
	@.build/release/nexus bench answers $(call quoted-path,$(EVAL)/locomo-dev.json)
	@.build/release/nexus bench insights $(call quoted-path,$(EVAL)/ami-train-dev.json.gz)

eval-model: ## measure insights by the language model of NEXUS_AI_URL on SAMPLE=5 conversations; see docs/intelligence.md
	@test -n $(call quoted,$(NEXUS_AI_URL)) -a -n $(call quoted,$(NEXUS_AI_MODEL)) || { \
		echo "Set NEXUS_AI_URL and NEXUS_AI_MODEL to the language model to measure, and NEXUS_AI_KEY_FILE if it wants a key." >&2; \
		echo "The chats of Fixtures/Chat are sent to it. See docs/intelligence.md#language-models." >&2; exit 2; }
	@$(MAKE) --no-print-directory setup
	@scripts/quietly.sh "Building" $(BUILD) $(RELEASE) --product nexus
	@.build/release/nexus bench chat Fixtures/Chat --model --sample $(call quoted,$(SAMPLE))

web-types: setup ## write the types of the wire for the web client, Web/shell/wire.js
	@NEXUS_WRITE_WEB_TYPES=1 $(SWIFT) test --filter WebTypesTests

measure-web: setup-tests ## measure the web client in Chromium; see docs/performance.md
	@scripts/measure-web.sh

pictures: setup ## regenerate the pictures of the README
	@scripts/quietly.sh "Building" $(BUILD) $(RELEASE) --product nexus
	@node scripts/picture-terminal.mjs
	@scripts/pictures.sh

clean: ## remove what was built
	@rm -rf .build .build-web .build-dist dist; find Web -name "*.br" -delete
