#!/bin/bash
# Prepares build/ for Ninja where that is due: nothing was prepared yet, or the tree was moved, or the
# compiler, its options or the CUDA toolkit are others than before. What is in CMake's files, Ninja sees
# for itself, and calls this as well (--again).
#   tools/configure.sh [--again]      CXX, CXXFLAGS, CUDA_HOME from the environment
#
# CMake writes whole paths, so that a build would be good for one place only. Here they become relative
# to build/: a tree that was copied, to another folder or another machine, compiles nothing again. For
# that our commands run in build/ and nowhere else, and a file that is the same as before keeps its time.
set -euo pipefail
cd "$(dirname "$0")/.."
tree=$PWD
cmake=$([ -x .deps/cmake/bin/cmake ] && echo "$tree/.deps/cmake/bin/cmake" || command -v cmake)
ninja=$([ -x .deps/cmake/bin/ninja ] && echo "$tree/.deps/cmake/bin/ninja" || command -v ninja)

cuda=$(tools/cuda_home.sh)
settings=(-DCMAKE_BUILD_TYPE=Release -DIN_UNITS=ON "-DCMAKE_CXX_COMPILER=${CXX:-g++}" "-DCMAKE_CXX_FLAGS_RELEASE=${CXXFLAGS:--O1}"
  "-DCUDA_HOME=$cuda" "-DCMAKE_MAKE_PROGRAM=$ninja")
state=$(printf '%s\n' "$tree" "$cmake" "${settings[@]}" && sed 's/ .*//' .deps/packages 2>/dev/null || true)
if [ "${1:-}" != --again ]; then
  [ -f build/build.ninja ] && [ -f build/configured ] && [ "$(<build/configured)" = "$state" ] && exit
  # Of another place or another compiler nothing in the cache holds.
  rm -rf build/CMakeCache.txt build/CMakeFiles/[0-9]*
else
  state=$(<build/configured)
fi

mkdir -p build
saved=build/CMakeFiles/saved
written() { find build/grader build/tests -name 'unity_*.cxx' -o -name 'cmake_pch.hxx' 2>/dev/null || true; }
rm -rf $saved
mkdir -p $saved
written | xargs -r cp -a --parents -t $saved

again=()
[ "${1:-}" = --again ] || again=("${settings[@]}")
"$cmake" -G Ninja -S . -B build "${again[@]}" >build/configure.log 2>&1 || {
  cat build/configure.log >&2
  rm -f build/configured
  exit 3
}

# quoted TEXT: as a pattern of sed
quoted() { sed 's/[][\.*^$|]/\\&/g' <<<"$1"; }
here=$(quoted "$tree")
sed -i -e "s|[^ ]*cmake --regenerate-during-build.*|../tools/configure.sh --again|" \
  -e "s|^cmake_ninja_workdir = .*|cmake_ninja_workdir = ../build/|" \
  -e "s|$here/build/|./|g; s|$here/build\b|.|g; s|$here/|../|g; s|$here\b|..|g" build/build.ninja build/CMakeFiles/rules.ninja
sed -i -e '1i get_filename_component(tree "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)' -e "s|$here\b|\${tree}|g" build/CMakeFiles/VerifyGlobs.cmake
written | while IFS= read -r file; do
  sed -i "s|$here/||g" "$file"
  ! cmp -s "$file" "$saved/$file" || cp -a "$saved/$file" "$file"
done
rm -rf $saved
# A plain `cmake` leaves whole paths in Ninja's log: in a copied tree those of the other, to be left alone.
[ ! -f build/.ninja_log ] || sed -i '/\t\//d' build/.ninja_log
"$ninja" -C build -t cleandead >/dev/null  # objects of what is gone
touch build/build.ninja  # it is newer than what it was made from
printf '%s\n' "$state" >build/configured
