#!/bin/bash
# Data files of any lab, from the command line: they are cases of every task, right and wrong ones
# are told apart on them, integers that they do not say are filled in, and `reproduce` repeats them.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp

grade() {
  output=$(timeout -k 5 120 build/warpgrade grade "$@" --backend cpu --no-nvcc 2>&1 </dev/null)
  status=$?
}

# A product of two functions: the first is right, the second leaves out the last column.
mkdir "$tmp/half"
cat >"$tmp/half/matmul.cu" <<'CODE'
#include "matmul.h"
__global__ void product(int m, int n, int k, int columns, const real* A, const real* B, real* C) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= columns) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}
void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  product<<<dim3(n / 16 + 1, m / 16 + 1), dim3(16, 16)>>>(m, n, k, n, A, B, C);
}
void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  product<<<dim3(n / 16 + 1, m / 16 + 1), dim3(16, 16)>>>(m, n, k, n - 1, A, B, C);
}
CODE

data=data/matmul-6x5x7.txt
for real in float double; do
  grade matmul --submission "$tmp/half" --task matmul_naive --task matmul_coarse --data $data --case matmul-6x5x7.txt --real $real --verbose
  [ $status = 1 ] && tells "✓ matmul_naive" "✗ matmul_coarse" "The last column (from column 4 of 5) was never written" "--data $data"
  ok "a file tells right from wrong in $real"
done
command=$(sed -n '/explain:/d; /reproduce:/,/^ *[^ ]*$/p' <<<"$output" | tr -s ' \n' ' ' | sed 's/^ *reproduce: //; s/ *$//')
output=$(timeout 120 bash -c "$command --no-nvcc" 2>&1 </dev/null)
status=$?
[ $status = 1 ] && tells "✗ matmul_coarse" "wrong, 0 of 1 case correct" "matmul-6x5x7.txt"
ok "the command to reproduce names the file"

# A·B by hand, in the file's own numbers: the reference's answer is not taken on trust.
printf 'matmul\nm 1 n 1 k 3\nA 1 3\n1 2 3\nB 3 1\n4 5 6\n' >"$tmp/sum.txt"
cat >"$tmp/half/matmul.cu" <<'CODE'
#include "matmul.h"
__global__ void set(real* C) { C[0] = 32; }
void matmul_naive(int, int, int, const real*, const real*, real* C) { set<<<1, 1>>>(C); }
CODE
grade matmul --submission "$tmp/half" --task matmul_naive --data "$tmp/sum.txt" --case sum.txt
[ $status = 0 ]
ok "the answer to a file's numbers is theirs: 1·4 + 2·5 + 3·6 = 32"
sed -i 's/4 5 6/4 5 7/' "$tmp/sum.txt"
grade matmul --submission "$tmp/half" --task matmul_naive --data "$tmp/sum.txt" --case sum.txt
[ $status = 1 ]
ok "and to other numbers another"

# The same linear system in both formats; the block size is in neither.
awk 'NR == 1 { print "jacobi\nn", $1 } NR == 2 { print "iterations", $1, "\nA 8 8" }
     NR > 2 && !/solution/ { print } /solution/ { print "b 8 1" }' data/8.txt >"$tmp/8.txt"
correct=tests/submissions/jacobi/ok_plain
if [ -d $correct ]; then
  for file in data/8.txt "$tmp/8.txt"; do
    grade jacobi --submission $correct --task jacobi_swap --data "$file" --case 8.txt+
    [ $status = 0 ] && tells "✓ jacobi_swap" "1 case"
    ok "jacobi reads $(basename "$(dirname "$file")")/8.txt"
  done
else
  skipped=1
  echo "skipped: jacobi in both formats (no $correct)"
fi

# Missing files of the project are made.
mkdir "$tmp/tree"
ln -s "$PWD"/* "$tmp/tree"
[ ! -e .deps ] || ln -s "$PWD/.deps" "$tmp/tree"  # libraries of a set-up without root
rm "$tmp/tree/data"
mkdir "$tmp/tree/data"
cp data/recipes.json "$tmp/tree/data"
WARPGRADE_ROOT=$tmp/tree grade matmul --submission "$tmp/half" --task matmul_naive --data "$tmp/tree/$data" --case matmul-6x5x7.txt
[ $status = 1 ] && cmp $data "$tmp/tree/$data"
ok "a file that has a recipe is made when it is asked for"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
