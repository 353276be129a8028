#!/bin/bash
# `warpgrade check`, and what the check adds to a grade: exit status, what is told, points. On the CPU.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
passed=0 failed=0

try() {
  output=$(timeout -k 5 300 build/warpgrade "$@" --no-nvcc 2>"$tmp/errors" </dev/null)
  status=$?
}

# is NAME STATUS [TEXT]...: the exit status, and texts that the output must have; "!TEXT": must not.
# Line breaks and indents of the report do not matter.
is() {
  local name=$1 wanted=$2 text flat why=
  shift 2
  flat=$(tr -s ' \n' ' ' <<<"$output")
  [ "$status" = "$wanted" ] || why="the exit status is $status, not $wanted"
  for text in "$@"; do
    case $text in
      !*) [[ $flat != *"${text#!}"* ]] || why="it says: ${text#!}" ;;
      *) [[ $flat == *"$text"* ]] || why="it does not say: $text" ;;
    esac
  done
  if [ -z "$why" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'failed: %s\n  %s\n' "$name" "$why"
    printf '%s\n' "$output" "$(cat "$tmp/errors")" | head -n 40 | sed 's/^/  /'
  fi
}

# A tiled product without the second barrier, and without any other function of the lab.
mkdir "$tmp/racy"
cat >"$tmp/racy/matmul.cu" <<'END'
#include "matmul.h"
constexpr int tile = 16;
__global__ void tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[tile][tile], Bs[tile][tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty, column = blockIdx.x * tile + tx;
  real sum = 0;
  for (int first = 0; first < k; first += tile) {
    As[ty][tx] = row < m && first + tx < k ? A[(long long)row * k + first + tx] : 0;
    Bs[ty][tx] = first + ty < k && column < n ? B[(long long)(first + ty) * n + column] : 0;
    __syncthreads();
    for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];
  }
  if (row < m && column < n) C[(long long)row * n + column] = sum;
}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  tiled<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile), dim3(tile, tile)>>>(m, n, k, A, B, C);
}
END
try check matmul --submission "$tmp/racy" --seed 1 --json "$tmp/racy.json" --html "$tmp/racy.html"
is "a race is found with its line, and what is not written is named" 1 \
  'begin the next iteration' '+ 13 │ __syncthreads();' 'explain race.' ' matmul.cu:12 ' 'for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];' \
  'Not defined, so not checked: matmul_naive, matmul_coarse, matmul_best and matmul_host.' \
  'matmul.cu:9 global load' '!Total'
output=$(cat "$tmp/racy.json" "$tmp/racy.html") status=$?
is "its JSON and HTML are written" 0 '"kind": "race"' '<html'

try check matmul --submission "$tmp/racy" --seed 1 --task matmul_tiled --case 1x1x1-integers
is "a case in which nothing goes wrong is clean" 0 'nothing wrong found in 1 checked case'

try grade matmul --submission "$tmp/racy" --seed 1 --task matmul_tiled --case 16x16x16-structured --backend cpu
is "a right value keeps its points beside a clean check" 0 'Total 13 / 13'

mkdir "$tmp/broken" && echo 'void matmul_tiled(int m) { m = }' >"$tmp/broken/matmul.cu"
try check matmul --submission "$tmp/broken"
is "what does not compile cannot be checked" 1 'error' '!Total'
try check matmul --submission tests/submissions/matmul/pending_tensor_cores_by_ptx
is "what the engine does not have is not called an error" 1 'Not checked: ' 'unsupported matmul.cu:9 ' '!✗'
try check matmul --submission "$tmp/racy" --task nothing
is "an unknown task is a usage error" 2
try check matmul
is "without --submission the skeleton is checked" 0 "not written yet"

try grade matmul --submission tests/submissions/matmul/ok_cache_of_scratch --task matmul_naive --backend cpu
is "a leak costs the clean check's points and nothing else" 1 ' leak ' 'The values are right, but' \
  'clean check: 0 of 2 points' 'Total 10 / 16, 4 pending'
try grade matmul --submission tests/submissions/matmul/ok_cache_of_scratch --task matmul_naive --backend cpu --no-check
is "without the check its points stay open" 0 'the check was left out (--no-check)' 'Total 10 / 16, 6 pending' '!leak'
try grade matmul --submission solutions/matmul --task matmul_naive --case 0x7x5-uniform --backend cpu
is "a case without work decides nothing" 0 'none of the cases that ran is one for the check'
try grade matmul --submission skeletons/matmul --backend cpu --no-check
is "an empty function earns nothing, checked or not" 1 'Total 0 / 100' '!pending'

try check matmul --submission skeletons/matmul --task matmul_naive
is "what is not written yet is not called wrong" 0 'matmul_naive not written yet' '!wrong'

# Each thread has a row of its own: right, clean, wasteful.
mkdir "$tmp/slow"
cat >"$tmp/slow/matmul.cu" <<'END'
#include "matmul.h"
__global__ void by_rows(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long row = blockIdx.x * 256LL + threadIdx.x, column = blockIdx.y;
  if (row >= m) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[row * k + p] * B[(long long)p * n + column];
  C[row * n + column] = sum;
}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  by_rows<<<dim3((m + 255) / 256, n), 256>>>(m, n, k, A, B, C);
}
END
try grade matmul --submission "$tmp/slow" --task matmul_tiled --backend cpu --seed 1
is "waste costs the points for efficiency alone, with advice where" 1 \
  ' matmul.cu:6 ' 'neighboring threads read down a column: 32 sectors' \
  'efficiency: 0 of 1 point. useful_bytes: ' 'efficiency: 0 of 1 point. traffic: ' \
  'Total 13 / 22, 7 pending' 'is right; now let it waste less'

# Wrong values, and so slow that the check does not wait for them: that is no endless loop.
mkdir "$tmp/slow"
sed 's/for (int p = 0; p < tile; ++p) sum +=.*/for (int again = 0; again < 100; ++again) sum = 1;\n    for (int again = 0; again < 100; ++again)\n      for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];\n    __syncthreads();/' \
  "$tmp/racy/matmul.cu" >"$tmp/slow/matmul.cu"
try grade matmul --submission "$tmp/slow" --task matmul_tiled --case 129x127x130-graded --backend cpu --no-speed --try-remedies 0 --time-limit 1
is "late in the check is not endless where the values are only wrong" 1 "wrong in 129x127x130-graded" "!endless-loop"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
