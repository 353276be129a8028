#!/bin/bash
# The programs of a student's kit for 64-bit ARM, into build/aarch64/: made on x86-64 by a cross compiler and
# with the libraries for that processor (tools/deps.sh arm64). Where these cannot be had it says so, and the kit
# has none. KIT_PROCESSORS: as in tools/kit_programs.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
to=$PWD/build/aarch64 target=aarch64-linux-gnu
[ "$(uname -m)" = x86_64 ] || exit 0
[[ " ${KIT_PROCESSORS:-x86_64 aarch64} " = *" aarch64 "* ]] || exit 0
tools/deps.sh arm64 || {
  echo "kit: without programs for ARM (Apple laptops, Grace, Jetson): the grader is compiled there at first use"
  rm -rf "$to/prebuilt" # of other sources, perhaps
  exit
}
PATH=$PWD/.deps/cmake/bin:$PATH
export OBJCOPY=$target-objcopy OBJDUMP=$target-objdump
# CMake's cache holds whole paths: of a tree that was moved, it is of no use.
grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$to/CMakeCache.txt" || rm -rf "$to"/CMakeCache.txt "$to"/CMakeFiles
cmake -G Ninja -S . -B "$to" -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DCMAKE_BUILD_TYPE=Release -DIN_UNITS=ON >"$to/configure.log" || {
  cat "$to/configure.log" >&2
  exit 3
}
targets=(kit_programs sandbox_init connect simt_rewrite engine_library check_library sealed_fast sealed_check)
for lab in labs/*/lab.json; do
  lab=$(basename "$(dirname "$lab")")
  targets+=("object_runner_${lab//-/_}_float_o_placed" "object_runner_${lab//-/_}_double_o_placed")
done
NINJA_STATUS='[%f/%t] for ARM: ' cmake --build "$to" --target "${targets[@]}" |
  sed -u '/^ninja: no work to do/d; /Re-checking globbed/d'
