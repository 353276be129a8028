#!/bin/bash
# A student's kit brings the programs that `make build` would compile, in prebuilt/ (tools/kit_programs.sh).
# They are used while they start on this machine and the sources that they were compiled from are unchanged.
#   tools/prebuilt.sh TARGET...      puts them into build/. Exit status 0: nothing is left to build, 1: build
#   tools/prebuilt.sh --sources      prints the checksum of those sources
set -euo pipefail
cd "$(dirname "$0")/.."

# What an editor leaves beside a file is no source.
sources() {
  find CMakeLists.txt cmake grader labs -type f ! -name '.*' ! -name '*~' \
    \( ! -path 'labs/*' -o -name '*.h' -o -name '*.cpp' -o -name lab.json \) -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}
if [ "${1:-}" = --sources ]; then
  sources
  exit
fi

# Once something was compiled here, CMake knows what is up to date.
[ ! -f build/configured ] || exit 1
for target; do
  [ "$target" = all ] || [ -e "prebuilt/build/$target" ] || exit 1
done
if [ "$(sources)" != "$(<prebuilt/sources)" ]; then
  misfit="the grader's sources were changed"
elif ! misfit=$(prebuilt/build/warpgrade --version 2>&1); then
  misfit="they do not start here: ${misfit%%$'\n'*}"
else
  misfit=
fi
if [ -n "$misfit" ]; then
  echo "The programs in prebuilt/ are not used ($misfit). The grader is compiled, which takes about 4 minutes on two cores."
  exit 1
fi
command -v g++ >/dev/null || {
  echo "There is no C++ compiler (g++). Ask an administrator for it: apt-get install g++" >&2
  exit 3
}

mkdir -p build
exec 8>build/lock
flock 8 # two makes in one tree: the second waits
cuda=$(tools/cuda_home.sh)
state="$(g++ -dumpfullversion -dumpversion) $cuda"
[ "$(cat build/prebuilt.stamp 2>/dev/null)" != "$state" ] || exit 0

echo "First run: preparing the CUDA headers for this machine's compiler, about 5 seconds..."
cp -a prebuilt/build/. build
command -v bwrap >/dev/null || { mkdir -p .deps && cp -a prebuilt/deps/. .deps; }
jobs=()
for mode in fast check; do
  grader/simt/simtcc --precompile --mode $mode &
  jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job"; done
# What a submission is linked with for a GPU wants the toolkit's own headers.
if [ -n "$cuda" ]; then
  for part in main.cpp:cuda backend_cuda.cpp:backend_cuda; do
    g++ -std=c++20 -O1 -fno-pie -Igrader -isystem "$cuda/include" -c "grader/runner/${part%:*}" -o "build/runner/${part#*:}.o"
  done
fi
printf '%s\n' "$state" >build/prebuilt.stamp
