#!/bin/bash
# `warpgrade profile` on the CPU engine: what is told of which kernel, exit status, JSON. What a GPU's
# profiler says is read by unit tests.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
passed=0 failed=0

try() {
  output=$(timeout -k 5 120 build/warpgrade profile "$@" --backend cpu --no-nvcc 2>"$tmp/errors" </dev/null)
  status=$?
  output+=$'\n'$(grep -v '^building\|^counting' "$tmp/errors")
}

# is NAME STATUS [TEXT]...: the exit status, and texts that the output must have; "!TEXT": must not.
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
    printf '%s\n' "$output" | head -n 40 | sed 's/^/  /'
  fi
}

# A product whose warps read and write down a column, with bank conflicts, and nothing else.
mkdir "$tmp/slow"
cat >"$tmp/slow/matmul.cu" <<'END'
#include "matmul.h"
__global__ void columns(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real own[32][32];
  const int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 32 + threadIdx.y;
  real sum = 0;
  for (int p = 0; p < k && row < m && column < n; ++p)
    sum += A[(long long)row * k + p] * B[(long long)p * n + column];
  own[threadIdx.x][threadIdx.y] = sum;
  if (row < m && column < n) C[(long long)row * n + column] = own[threadIdx.x][threadIdx.y];
}
void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  columns<<<dim3((m + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(m, n, k, A, B, C);
}
void matmul_tiled(int, int, int, const real*, const real*, real*) {}
END
try matmul --task matmul_naive --from "$tmp/slow" --size 96 --json "$tmp/slow.json"
is "lines that waste most, and why" 0 'counted, not measured' 'columns in k=96,m=96,n=96, launched once' \
  'blocks a launch 9' 'threads a block 1024' 'neighboring threads read down a column' \
  'turns where one would do' 'Lines that waste most' 'matmul.cu:7 global load' 'sum += A['
output=$(python3 - "$tmp/slow.json" <<'END' 2>&1
import json, sys
r = json.load(open(sys.argv[1]))
k = r["counted"][0]
print(r["schema"], r["backend"], r["task"], r["sizes"]["m"], k["kernel"], k["launch"]["threads"],
      k["memory"]["useful_bytes"] < 0.3, k["memory"]["bank_conflicts"] > 2, k["wasteful_lines"][0]["line"],
      len(k["memory"]["meaning"]) >= 2, r["measured"])
END
)
status=$?
is "JSON" 0 '1 cpu matmul_naive 96 columns 1024 True True 7 True []'

try matmul --task matmul_tiled --from "$tmp/slow" --size 96
is "a function that launches nothing" 1 'launches no kernel' '!Occupancy'

try matmul --task matmul_best --from "$tmp/slow" --size 96
is "a function that is not there" 1 'does not define it'

try matmul --variant sequential --size 24
is "a variant" 0 '1 block of 1 thread a launch' 'bytes asked for'

try matmul --variant champion --size 48
is "a variant with headers that champions share" 0 'blocks a launch' '!compile-error'

try matmul --variant cublas
is "a variant of a library" 1 'needs a GPU'

try matmul --task matmul_naive --from "$tmp/slow" --case nothing
is "a case that is not there" 2 "no case 'nothing'" '17x16x15-integers'

try matmul --task matmul_naive --from "$tmp/slow" --size q=3
is "a size that is not there" 2 "no size 'q'"

try matmul --task matmul_naive --from "$tmp/nowhere"
is "a folder that is not there" 2 'is not a folder'

try matmul --task matmul_naive --variant naive
is "a task and a variant" 2 'not both'

try matmul
is "nothing to profile named" 2 '--task'

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
