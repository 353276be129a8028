#!/bin/bash
# Whatever a program holds when it is stopped or killed, its findings are told: here nearly always malloc's
# lock. Killed, it can't say where it was, but what it had found before is told all the same.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
out=build/simt/tests/stopped
passed=0 failed=0
mkdir -p $out

result() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $1 ($2 of $3)"
  fi
}

cat >$out/busy.cu <<'END'
#include <cstdlib>

__global__ void store_past_the_end(int* one) { one[1] = 1; }

__global__ void never_ends(int n, int* sum) {
  for (; n != 0; n -= 2) {
    void* memory = malloc(1300 + (n & 1023));
    *sum += memory != nullptr;
    free(memory);
  }
}

int main(int argc, char**) {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  if (argc > 1) {
    store_past_the_end<<<1, 1>>>(sum);
    cudaDeviceSynchronize();
    for (volatile int n = 1; n != 0;) free(malloc(n));
  }
  never_ends<<<1, 1>>>(5, sum);
  cudaDeviceSynchronize();
}
END
grader/simt/simtcc --mode check -o $out/busy $out/busy.cu || exit 1

# told SIGNAL CAUSE WORD: of five runs that are ended so, how many have told that
told() {
  local told=0 i
  for i in 1 2 3 4 5; do
    rm -f $out/findings
    # A program that is killed is gone before its findings are told: their end of the pipe is the last.
    # shellcheck disable=SC2086
    (SIMT_FINDINGS=$out/findings timeout -k 5 -s "$1" 1 $out/busy $3 2>&1 | cat >/dev/null) 2>/dev/null
    grep -qF "[$2]" $out/findings && told=$((told + 1))
  done
  echo $told
}

for signal in TERM INT; do result "stopped by SIG$signal" "$(told $signal loop.endless "")" 5; done
result "killed after a finding" "$(told KILL bounds.outside past)" 5
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
