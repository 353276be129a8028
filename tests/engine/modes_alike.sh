#!/bin/bash
# A stranger's source sees the same macros in the build for the check as in the ordinary one.
set -uo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
printf 'int main() {}\n' >"$work/k.cu"
for mode in fast check; do
  grader/simt/simtcc --untrusted --mode $mode -E -dM -o "$work/$mode" "$work/k.cu" || exit 1
  sort -o "$work/$mode" "$work/$mode"
  grep -q '^#define __CUDACC__ 1' "$work/$mode" || { echo "no macros were listed" && exit 1; }
done
diff "$work/fast" "$work/check" || exit 1

# So the macros of the mode are gone where headers come later than the prelude, which has all that
# needs them: each such header compiles in such a build, and none asks for them, which would be
# answered as in the ordinary build.
headers=grader/simt/include
(cd $headers && find . -type f ! -name '*.inc') | sed 's,^\./,,' | sort >"$work/all"
grader/simt/simtcc --mode fast -E -dI -o "$work/text" "$work/k.cu" || exit 1
sed -nE 's,^# [0-9]+ ".*/simt/include/([^"]*)".*,\1,p' "$work/text" | sort -u >"$work/prelude"
comm -23 "$work/all" "$work/prelude" >"$work/later"
grep -qx 'cuda/atomic' "$work/later" || { echo "no later headers were found" && exit 1; }
failed=0
while IFS= read -r header; do
  if grep -nE 'SIMT_(CHECK|UNCHECKED|ATOMIC_)' $headers/"$header"; then
    echo "$header comes after the prelude and asks for a macro that is gone" && failed=1
  fi
done <"$work/later"
grep -vE '^simt/' "$work/later" | sed 's,.*,#include <&>,' >"$work/k.cu"
printf 'int main() {}\n' >>"$work/k.cu"
for mode in fast check; do
  grader/simt/simtcc --untrusted --mode $mode -c -o "$work/k.o" "$work/k.cu" || failed=1
done
exit $failed
