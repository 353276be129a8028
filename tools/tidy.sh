#!/bin/bash
# `make tidy`: clang-tidy over the rooms, with the checks of .clang-tidy; exit status 1 where it finds
# something, 77 where there is no clang-tidy.
#   tools/tidy.sh [ROOM]...        default: all of grader/ but the engine, which g++ alone compiles
set -uo pipefail
cd "$(dirname "$0")/.."
command -v clang-tidy >/dev/null || { echo 'there is no clang-tidy: apt-get install clang-tidy' && exit 77; }
mkdir -p build
rm -f build/tidy.failed
rooms=("$@")
[ ${#rooms[@]} != 0 ] || mapfile -t rooms < <(grep -l '^room(' grader/*/CMakeLists.txt | cut -d/ -f2)
triplet=$(g++ -print-multiarch)
for room in "${rooms[@]}"; do printf '%s\0' "grader/$room"/*.cpp; done |
  xargs -0 -r -n 4 -P "${JOBS:-$(nproc)}" sh -c '
    clang-tidy --quiet "$@" -- -std=c++20 -w -Igrader -I. -isystem .deps/usr/include \
      -isystem .deps/usr/include/'"$triplet"'/openblas-pthread 2>/dev/null || touch build/tidy.failed' tidy
[ ! -e build/tidy.failed ] || { rm build/tidy.failed && exit 1; }
