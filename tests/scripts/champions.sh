#!/bin/bash
# What of the champions only sizes too large for a test reach, in float and double: on the CPU engine.
# With CHAMPIONS_ARCH=sm_90 (or another) nvcc builds it, to run on a GPU.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d) || exit
trap 'rm -rf -- "$work"' EXIT
compile="grader/simt/simtcc --mode fast"
[ -z "${CHAMPIONS_ARCH:-}" ] || compile="nvcc -O3 -arch=$CHAMPIONS_ARCH"

passed=0 failed=0
for real in float double; do
  # shellcheck disable=SC2086 # several words
  if $compile -std=c++17 -DWARPGRADE_REAL=$real -Isolutions -Isolutions/poisson -Ilabs/poisson \
    -o "$work/passes" tests/scripts/champions/poisson_passes.cu >"$work/said" 2>&1 &&
    timeout -k 5 120 "$work/passes" >"$work/said" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: the Poisson champion's passes in $real"
    head -n 10 "$work/said" | sed 's/^/  /'
  fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
