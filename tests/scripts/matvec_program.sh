#!/bin/bash
# The program of the lab matvec-chunk, on the CPU engine: what it prints, that it refuses what makes no
# sense, and that it tells a wrong kernel from a right one.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
passed=0 failed=0
fail() {
  echo "failed: $*"
  failed=$((failed + 1))
}

if [ ! -d solutions/matvec-chunk/program ]; then
  echo 'skipped: matvec_program (there are no solutions here)'
  echo '0 passed, 0 failed, 1 skipped'
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# says TEXT FILE: the output has a line with it.
says() {
  if grep -qF -- "$1" "$2"; then passed=$((passed + 1)); else fail "\"$1\" is not printed"; fi
}

# ends STATUS WANTED WHAT
ends() {
  if [ "$1" = "$2" ]; then passed=$((passed + 1)); else fail "$3: exit status $1, not $2"; fi
}

run() { solutions/matvec-chunk/program/run "$@"; }

# All kernels, all numbers of threads; sizes that are no multiple of anything.
run 5 7 float cpu 3 0 0.0007 >"$folder/sweep" 2>&1
ends $? 0 'a sweep over the threads'
for text in 'No GPU: the CPU engine runs the kernels' 'clock' 'global memory' 'L2 cache' 'memory bandwidth' \
  'compute capability' 'multiprocessors' 'cores per multiprocessor' 'threads per block' 'shared memory per block' \
  'constant memory' 'registers per block' 'peak, float' 'peak, double' 'multiply-adds per float moved' \
  'multiply-adds per double moved' 'most threads' '5 × 7, float: 140 bytes' '734 (0.0007 · 2^20)' \
  'a multiply-add is counted once' '4·S·(M + N) bytes' 'All 7 kernels are right.'; do
  says "$text" "$folder/sweep"
done
for kernel in mxv_g_only mxv_i_lbuf mxv_o_lbuf mxv_o_per_thd mxv_sh mxv_sh_ochunk mxv_best; do
  # One line among the kernels, and one at the head of its results.
  ends "$(grep -cE "^ *$kernel( |\$)" "$folder/sweep")" 2 "lines of $kernel"
done
# 4, 8 … 32 warps, each with a bar, for six kernels; and mxv_best, which has its own number.
ends "$(grep -cE '^ +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9.]+  #+$' "$folder/sweep")" 49 'rows with a bar'

# One number of threads, one block for each multiprocessor.
run 5 7 float cpu 0 64 0.0007 >"$folder/one" 2>&1
ends $? 0 'one number of threads'
says 'one for each multiprocessor' "$folder/one"
ends "$(grep -cE '^ +2 +[0-9.]+ +[0-9.]+ +[0-9.]+  #+$' "$folder/one")" 6 'rows of 2 warps'

for arguments in 'x' '-1' '1.5' '0 33' '0 2048' '0 64 0' '0 64 -1' '0 64 nan' '0 64 1 2'; do
  # shellcheck disable=SC2086 # several arguments
  run 5 7 float cpu $arguments >"$folder/usage" 2>&1
  ends $? 2 "arguments $arguments"
  says 'usage: matvec-chunk' "$folder/usage"
done
for arguments in '0 8 float cpu' '8 101 float cpu' '8 8 int cpu' '100 100 double cpu' '8 8 float gpu'; do
  # shellcheck disable=SC2086
  run $arguments >"$folder/usage" 2>&1
  ends $? 2 "M N REAL BACKEND = $arguments"
done

# A kernel with a mistake: the last term of each sum is missing.
mkdir -p "$folder/labs" "$folder/solutions"
cp -r labs/matvec-chunk "$folder/labs/" && cp -r solutions/matvec-chunk "$folder/solutions/"
sed -i 's/j < N; ++j) sum += matrix\[i\]\[j\] \* v\[j\]/j < N - 1; ++j) sum += matrix[i][j] * v[j]/' \
  "$folder/solutions/matvec-chunk/variants/i-lbuf.cu"
if grader/simt/simtcc -O2 -DM=5 -DN=7 --own "$folder/labs" --own "$folder/solutions" -I"$folder/labs/matvec-chunk" -Igrader \
  -o "$folder/program" "$folder/solutions/matvec-chunk/program/main.cu"; then
  "$folder/program" 1 64 0.0005 >"$folder/wrong"
  ends $? 1 'a wrong kernel'
  says '1 of 7 kernels are WRONG' "$folder/wrong"
  ends "$(grep -A1 '^mxv_i_lbuf' "$folder/wrong" | grep -c 'WRONG: ')" 1 'the kernel that is wrong'
else
  fail 'the program with a wrong kernel does not compile'
fi

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
