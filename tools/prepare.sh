#!/bin/bash
# Prepares the programs of a student's kit or wheel, in build/, for this machine: precompiles the CUDA headers
# with its compiler, and compiles what submissions are linked with if there is a CUDA toolkit. Once for each
# compiler, toolkit and version of the kit.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v g++ >/dev/null || {
  echo "There is no C++ compiler (g++). Ask an administrator for it: apt-get install g++" >&2
  exit 3
}
mkdir -p build
exec 8>build/lock
flock 8 # of two at a time in one tree, the second waits
cuda=$(tools/cuda_home.sh)
state="$(head -n 1 KIT 2>/dev/null) $(g++ -dumpfullversion -dumpversion) $cuda"
[ "$(cat build/prepared 2>/dev/null)" != "$state" ] || exit 0

began=$SECONDS ticker=
trap '[ -z "$ticker" ] || kill "$ticker"' EXIT
echo "First run: the CUDA headers are compiled for this machine's g++, about 5 seconds. Later runs skip this." >&2
if [ -t 2 ]; then
  while sleep 1; do
    taken=$((SECONDS - began))
    printf '\r\033[K  %d s%s' $taken "$([ $taken -ge 5 ] || echo " of about 5")" >&2
  done 8>&- &
  ticker=$!
fi
ours=prebuilt/$(uname -m)
[ ! -d "$ours/build" ] || cp -a --remove-destination "$ours/build/." build
command -v bwrap >/dev/null || { mkdir -p .deps && cp -a "$ours/deps/." .deps; }
jobs=()
for mode in fast check; do
  grader/simt/simtcc --precompile --mode $mode &
  jobs+=($!)
done
# What a submission is linked with for a GPU wants the toolkit's own headers.
if [ -n "$cuda" ]; then
  for part in main.cpp:cuda backend_cuda.cpp:backend_cuda; do
    g++ -std=c++20 -O1 -fno-pie -Igrader -isystem "$cuda/include" -c "grader/runner/${part%:*}" -o "build/runner/${part#*:}.o" &
    jobs+=($!)
  done
fi
for job in "${jobs[@]}"; do wait "$job"; done
printf '%s\n' "$state" >build/prepared
if [ -n "$ticker" ]; then
  kill "$ticker"
  ticker=
  printf '\r\033[K' >&2
fi
echo "Done in $((SECONDS - began)) seconds." >&2
