# The face of Warpgrade: `make` alone prints what there is. How things are built stands in CMakeLists.txt.
# Files are found by wildcard: nothing has to be added for a new source file, test or lab.

SHELL := /bin/bash
B := build

# --- what to grade -----------------------------------------------------------------------------------
LAB     ?=
TASK    ?=
CASE    ?=
SEED    ?=
FROM    ?= skeletons
BACKEND ?= auto
REAL    ?= float

case_and_seed = $(addprefix --case ,$(CASE)) $(addprefix --seed ,$(SEED))

# Of a student's kit.
for_students := grade findings watch profile explain bench handouts build clean
not_for_them := $(filter kit wheel deb test check batch similar import export gradescope-autograder image sanitize headers,$(MAKECMDGOALS))
$(if $(and $(wildcard KIT),$(not_for_them)),$(error A student's kit has no `make $(firstword $(not_for_them))`. It has: $(for_students)))

# Variables have capitals; `make grade lab=dot` would grade all labs.
$(foreach v,lab task case seed from backend real strict,$(if $(filter command,$(firstword $(origin $(v)))), \
  $(error $(v)=$($(v)): variables are written in capitals. Try: make $(or $(MAKECMDGOALS),grade) $(shell echo $(v) | tr a-z A-Z)=$($(v)))))

# What a target cannot do without is asked for before anything is built: $(call wanted,TARGETS,GIVEN,QUESTION).
wanted = $(if $(filter $(1),$(MAKECMDGOALS)),$(if $(strip $(2)),,$(error $(3))))
$(call wanted,bench,$(LAB),Which lab? Try: make bench LAB=matmul)
$(call wanted,watch,$(LAB),Which lab? Try: make watch LAB=matmul)
$(call wanted,profile,$(and $(LAB),$(TASK)),Which one? Try: make profile LAB=matmul TASK=matmul_tiled)
$(call wanted,batch,$(and $(SUBMISSIONS),$(filter command,$(firstword $(origin OUT)))),Which class? Try: make batch SUBMISSIONS=DIR OUT=DIR)
$(call wanted,similar,$(filter command,$(firstword $(origin FROM))),Which class? Try: make similar FROM=DIR with the OUT of make batch)

# --- how to build ------------------------------------------------------------------------------------
export CXX CXXFLAGS CUDA_HOME

# As many jobs as there are cores, unless -j is given.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS)),)
  MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help

# What has to be built is told to CMake, all of it at once: $(call built,TARGETS).
built = @tools/build.sh $(filter -j%,$(MAKEFLAGS)) $(if $(findstring k,$(firstword -$(MAKEFLAGS))),-k) $(1)

labs          := $(patsubst labs/%/lab.json,%,$(wildcard labs/*/lab.json))
engine_tests  := $(patsubst tests/engine/%.cu,$(B)/simt/tests/%,$(wildcard tests/engine/*.cu))
bench_sources := $(wildcard research/*.cpp research/engine/*.cu)

# --- what there is -----------------------------------------------------------------------------------

.PHONY: help
help:
	@awk -F ' *## *' -v only='$(if $(wildcard KIT),$(for_students))' ' \
	  /^##/ {print $$2} \
	  /^[a-z%-]+:.*## / {sub(/:.*/, "", $$1); if (only == "" || index(" " only " ", " " $$1 " ")) printf "  make %-10s %s\n", $$1, $$2}' Makefile

## The targets:

.PHONY: grade
grade: build ## grade what is in skeletons/: [LAB=matmul] [TASK=matmul_tiled] [CASE=NAME] [SEED=N] [FROM=DIR] [BACKEND=auto|cpu|cuda] [REAL=float|double] [ARGS=--all]; [STRICT=1] to fail if points are lost
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" "$(BACKEND)" "$(REAL)" grade $(case_and_seed) $(ARGS)

.PHONY: demo
demo: build ## grade a small kernel with a mistake, to see what a report looks like
	@tools/demo.sh

.PHONY: findings
findings: build ## races, out-of-bounds accesses, wasted memory traffic, with their lines; no grade: [LAB=matmul] [TASK=matmul_tiled] [CASE=NAME] [SEED=N] [FROM=DIR] [REAL=float|double]; [STRICT=1] to fail if there are errors
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" cpu "$(REAL)" check $(case_and_seed)

.PHONY: watch
watch: build ## grade what you save, at once, in the terminal and on a page: LAB=matmul [TASK=matmul_tiled] [FROM=DIR] [REAL=float|double]
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" cpu "$(REAL)" watch $(addprefix --seed ,$(SEED))

.PHONY: profile
profile: build ## why a kernel is slow: LAB=matmul TASK=matmul_tiled [CASE=NAME] [SEED=N] [FROM=DIR] [BACKEND=auto|cpu|cuda] [REAL=float|double]
	@$(B)/warpgrade profile "$(LAB)" --task "$(TASK)" --from "$(FROM)" --backend $(BACKEND) --real $(REAL) $(case_and_seed)

CAUSE ?=
.PHONY: explain
explain: $(B)/warpgrade ## what a message of the report means, and how to fix it: [CAUSE=race.block]
	@$(B)/warpgrade explain $(CAUSE)

.PHONY: test
test: ## all tests that this machine can run, or the unit tests of one module: [MODULE=score] [ARGS="a test's name"]
	@$(if $(MODULE),tools/build.sh test_$(MODULE) && WARPGRADE_ROOT="$(CURDIR)" $(B)/tests/$(MODULE) $(ARGS),tools/test.sh)

.PHONY: build
build: ## the program, the CPU engine and what student code is linked with
	$(call built,all)

.PHONY: deps
deps: ## install the libraries: by apt-get as root, else into .deps/; DEPS=local: all into .deps/, to be copied along
	@tools/deps.sh $(or $(DEPS),auto)

.PHONY: check
check: ## what must be green before a change is handed in: tests, headers, format
	@tools/test.sh

.PHONY: headers
headers: deps ## does every header compile alone?
	@tests/scripts/headers.sh

.PHONY: modules
modules: ## does every folder of grader/ link with those that it may use, and no other?
	$(call built,modules)

.PHONY: format
format: ## put all sources into the project's format (clang-format 14)
	@tools/format.sh

.PHONY: tidy
tidy: ## what clang-tidy finds (checks: .clang-tidy): [MODULE=speed]
	@tools/tidy.sh $(MODULE)

.PHONY: skeletons
skeletons: $(B)/warpgrade ## write skeletons/ from solutions/
	@$(B)/warpgrade skeletons

.PHONY: data
data: $(B)/warpgrade ## make the input files that are not stored
	@$(B)/warpgrade data

# Options beside these: ARGS="--sizes 256,512 --block-sizes 32,64".
bench_from = $(if $(filter command,$(firstword $(origin FROM))),$(FROM))
OUT ?= $(B)/measured/$(LAB)$(addprefix -,$(notdir $(bench_from:/=)))
.PHONY: bench
bench: build ## figures, tables and data of a lab's variants, or of your tasks beside them: LAB=matmul [FROM=DIR] [BACKEND=cpu] [REAL=double] [SEED=N] [RESULTS=FILE] [OUT=DIR] [ARGS=--help]
	@tools/deps.sh bench
	@$(B)/warpgrade bench "$(LAB)" --out "$(OUT)" --backend $(BACKEND) $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) \
	  $(addprefix --seed ,$(SEED)) $(if $(bench_from),--from "$(bench_from)") $(if $(RESULTS),--results "$(RESULTS)") $(ARGS)

.PHONY: causes-table
causes-table: build $(B)/corpus ## what reports say of the test suite's entries, judged: docs/causes.md
	@$(B)/corpus --causes >$(B)/causes.md && mv $(B)/causes.md docs/causes.md

.PHONY: batch
batch: build ## grade a class: SUBMISSIONS=DIR|ZIP OUT=DIR [LAB=matmul] [BACKEND=cpu] [REAL=double] [SEED=N] [RESUME=1] [ARGS="--roster class.csv --jobs 4"]
	@$(B)/warpgrade batch --submissions "$(SUBMISSIONS)" --out "$(OUT)" $(addprefix --lab ,$(LAB)) \
	  $(if $(filter command,$(firstword $(origin BACKEND))),--backend $(BACKEND)) $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) \
	  $(addprefix --seed ,$(SEED)) $(if $(RESUME),--resume) $(ARGS)

