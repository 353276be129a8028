#!/bin/bash
# Builds what the Makefile is asked for, by CMake and Ninja:
#   tools/build.sh [-jN] [-k] [-n] TARGET...      TARGET: of CMake, or a file below build/; -k and -n as of make
set -euo pipefail
cd "$(dirname "$0")/.."
options=() targets=()
for word in "$@"; do
  case $word in
    -k) options+=(-k 0) ;;
    -*) options+=("$word") ;;
    *) targets+=("$word") ;;
  esac
done

# Ninja takes most of a second to find out that there is nothing to do, and students wait for that at
# every grade. It is not asked where no source, compiler option or installed package is another one than
# when all was whole, and no product is gone.
state() {
  printf '%s\n' "$PWD" "$HOSTNAME" "${CXX:-}" "${CXXFLAGS:-}" "${CUDA_HOME:-}" "$(command -v nvcc)"
  ls build/warpgrade build/connect build/runner build/simt build/simt/precompiled-*/simt || true
}
is_whole() {
  [ -f build/whole ] && [ "$(state 2>/dev/null)" = "$(<build/whole)" ] &&
    [ -z "$(find CMakeLists.txt cmake grader labs tools .deps/packages /var/lib/dpkg/status -newer build/whole -print -quit 2>/dev/null)" ]
}
all=
[ "${targets[*]}" != all ] || [[ " ${options[*]} " == *" -n "* ]] || all=1
[ -z "$all" ] || ! is_whole || exit 0

tools/deps.sh quick
exec 8>build/lock
flock 8 # two makes in one tree: the second waits
tools/configure.sh
cmake=$([ -x .deps/cmake/bin/cmake ] && echo .deps/cmake/bin/cmake || echo cmake)
begun=$(mktemp build/.begun-XXXXXX) # what is edited from now on is newer
trap 'rm -f "$begun"' EXIT
NINJA_STATUS='[%f/%t] ' "$cmake" --build build --target "${targets[@]}" -- "${options[@]}" |
  sed -u -E '/^ninja: no work to do|Re-checking globbed/d
    s,(Building CXX object|Linking CXX [a-z ]*|Generating) ((\.\./)*),\2,; s,(\] )(\.\./)*,\1,; s,CMakeFiles/[^/]*\.dir/,,'
[ -z "$all" ] || { state >build/whole 2>/dev/null && touch -r "$begun" build/whole; }
