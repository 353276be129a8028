#!/bin/bash
# `make demo`: grades the faulty kernel in tools/demo/ on the CPU engine. Its report in the terminal, its page
# in build/demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f tools/demo/dot.cu ] || {
  echo "A student's kit has no demo: its kernel is close to a solution. Try: make grade" >&2
  exit 2
}
page=build/demo/dot.html
mkdir -p build/demo

# The seed fixes the inputs, so that everybody sees the same numbers. A busy machine needs time to try fixes.
status=0
build/warpgrade grade dot --submission tools/demo --task dot_atomic --backend cpu --no-nvcc --seed 2 --try-remedies 60 \
  --html $page || status=$?
[ $status -le 1 ] || exit $status

echo
[ $status = 0 ] || echo "Fix tools/demo/dot.cu and run make demo again."
echo "The same report as a page: $PWD/$page"
