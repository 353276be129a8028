# The face of Warpgrade. `make` alone prints what there is.

CXX ?= g++
CXXFLAGS ?= -O2 -g1
B := build

warnings := -Wall -Wextra -Wshadow -Werror
cxx := $(CXX) -std=c++20 $(CXXFLAGS) $(warnings) -Igrader -MMD -MP

sources = $(wildcard $(foreach d,$(1),$(d)/*.cpp))
objects = $(patsubst %.cpp,$(B)/obj/%.o,$(1))

grader_objects := $(call objects,$(call sources,grader/lab grader/toolchain grader/sandbox grader/judge grader/score grader/report grader/cli labs/*))
test_objects := $(call objects,$(call sources,grader/tests grader/simt/tests))
rewriter_objects := $(call objects,$(call sources,grader/simt/rewriter))
engine_objects := $(call objects,$(call sources,grader/simt/engine))

libraries := -lfmt -lseccomp -lopenblas -lpthread -ldl

.PHONY: help build
help:
	@echo see README

build: $(B)/warpgrade $(B)/simt/libsimt.a $(B)/simt/simt_rewrite

$(B)/warpgrade: $(grader_objects)
	$(CXX) -o $@ $^ $(libraries)

$(B)/simt/libsimt.a: $(engine_objects)
	@mkdir -p $(@D)
	$(AR) rcs $@ $^

$(B)/simt/simt_rewrite: $(rewriter_objects)
	@mkdir -p $(@D)
	$(CXX) -o $@ $^

$(B)/obj/grader/simt/engine/%.o: cxx += -fno-strict-aliasing -Igrader/simt/include

$(B)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(cxx) -c -o $@ $<

-include $(grader_objects:.o=.d) $(test_objects:.o=.d) $(rewriter_objects:.o=.d) $(engine_objects:.o=.d)
