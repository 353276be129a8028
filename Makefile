# The face of Warpgrade: `make` alone prints what there is. Files are found by wildcard: nothing has to
# be added here for a new source file, test or lab.

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

# Variables have capitals; `make grade lab=dot` would grade all labs.
$(foreach v,lab task case seed from backend real,$(if $(filter command,$(firstword $(origin $(v)))), \
  $(error $(v)=$($(v)): variables are written in capitals. Try: make $(MAKECMDGOALS) $(shell echo $(v) | tr a-z A-Z)=$($(v)))))

$(if $(filter bench,$(MAKECMDGOALS)),$(if $(LAB),,$(error Which lab? Try: make bench LAB=matmul)))

# --- how to build ------------------------------------------------------------------------------------
# Compiling is what a student waits for at first, so only what computes much is compiled for speed.
CXXFLAGS ?= -O1
warnings := -Wall -Wextra -Wshadow
# A compiler that we have not tried may warn of more: no reason to stop a student there.
warnings += $(if $(filter 11 12 13,$(firstword $(subst ., ,$(shell $(CXX) -dumpversion 2>/dev/null)))),-Werror)

# Libraries come from the system or from .deps/ (tools/deps.sh). All paths are relative, so that a tree
# can be copied to another machine and used there: -isystem keeps libraries out of the .d files, and
# --disable-new-dtags makes an RPATH, which holds for the libraries' own libraries too.
empty    :=
up        = $(subst $(empty) ,/,$(patsubst %,..,$(subst /, ,$(@D))))
triplet  := $(shell $(CXX) -print-multiarch 2>/dev/null)
includes := -Igrader -isystem .deps/usr/include -isystem .deps/usr/include/$(triplet) \
            -isystem .deps/usr/include/$(triplet)/openblas-pthread
lib_dirs := .deps/usr/lib/$(triplet)/openblas-pthread .deps/usr/lib/$(triplet) .deps/usr/lib
ldflags   = $(addprefix -L,$(lib_dirs)) -Wl,-rpath-link,.deps/usr/lib/$(triplet) -Wl,--disable-new-dtags \
            $(foreach d,$(lib_dirs),-Wl,-rpath,'$$ORIGIN/$(up)/$(d)')
# libarchive.a with what its readers of zip and tar call: dpkg and apt need these, so they are on every
# Debian and Ubuntu. The shared libarchive would want libxml2 and ICU as well.
libarchive = -l:libarchive.a -l:libz.so.1 -l:liblzma.so.5 -l:libbz2.so.1.0 -l:libzstd.so.1 -l:libnettle.so.8
libraries = -lfmt -l:libseccomp.a -l:libsqlite3.a -lopenblas $(libarchive) -l:libyaml-cpp.a -lpthread -ldl
# Catch2 2 has one library, Catch2 3 two.
catch2   = $(if $(shell ls {.deps,}/usr/lib/{,$(triplet)/}libCatch2Main.a 2>/dev/null),-lCatch2Main -lCatch2,-lCatch2WithMain)

depflags = -MMD -MP
cxx      = $(CXX) -std=c++20 $(CXXFLAGS) $(warnings) $(includes) $(depflags)

