#!/bin/bash
# What of the champions only sizes too large for a test reach, in float and double: on the CPU engine.
# With CHAMPIONS_ARCH=sm_90a (or another) nvcc builds it, to run on a GPU.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d) || exit
trap 'rm -rf -- "$work"' EXIT
compile="grader/simt/simtcc --mode fast"
[ -z "${CHAMPIONS_ARCH:-}" ] || compile="nvcc -O3 -arch=$CHAMPIONS_ARCH"

passed=0 failed=0
check() { # NAME LAB REAL FILE
  # shellcheck disable=SC2086 # several words
  if $compile -std=c++17 "-DWARPGRADE_REAL=$3" -Isolutions "-Isolutions/$2" "-Ilabs/$2" \
    -o "$work/program" "tests/scripts/champions/$4" >"$work/said" 2>&1 &&
    timeout -k 5 120 "$work/program" >"$work/said" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $1 in $3"
    head -n 10 "$work/said" | sed 's/^/  /'
  fi
}
check "the Poisson champion's passes" poisson float poisson_passes.cu
check "the Poisson champion's passes" poisson double poisson_passes.cu
check "the matmul champion's residues" matmul double residues.cu
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