.PHONY: similar
similar: build ## which submissions of a class are alike, a hint and no verdict: FROM=DIR of `make batch` [LAB=matmul] [ARGS="--against last-year"]
	@$(B)/warpgrade similar --from "$(FROM)" $(addprefix --lab ,$(LAB)) $(ARGS)

.PHONY: gradescope-autograder
gradescope-autograder: ## an autograder for Gradescope, as a zip: LAB=dot [REAL=double] [PER_DAY=5] [ARGS=--no-sandbox] (docs/gradescope.md)
	$(call built,all kit_programs)
	@tools/gradescope.sh "$(LAB)" $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) $(ARGS)

M ?= 8
N ?= 8
.PHONY: variants ladder
ladder: variants
variants: build ## measure all variants of the labs into docs/variants/: [LAB=poisson] [REAL=double]; what stands there is kept, delete LAB.json to begin anew
	@mkdir -p docs/variants
	@for lab in $(or $(LAB),$(labs)); do \
	  of=docs/variants/$$lab; \
	  $(B)/warpgrade run $$lab --real $(REAL) --table $$of.md --json $$of.json $$([ ! -f $$of.json ] || echo --earlier $$of.json) || exit; \
	done

.PHONY: doctor
doctor: build ## is this machine fit for the labs, and as fast as those beside it? [JSON=FILE] [BASELINE="FILE FILE"] [QUICK=1]
	@$(B)/warpgrade doctor $(if $(JSON),--json "$(JSON)") $(foreach file,$(BASELINE),--baseline "$(file)") $(if $(QUICK),--quick)

