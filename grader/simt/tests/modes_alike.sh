#!/bin/bash
# A stranger's source sees the same macros in the build for the check as in the ordinary one.
set -uo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
printf 'int main() {}\n' >"$work/k.cu"
for mode in fast check; do
  grader/simt/simtcc --untrusted --mode $mode -E -dM -o "$work/$mode" "$work/k.cu" || exit 1
  sort -o "$work/$mode" "$work/$mode"
  grep -q '^#define __CUDACC__ 1' "$work/$mode" || { echo "no macros were listed" && exit 1; }
done
diff "$work/fast" "$work/check"