# The toolkit's headers, where there is one; $(cuda) is empty where there is not.
nvcc      := $(firstword $(wildcard $(CUDA_HOME)/bin/nvcc) $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
CUDA_HOME ?= $(patsubst %/bin/nvcc,%,$(realpath $(nvcc)))
cuda      := $(if $(nvcc),$(wildcard $(CUDA_HOME)/include/cuda_runtime.h))

# As many jobs as there are cores, unless -j is given.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS)),)
  MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help

# --- what there is -----------------------------------------------------------------------------------
# Most of a build from scratch is reading the same headers again, so the small files of a folder are
# compiled together, as one. Apart stay main files, what is slow or compiled otherwise, and files whose
# local names clash.
together := grader/watch grader/remedy grader/batch grader/import grader/gradebook grader/export grader/similar grader/doctor grader/cli grader/lab grader/judge grader/plot grader/profile grader/report grader/sandbox grader/toolchain grader/simt/engine grader/simt/check grader/simt/rewriter
# What the grader takes of the rewriter.
reads_code := grader/simt/rewriter/tokenizer.cpp grader/simt/rewriter/diagnostics.cpp
apart    := %/main.cpp grader/cli/options%.cpp grader/lab/schema.cpp grader/lab/manifest.cpp grader/lab/d%.cpp grader/lab/l%.cpp grader/lab/n%.cpp grader/lab/problem_file%.cpp grader/judge/c%.cpp grader/report/json.cpp grader/sandbox/supervisor.cpp grader/toolchain/nvml.cpp \
            grader/simt/rewriter/headers.cpp grader/simt/rewriter/source.cpp $(reads_code)
one_unit  = $(filter-out $(apart),$(wildcard $(1:%=%/*.cpp)))
object    = $(patsubst %.cpp,$(B)/obj/%.o,$(filter-out $(call one_unit,$(together)),$(1))) \
            $(foreach d,$(together),$(if $(filter $(call one_unit,$(d)),$(1)),$(B)/obj/$(d)/together.o))

labs             := $(patsubst labs/%/lab.json,%,$(wildcard labs/*/lab.json))
grader_sources   := $(filter-out grader/runner/% grader/tests/% grader/testsuite/% grader/bench/% grader/simt/%,$(wildcard grader/*/*.cpp)) \
                    $(wildcard labs/*/*.cpp)
# What takes longest to compile comes first: else one core idles at the end.
slow_sources     := $(shell grep -l '<valijson/\|cli/options.h\|lab/schema.h' $(grader_sources) 2>/dev/null)
grader_sources   := $(slow_sources) $(filter-out $(slow_sources),$(grader_sources))
engine_sources   := $(wildcard grader/simt/engine/*.cpp grader/simt/check/*.cpp)
rewriter_sources := $(wildcard grader/simt/rewriter/*.cpp)
test_sources     := $(wildcard grader/tests/*.cpp grader/simt/tests/*.cpp)
engine_tests     := $(patsubst grader/simt/tests/%.cu,$(B)/simt/tests/%,$(wildcard grader/simt/tests/*.cu))
bench_sources    := $(wildcard grader/bench/*.cpp grader/simt/bench/*.cpp grader/simt/bench/*.cu)
benches          := $(addprefix $(B)/bench/,$(basename $(notdir $(bench_sources))))
headers          := $(wildcard grader/*/*.h grader/*/*/*.h grader/*/*/*/*.h labs/*/*.h)
header_checks    := $(patsubst %,$(B)/headers/%.ok,$(headers))

grader_objects   := $(call object,$(grader_sources)) $(call object,$(reads_code))
engine_objects   := $(call object,$(engine_sources))
rewriter_objects := $(call object,$(rewriter_sources))
test_objects     := $(call object,$(test_sources))

sandbox_init     := $(if $(wildcard grader/sandbox/init/*.c*),$(B)/sandbox_init)
connect          := $(B)/connect
precompiled      := $(foreach mode,fast check,$(B)/simt/precompiled-$(mode)/simt/prelude.h.gch)
simt             := $(if $(engine_sources),$(B)/simt/libsimt.a $(B)/simt/libsimt_check.a) $(if $(rewriter_sources),$(B)/simt/simt_rewrite $(precompiled))
contracts        := $(foreach lab,$(labs),$(B)/runner/$(lab)_float.o $(B)/runner/$(lab)_double.o)
runner           := $(if $(wildcard grader/runner/backend_simt.cpp),$(B)/runner/sealed-fast.o $(B)/runner/sealed-check.o) \
                    $(if $(cuda),$(B)/runner/cuda.o $(B)/runner/backend_cuda.o)

.PHONY: help
help:
	@awk -F ' *## *' '/^##/ {print $$2} /^[a-z%-]+:.*## / {sub(/:.*/, "", $$1); printf "  make %-10s %s\n", $$1, $$2}' Makefile

## The targets:

.PHONY: grade
grade: build ## grade what is in skeletons/: [LAB=matmul] [TASK=matmul_tiled] [CASE=NAME] [SEED=N] [FROM=solutions|DIR] [BACKEND=auto|cpu|cuda] [REAL=float|double]
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" "$(BACKEND)" "$(REAL)" grade $(case_and_seed)

.PHONY: findings
findings: build ## races, out-of-bounds accesses, wasted memory traffic, with their lines; no grade: [LAB=matmul] [TASK=matmul_tiled] [CASE=NAME] [SEED=N] [FROM=solutions|DIR] [REAL=float|double]
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" cpu "$(REAL)" check $(case_and_seed)

.PHONY: watch
watch: build ## grade what you save, at once, in the terminal and on a page: LAB=matmul [TASK=matmul_tiled] [FROM=DIR] [REAL=float|double]
	@[ -n "$(LAB)" ] || { echo 'Which lab? make watch LAB=matmul' >&2; exit 2; }
	@tools/grade.sh "$(LAB)" "$(TASK)" "$(FROM)" cpu "$(REAL)" watch $(addprefix --seed ,$(SEED))

.PHONY: profile
profile: build ## why a kernel is slow: LAB=matmul TASK=matmul_tiled [FROM=solutions|DIR] [BACKEND=auto|cpu|cuda] [REAL=float|double]
	@[ -n "$(LAB)" ] && [ -n "$(TASK)" ] || { echo 'Which one? make profile LAB=matmul TASK=matmul_tiled' >&2; exit 2; }
	@$(B)/warpgrade profile "$(LAB)" --task "$(TASK)" --from "$(FROM)" --backend $(BACKEND) --real $(REAL)

CAUSE ?=
.PHONY: explain
explain: $(B)/warpgrade ## what a message of the report means, and how to fix it: [CAUSE=race.block]
	@$(B)/warpgrade explain $(CAUSE)

.PHONY: test
test: ## all tests that this machine can run; what was skipped is counted and named
	@tools/test.sh

.PHONY: build
build: $(B)/warpgrade $(sandbox_init) $(connect) $(simt) $(runner) $(contracts) ## the program, the CPU engine and what student code is linked with

.PHONY: deps
deps: ## install the libraries: by apt-get as root, else into .deps/; DEPS=local: all into .deps/, to be copied along
	@tools/deps.sh $(or $(DEPS),auto)

.PHONY: check
check: ## what must be green before a change is handed in: tests, headers, format
	@tools/test.sh

.PHONY: headers
headers: $(header_checks) ## does every header compile alone?

.PHONY: format
format: ## put all sources into the project's format (clang-format 14)
	@tools/format.sh

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
bench: build ## figures, tables and data of a lab's versions, or of your tasks beside them: LAB=matmul [FROM=DIR] [BACKEND=cpu] [REAL=double] [RESULTS=FILE] [OUT=DIR] [ARGS=--help]
	@tools/deps.sh bench
	@$(B)/warpgrade bench "$(LAB)" --out "$(OUT)" --backend $(BACKEND) $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) \
	  $(if $(bench_from),--from "$(bench_from)") $(if $(RESULTS),--results "$(RESULTS)") $(ARGS)

.PHONY: causes-table
causes-table: build $(B)/corpus ## what reports say of the test suite's entries, judged: docs/causes.md
	@$(B)/corpus --causes >$(B)/causes.md && mv $(B)/causes.md docs/causes.md

.PHONY: batch
batch: build ## grade a class: SUBMISSIONS=DIR|ZIP OUT=DIR [LAB=matmul] [BACKEND=cpu] [REAL=double] [RESUME=1] [ARGS="--roster class.csv --jobs 4"]
	@[ -n "$(SUBMISSIONS)" ] && [ "$(origin OUT)" = "command line" ] || { echo 'Which class? make batch SUBMISSIONS=DIR OUT=DIR' >&2; exit 2; }
	@$(B)/warpgrade batch --submissions "$(SUBMISSIONS)" --out "$(OUT)" $(addprefix --lab ,$(LAB)) \
	  $(if $(filter command,$(firstword $(origin BACKEND))),--backend $(BACKEND)) $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) \
	  $(if $(RESUME),--resume) $(ARGS)

.PHONY: similar
similar: build ## which submissions of a class are alike, a hint and no verdict: FROM=DIR of `make batch` [LAB=matmul] [ARGS="--against last-year"]
	@[ "$(origin FROM)" = "command line" ] || { echo 'Which class? make similar FROM=DIR, the OUT of make batch' >&2; exit 2; }
	@$(B)/warpgrade similar --from "$(FROM)" $(addprefix --lab ,$(LAB)) $(ARGS)

.PHONY: gradescope-autograder
gradescope-autograder: ## an autograder for Gradescope, as a zip: LAB=dot [REAL=double] [ARGS=--no-sandbox] (docs/gradescope.md)
	@tools/gradescope.sh "$(LAB)" $(if $(filter command,$(firstword $(origin REAL))),--real $(REAL)) $(ARGS)

M ?= 8
N ?= 8
.PHONY: ladder
ladder: build ## measure all versions of the labs into docs/ladder/: [LAB=poisson] [REAL=double]; what stands there is kept, delete LAB.json to begin anew
	@mkdir -p docs/ladder
	@for lab in $(or $(LAB),$(labs)); do \
	  of=docs/ladder/$$lab; \
	  $(B)/warpgrade run $$lab --real $(REAL) --table $$of.md --json $$of.json $$([ ! -f $$of.json ] || echo --earlier $$of.json) || exit; \
	done

.PHONY: doctor
doctor: build ## is this machine fit for the labs, and as fast as those beside it? [JSON=FILE] [BASELINE="FILE FILE"] [QUICK=1]
	@$(B)/warpgrade doctor $(if $(JSON),--json "$(JSON)") $(foreach file,$(BASELINE),--baseline "$(file)") $(if $(QUICK),--quick)

.PHONY: matvec-chunk
matvec-chunk: $(simt) ## that lab's kernels by threads a block: [M=8] [N=8] [REAL=double] [BACKEND=cpu|cuda] [ARGS="BLOCKS THREADS VECTORS"]
	@solutions/matvec-chunk/program/run $(M) $(N) $(REAL) $(BACKEND) $(ARGS)

.PHONY: new-lab
new-lab: build ## write a lab that grades itself, to be made yours (docs/new-lab.md): NAME=prefix-sum
	@# From the command line alone: some systems set NAME in the environment.
	@$(B)/warpgrade new-lab $(if $(filter command,$(firstword $(origin NAME))),"$(NAME)")

.PHONY: kit
kit: $(B)/warpgrade ## write the student's and the instructor's archive into build/kit/
	@tools/kit.sh

.PHONY: handouts
handouts: handout-pages ## the labs' pages, HTML and PDF, for students and for instructors, into build/handouts/: [LAB=matmul]

.PHONY: clean
clean: ## remove what was built; .deps/ stays
	@rm -rf $(B)

# --- programs ----------------------------------------------------------------------------------------
# Everything that is compiled waits for the libraries; when they are there, this costs milliseconds.
.PHONY: deps-ready
deps-ready:
	@tools/deps.sh quick

say = @printf '%-5s %s\n'

# Of a template's function that several objects hold the linker takes the first: those that were
# compiled without optimisation come last.
linked = $(filter-out $(unoptimised),$^) $(filter $(unoptimised),$^)

$(B)/warpgrade: $(grader_objects)
	$(say) LINK $@
	@$(CXX) -o $@ $(linked) $(ldflags) $(libraries)

fast := $(wildcard labs/*/*.cpp grader/lab/linear_system*.cpp grader/lab/problem_file*.cpp grader/lab/number_writer.cpp grader/lab/decimal.cpp grader/judge/c*.cpp grader/similar/*.cpp)
$(call object,$(fast)): private CXXFLAGS += -O2
$(engine_objects): private CXXFLAGS += -O2 -g1

# A JSON schema and a command line are read once: optimising the templates that do it takes far longer.
unoptimised := $(call object,$(shell grep -l '<valijson/\|cli/options.h\|lab/schema.h' $(slow_sources) /dev/null))
$(unoptimised): private CXXFLAGS += -O0

define together_rules
$(B)/obj/$(1)/together.cpp: FORCE
	@mkdir -p $$(@D)
	@printf '#include "%s"\n' $(call one_unit,$(1)) >$$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(B)/obj/$(1)/together.o: $(B)/obj/$(1)/together.cpp | deps-ready
	$$(say) CXX '$(1)/*.cpp'
	@$$(cxx) -I. -c -o $$@ $$<
endef
.PHONY: FORCE
$(foreach d,$(together),$(eval $(call together_rules,$(d))))

$(B)/obj/%.o: %.cpp | deps-ready
	$(say) CXX $<
	@mkdir -p $(@D)
	@$(cxx) -c -o $@ $<

# The pages about causes, compiled in: one entry for each folder of grader/result/causes.
cause_pages := $(B)/obj/grader/result/cause_pages.inc
$(cause_pages): FORCE
	@mkdir -p $(@D)
	@tools/cause_pages.sh >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(B)/obj/grader/result/cause_page.o: $(cause_pages)
$(B)/obj/grader/result/cause_page.o: private includes += -I$(B)/obj/grader/result

# The first process in the sandbox: static, because a sandbox need not hold our libraries.
$(B)/sandbox_init: $(wildcard grader/sandbox/init/*) | deps-ready
	$(say) LINK $@
	@mkdir -p $(@D)
	@$(CXX) -std=c++20 -Os $(warnings) $(includes) -static -s -o $@ $(filter %.cpp %.c,$^) $(ldflags) -l:libseccomp.a

# What a profiler starts in place of a runner: not static, because profilers preload libraries.
$(connect): grader/profile/connect/main.cpp grader/runner/protocol.h | deps-ready
	$(say) LINK $@
	@mkdir -p $(@D)
	@$(CXX) -std=c++20 -Os $(warnings) $(includes) -s -o $@ $<

# --- the CPU engine: its own headers stand for the toolkit's -----------------------------------------
$(engine_objects): private includes += -Igrader/simt/include -Igrader/simt
$(engine_objects): private cxx += -fno-strict-aliasing -fno-gnu-unique -fvisibility=hidden -include simt/visible.h
$(engine_objects): grader/simt/include/simt/visible.h
$(rewriter_objects): private includes += -Igrader/simt

engines_variables := $(foreach s,.data .data.rel .data.rel.local,--rename-section $(s)=simt_data) --rename-section .bss=simt_bss

# Two of them: what a program of its own uses of the C++ library, too, stands in both, and would bring
# the check along.
$(B)/simt/libsimt.a: $(filter-out %/check/together.o,$(engine_objects))
$(B)/simt/libsimt_check.a: $(filter %/check/together.o,$(engine_objects))
$(B)/simt/libsimt.a $(B)/simt/libsimt_check.a:
	$(say) AR $@
	@mkdir -p $(@D)
	@rm -f $@ && $(AR) rcs $@ $^
	@# by these the check knows the engine's own code, and what else nobody is to store to
	@objcopy --rename-section .text=simt_text $(engines_variables) $@

$(B)/simt/simt_rewrite: $(rewriter_objects)
	$(say) LINK $@
	@mkdir -p $(@D)
	@$(CXX) -o $@ $^ $(ldflags)

# Students' files begin with the engine's header: for a small one, reading it is most of the work.
$(precompiled): $(B)/simt/precompiled-%/simt/prelude.h.gch: grader/simt/simtcc $(wildcard grader/simt/include/*.h grader/simt/include/*/*.h) | $(B)/simt/simt_rewrite deps-ready
	$(say) SIMT '$(@F) ($*)'
	@grader/simt/simtcc --precompile --mode $*

# --- the runner: what a submission is linked with, once for each backend -----------------------------
runner_objects := $(B)/runner/cpu.o $(B)/runner/backend_simt.o $(B)/runner/cuda.o $(B)/runner/backend_cuda.o
# (private: else what they are made from would inherit it)
$(runner_objects) $(contracts): private CXXFLAGS += -fno-pie
$(B)/runner/cpu.o $(B)/runner/backend_simt.o: private includes += -Igrader/simt/include -Igrader/simt
$(B)/runner/cpu.o $(B)/runner/backend_simt.o: private CXXFLAGS += -fno-gnu-unique -fvisibility=hidden
$(B)/runner/cuda.o $(B)/runner/backend_cuda.o: private includes += -isystem $(CUDA_HOME)/include

$(B)/runner/cpu.o $(B)/runner/cuda.o: grader/runner/main.cpp | deps-ready
	$(say) CXX '$< ($(basename $(@F)))'
	@mkdir -p $(@D)
	@$(cxx) -c -o $@ $<

$(B)/runner/backend_%.o: grader/runner/backend_%.cpp | deps-ready
	$(say) CXX $<
	@mkdir -p $(@D)
	@$(cxx) -c -o $@ $<

# The runner and the engine as one object, in which a submission finds what CUDA's headers declare and no
# other name, and of which it can replace none (grader/runner/link).
# The program itself is not to tell where the engine's variables lie.
$(B)/runner/sealed-check.o: $(B)/simt/libsimt_check.a
$(B)/runner/sealed-%.o: $(B)/runner/cpu.o $(B)/runner/backend_simt.o $(B)/simt/libsimt.a
	$(say) SEAL $@
	@$(LD) -r --force-group-allocation -o $@ $(filter %.o,$^) --whole-archive $(filter %.a,$^)
	@objcopy --localize-hidden --strip-debug --strip-unneeded $(engines_variables) $@

# A contract's functions by name, derived from labs/LAB/LAB.h.
define contract_rules
$(B)/runner/$(1).cpp: $(B)/warpgrade labs/$(1)/lab.json labs/$(1)/$(1).h
	@mkdir -p $$(@D)
	@$(B)/warpgrade contract $(1) >$$@.new && { cmp -s $$@.new $$@ && touch $$@ && rm $$@.new || mv $$@.new $$@; }

$(B)/runner/$(1)_float.o $(B)/runner/$(1)_double.o: $(B)/runner/$(1)_%.o: $(B)/runner/$(1).cpp
	$$(say) CXX '$$< ($$*)'
	@$$(cxx) -DWARPGRADE_REAL=$$* -Ilabs/$(1) -I. -c -o $$@ $$<
endef
$(foreach lab,$(labs),$(eval $(call contract_rules,$(lab))))

# --- handouts ----------------------------------------------------------------------------------------
handout_labs  := $(patsubst handouts/%.md,%,$(wildcard handouts/*.md))
handout_tools := $(wildcard tools/handouts/*) grader/cli/tasks_command.cpp

.PHONY: handout-pages handouts-ready no-handout
handout-pages: $(if $(filter-out $(handout_labs),$(LAB)),no-handout, \
  $(foreach lab,$(or $(LAB),$(handout_labs)),$(foreach kind,html pdf,$(B)/handouts/$(lab).$(kind) $(B)/handouts/instructor/$(lab).$(kind))))

no-handout:
	@echo 'There is no handouts/$(LAB).md. Handouts: $(or $(handout_labs),none)' >&2; exit 2

handouts-ready:
	@tools/deps.sh handouts

# Where LaTeX is not there and cannot be installed, which handouts-ready says once, there are no PDFs.
define handout_rules
$(B)/handouts/$(1).html $(B)/handouts/instructor/$(1).html: handouts/$(1).md $(wildcard docs/ladder/$(1).md) $(handout_tools) | $(B)/warpgrade handouts-ready
	$$(say) PAGE $$@
	@tools/handouts/page.sh $$< $$(if $$(filter %/instructor,$$(@D)),instructor,students) $$@

$(B)/handouts/$(1).pdf $(B)/handouts/instructor/$(1).pdf: handouts/$(1).md $(wildcard docs/ladder/$(1).md) $(handout_tools) | $(B)/warpgrade handouts-ready
	@! tools/deps.sh has-latex || { printf '%-5s %s\n' PAGE $$@ && \
	  tools/handouts/page.sh $$< $$(if $$(filter %/instructor,$$(@D)),instructor,students) $$@; }
endef
$(foreach lab,$(handout_labs),$(eval $(call handout_rules,$(lab))))
-include $(wildcard $(B)/handouts/*.d $(B)/handouts/instructor/*.d)

# --- tests and benchmarks ----------------------------------------------------------------------------
# `make -k test-programs` builds what can be built; tools/test.sh counts what could not as failed.
.PHONY: test-programs list-test-programs list-headers
test-programs: build $(if $(test_objects),$(B)/unit_tests) $(B)/corpus $(engine_tests)
list-test-programs:
	@printf '%s\n' $(B)/warpgrade $(sandbox_init) $(simt) $(runner) $(contracts) $(if $(test_objects),$(B)/unit_tests) $(B)/corpus $(engine_tests)

list-headers:
	@printf '%s\n' $(headers)

# Catch2 is slow to compile, and no test is about speed; a few compute more than that saves.
computing_tests := $(addprefix grader/tests/,matmul_oracle_test.cpp jacobi_oracle_test.cpp html_source_test.cpp)
$(test_objects): private CXXFLAGS := -O0
$(call object,$(computing_tests)): private CXXFLAGS := -O2
$(test_objects): private includes := -I$(B)/pch -include tests/catch.h $(includes) -Igrader/simt -Igrader/simt/include
$(test_objects): | $(B)/pch/tests/catch.h.gch

# Read once for all of them.
$(B)/pch/tests/catch.h.gch: private CXXFLAGS := -O0
$(B)/pch/tests/catch.h.gch: grader/tests/catch.h | deps-ready
	$(say) PCH "  $<"
	@mkdir -p $(@D) && cp $< $(@D)
	@$(cxx) -w -x c++-header -o $@ $<

$(B)/unit_tests: $(test_objects) $(filter-out %/grader/cli/main.o,$(grader_objects)) \
                 $(filter-out %/main.o,$(rewriter_objects)) $(filter %.a,$(simt))
	$(say) LINK $@
	@rm -f $@ && $(CXX) -o $@ $(filter-out $(test_objects) %.a,$(linked)) $(test_objects) $(filter %.a,$^) $(ldflags) $(catch2) $(libraries)

$(B)/corpus: $(call object,grader/testsuite/corpus.cpp) $(filter-out %/grader/cli/main.o,$(grader_objects))
	$(say) LINK $@
	@$(CXX) -o $@ $(linked) $(ldflags) $(libraries)

$(B)/simt/tests/%: grader/simt/tests/%.cu grader/simt/simtcc $(simt) $(wildcard grader/simt/include/* grader/simt/include/*/* grader/simt/tests/*.h) | deps-ready
	$(say) SIMT $<
	@mkdir -p $(@D)
	@rm -f $@ && grader/simt/simtcc $(if $(filter %/check_simt,$@),--mode check) -o $@ $< $(if $(shell grep -l 'catch\.h\|catch2/' $<),$(includes) $(ldflags) $(catch2))

.PHONY: $(addprefix bench-,$(notdir $(benches)))
$(addprefix bench-,$(notdir $(benches))): bench-%: $(B)/bench/%
	@SIMT_WORKERS=$${SIMT_WORKERS:-$$(nproc)} $<

.PHONY: bench-batch bench-batch-kills
bench-batch: build ## a class of N=300, SAME=100 of them copies, by the batch and by a loop of grades
	@grader/bench/batch_throughput.sh $(if $(filter command,$(firstword $(origin N))),$(N),300) $(or $(SAME),100) $(or $(PART),100) $(LAB)
bench-batch-kills: build ## kill a batch TIMES=50 times at random moments, and resume it
	@grader/bench/batch_kills.sh $(TIMES)

define bench_rule
$(B)/bench/$(basename $(notdir $(1))): $(1) $(filter-out %/grader/cli/main.o,$(grader_objects)) $(simt) | deps-ready
	$$(say) BENCH $$<
	@mkdir -p $$(@D)
	@$(if $(filter %.cu,$(1)),grader/simt/simtcc $(if $(filter %/check.cu,$(1)),--mode check) -o $$@ $$<,$$(cxx) -o $$@ $$(filter %.cpp %.o %.a,$$(linked)) $$(ldflags) $$(libraries))
endef
$(foreach source,$(bench_sources),$(eval $(call bench_rule,$(source))))

# What reads the words of tools and of a child, with mutated ones. The files that it reads them by are
# compiled here once more, with the sanitizers.
fuzzed := grader/bench/fuzz_tool_output.cpp $(addprefix grader/,lab/utf8.cpp lab/verdict.cpp judge/check_channel.cpp judge/check_report.cpp judge/explain.cpp judge/reply.cpp \
          lab/compiler_message.cpp report/text.cpp toolchain/compiler_end.cpp toolchain/compiler_text.cpp toolchain/demangle.cpp \
          toolchain/device_code.cpp toolchain/object_code.cpp toolchain/object_symbols.cpp toolchain/resource_usage.cpp $(patsubst grader/%,%,$(wildcard grader/result/*words.cpp)))
fuzz_objects := $(fuzzed:%.cpp=$(B)/fuzz/%.o)
.PHONY: fuzz
fuzz: $(B)/fuzz/fuzz_tool_output build ## feed N=1000000 mutated words of tools and children to what reads them, under the sanitizers [SEED=1]
	@cd $(CURDIR) && $< $(if $(filter command,$(firstword $(origin N))),$(N),1000000) $(or $(SEED),1)

$(B)/fuzz/fuzz_tool_output: $(fuzz_objects)
	$(say) LINK $@
	@$(CXX) -fsanitize=address,undefined -o $@ $^ $(ldflags) -lfmt

$(B)/fuzz/%.o: %.cpp | deps-ready
	$(say) CXX '$< (fuzz)'
	@mkdir -p $(@D)
	@$(cxx) -fsanitize=address,undefined -fno-sanitize-recover=all -c -o $@ $<

# A header compiles alone when a file that includes nothing else does. Those that are CUDA's own name
# are found in the engine's folder.
$(B)/headers/%.ok: % | deps-ready
	@mkdir -p $(@D)
	@rm -f $@
	@echo '#include "$<"' | $(CXX) -std=c++20 $(warnings) -I. $(includes) -isystem grader/simt/include -Igrader/simt -Igrader/sandbox/init \
	  -MMD -MP -MT $@ -MF $(@:.ok=.d) -fsyntax-only -x c++ -
	@touch $@

-include $(patsubst %.o,%.d,$(grader_objects) $(engine_objects) $(rewriter_objects) $(test_objects) $(call object,grader/testsuite/corpus.cpp) $(runner_objects) $(contracts) $(fuzz_objects)) $(header_checks:.ok=.d)