.PHONY: matvec-chunk
matvec-chunk: build ## that lab's kernels by threads a block: [M=8] [N=8] [REAL=double] [BACKEND=cpu|cuda] [ARGS="BLOCKS THREADS VECTORS"]
	@solutions/matvec-chunk/program/run $(M) $(N) $(REAL) $(BACKEND) $(ARGS)

.PHONY: new-lab
new-lab: build ## write a lab that grades itself, to be made yours (docs/new-lab.md): NAME=prefix-sum [LIKE=scan]
	@# From the command line alone: some systems set NAME in the environment.
	@$(B)/warpgrade new-lab $(if $(filter command,$(firstword $(origin NAME))),"$(NAME)") $(if $(LIKE),--like "$(LIKE)")

.PHONY: check-lab
check-lab: build ## what a lab still lacks, and which mistakes its cases do not find: LAB=scan
	@$(B)/warpgrade check-lab $(LAB) $(if $(REAL),--real $(REAL))

# A kit's programs run on other processors than this one.
ifneq ($(filter kit wheel gradescope-autograder,$(MAKECMDGOALS)),)
  $(if $(filter -m%,$(CXXFLAGS)),$(error CXXFLAGS=$(CXXFLAGS) may make programs that fail on other processors. Try: make $(MAKECMDGOALS) CXXFLAGS=))
endif

.PHONY: kit-parts
kit-parts:
	$(call built,all kit_programs)
	@tools/arm_programs.sh
	@! { command -v pandoc >/dev/null && tools/deps.sh has-latex; } || \
	  env -u MAKEFLAGS $(MAKE) --no-print-directory $(foreach lab,$(or $(LAB),$(handout_labs)),$(B)/handouts/$(lab).html $(B)/handouts/$(lab).pdf)

.PHONY: kit
kit: kit-parts ## write the student's and the instructor's archive into build/kit/: [LAB="dot matmul"] for a student's kit of these labs
	@KIT_LABS="$(LAB)" tools/kit.sh

.PHONY: wheel
wheel: kit-parts ## write the student's kit as build/wheel/warpgrade-….whl, for pip install: [LAB="dot matmul"]
	@KIT_LABS="$(LAB)" tools/kit.sh wheel

