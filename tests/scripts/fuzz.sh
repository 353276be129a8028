#!/bin/bash
# What reads the words of tools and of a worker, with some thousand mutated ones, under the sanitizers;
# `make fuzz` goes on for longer. The fuzz program is built here: nothing else needs it.
# Long
cd "$(dirname "$0")/../.." || exit
tools/build.sh fuzz/fuzz_tool_output && build/fuzz/fuzz_tool_output 20000 "$(date +%j)"
