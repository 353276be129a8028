#!/bin/bash
# `make sanitize`: unit tests with AddressSanitizer and UndefinedBehaviorSanitizer, or with
# ThreadSanitizer, in a build of their own below build/. What they start in a sandbox is that of `make
# build`, without sanitizers. A test that cannot work under one of them says why, and has the tag
# [no-PRESET]; those are counted here.
#   tools/sanitize.sh [PRESET] [PROGRAM] [TEST]...     asan-ubsan or tsan; data_tests or unit_tests
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-asan-ubsan} program=${2:-data_tests}
shift $(($# < 2 ? $# : 2))
tools/deps.sh quick
PATH=$PWD/.deps/cmake/bin:$PATH
cmake --preset "$preset" >"build/$preset.log" || { cat "build/$preset.log" && exit 3; }
cmake --build "build/$preset" --target "$program"
export WARPGRADE_ROOT=$PWD # what the tests start and read is that of `make build`
export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:detect_stack_use_after_return=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-second_deadlock_stack=1}
if [ $# = 0 ]; then
  set -- "~[gpu]~[.]~[no-$preset]"
  echo "Left out under $preset:"
  "build/$preset/$program" --list-tests "[no-$preset]" | sed 1d || true # Catch2 2 ends with their number
fi
exec "build/$preset/$program" "$@"