# A student's kit brings them. Without them it makes HTML alone, since LaTeX is large; PDF=1 makes both.
made_handouts := $(if $(wildcard KIT),$(if $(PDF),,$(wildcard $(foreach kind,html pdf,handouts/$(or $(LAB),*).$(kind)))))
.PHONY: handouts made-handouts
made-handouts:
	@printf '%s\n' $(made_handouts)
handouts: $(if $(made_handouts),made-handouts,handout-pages) ## the labs' pages, HTML and PDF, into build/handouts/; in a student's kit they are in handouts/: [LAB=matmul]

PREFIX ?=
.PHONY: install
install: ## put what grading needs into PREFIX=DIR; DIR/bin/warpgrade grades from any folder
	@[ -n "$(PREFIX)" ] || { echo 'Where to? make install PREFIX=$$HOME/warpgrade' >&2; exit 2; }
	$(call built,all)
	@tools/install.sh "$(DESTDIR)$(PREFIX)/lib/warpgrade"
	@mkdir -p "$(DESTDIR)$(PREFIX)/bin" && ln -sfn ../lib/warpgrade/build/warpgrade "$(DESTDIR)$(PREFIX)/bin/warpgrade"
	@echo "$(PREFIX)/bin/warpgrade is there"
	@[ -f KIT ] || echo 'It holds the solutions and hidden cases. For students, install from their kit.'

.PHONY: deb
deb: ## a package for this Debian or Ubuntu: build/deb/warpgrade_VERSION_ARCHITECTURE.deb
	$(call built,all)
	@tools/package.sh

.PHONY: screenshots
screenshots: build $(B)/unit_tests ## the pictures in docs/images/, made again
	@tools/screenshots.sh

.PHONY: clean
clean: ## remove what was built; .deps/ stays
	@rm -rf $(B)

