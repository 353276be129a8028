#!/bin/bash
# docs/cuda-coverage.md says of each part of CUDA which tests there are: it is made from the tests
# themselves, by features.txt; what public programs showed stands in
# public_programs.md. `coverage.sh write` makes it; without a word it is compared.
# Needs: tests/kernels
set -uo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
tests=tests/engine kernels=tests/kernels page=docs/cuda-coverage.md

# using PATTERN FILE...: the files that use it
using() {
  local pattern=$1
  shift
  grep -lE -- "$pattern" "$@" 2>/dev/null
}

row() { # FEATURE PATTERN
  local engine mine defects clean
  engine=$(using "$2" $tests/*.cu | grep -v _simt.cu | sed 's|.*/||; s|\.cu$||' | head -n 4 | paste -sd' ' | sed 's/ /, /g')
  mine=$(using "$2" $tests/*.cu | grep _simt.cu | sed 's|.*/||; s|\.cu$||' | head -n 2 | paste -sd' ' | sed 's/ /, /g')
  defects=$(using "$2" $kernels/defects/*.cu | wc -l)
  clean=$(using "$2" $kernels/clean/*.cu | wc -l)
  printf '| %s | %s | %s | %s |\n' "$1" "${engine:-${mine:-–}}" "$([ "$defects" = 0 ] && [ "$clean" = 0 ] && echo – || echo "$defects, $clean")" \
    "$([ -n "$engine" ] && echo yes || echo –)"
}

make_page() {
  cat <<'END'
# What of CUDA runs without a GPU

Made by `tests/engine/coverage.sh write` from the tests.

- **FAST**: the engine tests (`tests/engine`) that use it. They are plain CUDA.
- **CHECK**: programs with a planted defect that the check must name, and programs without one on which it must be silent (`tests/kernels`).
- **Hardware**: whether the same engine tests are compiled by nvcc and run on a GPU (`tools/gpu_check.sh`).

A dash means that no test uses it: then nothing is promised. The engine's devices are of compute capability 9.0.
END
  while IFS=$'\t' read -r feature pattern; do
    case $feature in
      '# '*) ;;
      '## '*) printf '\n%s\n\n| | FAST | CHECK: defects, clean | hardware |\n| --- | --- | --- | --- |\n' "$feature" ;;
      *) row "$feature" "$pattern" ;;
    esac
  done <$tests/features.txt
  printf '\n## Refused\n\nWith its line and the reason, when a file is compiled; what uses it is graded on a GPU (`tests/engine/refused`):\n\n'
  for source in $tests/refused/*.cu; do
    sed -n '1s|^// \(.*\)|- \1|p' "$source"
  done
  cat $tests/public_programs.md
}

if [ "${1:-}" = write ]; then
  make_page >$page
elif ! diff <(make_page) $page; then
  echo "failed: $page is not what the tests say (tests/engine/coverage.sh write)"
  exit 1
fi
