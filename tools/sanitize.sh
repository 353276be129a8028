#!/bin/bash
# `make sanitize`: unit tests with AddressSanitizer and UndefinedBehaviorSanitizer, or with
# ThreadSanitizer, in a build of their own below build/.
#   tools/sanitize.sh [PRESET] [PROGRAM] [TEST]...     asan-ubsan or tsan; data_tests or unit_tests
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-asan-ubsan} program=${2:-data_tests}
shift $(($# < 2 ? $# : 2))
tools/deps.sh quick
PATH=$PWD/.deps/cmake/bin:$PATH
cmake --preset "$preset" >build/$preset.log || { cat build/$preset.log && exit 3; }
cmake --build "build/$preset" --target "$program"
export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:detect_stack_use_after_return=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
[ $# != 0 ] || set -- "~[gpu]~[.]"
exec "build/$preset/$program" "$@"