# --- handouts ----------------------------------------------------------------------------------------
handout_labs  := $(patsubst handouts/%.md,%,$(wildcard handouts/*.md))
handout_tools := $(wildcard tools/handouts/*) grader/cli/tasks_command.cpp
handout_for   := $(if $(wildcard KIT),,instructor/)  # a student's kit has what is for students alone
handout_kinds := html $(if $(or $(PDF),$(if $(wildcard KIT),,1)),pdf)  # LaTeX is large

.PHONY: handout-pages handouts-ready no-handout
handout-pages: $(if $(filter-out $(handout_labs),$(LAB)),no-handout, \
  $(foreach lab,$(or $(LAB),$(handout_labs)),$(foreach kind,$(handout_kinds),$(foreach for,/ $(addprefix /,$(handout_for)),$(B)/handouts$(for)$(lab).$(kind)))))

no-handout:
	@echo 'There is no handouts/$(LAB).md. Handouts: $(or $(handout_labs),none)' >&2; exit 2

handouts-ready:
	@tools/deps.sh handouts $(handout_kinds)

# Where LaTeX is not there and cannot be installed, which handouts-ready says once, there are no PDFs.
define handout_rules
$(B)/handouts/$(1).html $(B)/handouts/instructor/$(1).html: handouts/$(1).md $(wildcard docs/variants/$(1).md) $(handout_tools) | $(B)/warpgrade handouts-ready
	@printf '%-5s %s\n' PAGE $$@
	@tools/handouts/page.sh $$< $$(if $$(filter %/instructor,$$(@D)),instructor,students) $$@

$(B)/handouts/$(1).pdf $(B)/handouts/instructor/$(1).pdf: handouts/$(1).md $(wildcard docs/variants/$(1).md) $(handout_tools) | $(B)/warpgrade handouts-ready
	@! tools/deps.sh has-latex || { printf '%-5s %s\n' PAGE $$@ && \
	  tools/handouts/page.sh $$< $$(if $$(filter %/instructor,$$(@D)),instructor,students) $$@; }
endef
$(foreach lab,$(handout_labs),$(eval $(call handout_rules,$(lab))))
handouts_read := $(wildcard $(B)/handouts/*.d $(B)/handouts/instructor/*.d)
-include $(handouts_read)
$(handouts_read): ;  # page.sh writes them, and not the rule for any other file of build/

# --- tests and benchmarks ----------------------------------------------------------------------------
# `make -k test-programs` builds what can be built; tools/test.sh counts what could not as failed.
unit_tests := $(if $(wildcard tests/unit/*/*.cpp),$(B)/unit_tests)
corpus     := $(if $(wildcard tests/submissions/*.cpp),$(B)/corpus)
# Of the benchmarks it is tested that they can be built.
studies    := $(filter-out fuzz_tool_output,$(basename $(notdir $(wildcard research/*.cpp))))
.PHONY: test-programs list-test-programs list-modules
test-programs:
	$(call built,all $(notdir $(corpus)) engine_tests $(notdir $(unit_tests)) $(studies))

list-test-programs:
	@printf '%s\n' $(B)/warpgrade $(B)/runner/sealed-fast.o $(B)/runner/sealed-check.o \
	  $(foreach lab,$(labs),$(B)/runner/$(lab)_float.o $(B)/runner/$(lab)_double.o) $(unit_tests) $(corpus) $(engine_tests) \
	  $(addprefix $(B)/bench/,$(studies))

list-modules:
	@sed -n 's,^add_module(\([a-z_]*\).*,$(B)/modules/\1,p' grader/*/CMakeLists.txt

benches := $(basename $(notdir $(bench_sources)))
.PHONY: $(addprefix bench-,$(benches))
$(addprefix bench-,$(benches)): bench-%: build $(B)/bench/%
	@SIMT_WORKERS=$${SIMT_WORKERS:-$$(nproc)} $(B)/bench/$*

.PHONY: bench-batch bench-batch-kills
bench-batch: build ## a class of N=300, SAME=100 of them copies, by the batch and by a loop of grades
	@research/batch_throughput.sh $(if $(filter command,$(firstword $(origin N))),$(N),300) $(or $(SAME),100) $(or $(PART),100) $(LAB)
bench-batch-kills: build ## kill a batch TIMES=50 times at random moments, and resume it
	@research/batch_kills.sh $(TIMES)

.PHONY: identities-table
identities-table: $(B)/unit_tests ## who is credited in each format that is imported: docs/identities.md
	@WARPGRADE_WRITE_TABLES=1 $(B)/unit_tests 'docs/identities.md *'

.PHONY: mutants-table
mutants-table: build ## which mutants of the solutions the cases find, in docs/measured.md, or one in EVERY=N: takes hours
	@for lab in $(labs); do \
	  $(B)/warpgrade check-lab $$lab --table --every $(or $(EVERY),1) | tail -n 1; done >$(B)/mutants-table.md
	@sed -i -e '/^| lab | mutants |/,/^$$/{/^| ---/r $(B)/mutants-table.md' -e '/^| `/d}' docs/measured.md

.PHONY: modules-table
modules-table: ## write the table of modules in docs/design.md from their CMakeLists.txt
	@tests/scripts/dependencies.sh --table >$(B)/modules-table.md && \
	  sed -i -e '/^| folder | is | may use |$$/,/^$$/{/^| folder/r $(B)/modules-table.md' -e '/^|/d}' docs/design.md

WITH  ?= asan-ubsan
TESTS ?= $(if $(filter tsan,$(WITH)),unit_tests,data_tests)
.PHONY: sanitize
sanitize: build ## unit tests under the sanitizers: [WITH=asan-ubsan|tsan] [TESTS=data_tests|unit_tests] [ARGS="a test's name"]
	@tools/sanitize.sh $(WITH) $(TESTS) $(ARGS)

.PHONY: fuzz
fuzz: build $(B)/fuzz/fuzz_tool_output ## feed N=1000000 mutated words of tools and workers to what reads them, under the sanitizers [SEED=1]
	@$(B)/fuzz/fuzz_tool_output $(if $(filter command,$(firstword $(origin N))),$(N),1000000) $(or $(SEED),1)

# Any other file below build/, by its name.
$(B)/%: FORCE
	$(call built,$*)
.PHONY: FORCE
