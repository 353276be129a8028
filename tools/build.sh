#!/bin/bash
# Builds what the Makefile is asked for, by CMake and Ninja:
#   tools/build.sh [-jN] [-k] [-n] [--compile] TARGET...      TARGET: of CMake, or a file below build/; -k and
#                  -n as of make; --compile: even where a student's kit brings programs that fit
set -euo pipefail
cd "$(dirname "$0")/.."
options=() targets=() compile=
for word in "$@"; do
  case $word in
    -k) options+=(-k 0) ;;
    --compile) compile=1 ;;
    -*) options+=("$word") ;;
    *) targets+=("$word") ;;
  esac
done
if [ -d prebuilt ] && [ -z "$compile" ]; then
  status=0
  tools/prebuilt.sh "${targets[@]}" || status=$?
  [ $status = 1 ] || exit $status
fi
tools/deps.sh quick
exec 8>build/lock
flock 8 # two makes in one tree: the second waits
tools/configure.sh
cmake=$([ -x .deps/cmake/bin/cmake ] && echo .deps/cmake/bin/cmake || echo cmake)
NINJA_STATUS='[%f/%t] ' "$cmake" --build build --target "${targets[@]}" -- "${options[@]}" |
  sed -u -E '/^ninja: no work to do|Re-checking globbed/d
    s,(Building CXX object|Linking CXX [a-z ]*|Generating) ((\.\./)*),\2,; s,(\] )(\.\./)*,\1,; s,CMakeFiles/[^/]*\.dir/,,'
