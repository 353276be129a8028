#!/bin/bash
# A student's own grades: kept beside the work where that is wanted, for their eyes alone, told in the next
# report and by `warpgrade history`. On the CPU.
set -u
cd "$(dirname "$0")/../.." || exit
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
check() { # NAME COMMAND...
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $name"
    head -n 20 "$tmp/out" | sed 's/^/  /'
  fi
}
grade() { build/warpgrade grade dot --submission "$tmp/work" --task dot_mutex --no-nvcc "$@" >"$tmp/out" 2>/dev/null; }
cp -r skeletons/dot "$tmp/work"
rm -rf "$tmp/work/.warpgrade"

grade
check 'elsewhere nothing is written unless it is asked for' [ ! -e "$tmp/work/.warpgrade" ]
grade --history
check 'the first grade is compared with none' [ -z "$(grep '^Since\|^As at' "$tmp/out")" ]
check 'it is for its owner alone' [ "$(stat -c %a "$tmp/work/.warpgrade" "$tmp/work/.warpgrade/dot.jsonl" | paste -sd ' ')" = '700 600' ]
grade --history
check 'the second is as the first' grep -q '^The same points and verdicts as at ' "$tmp/out"
check 'and graded nothing again' grep -q '^ *Nothing that counts has changed since' "$tmp/out"
grade --history --all
check 'but where that is asked for' [ -z "$(grep 'Nothing that counts' "$tmp/out")" ]
sed -i '/^__device__ real thread_sum/,/^}/s/return sum;/return sum + none;/' "$tmp/work/dot.cu"
grade --history
check 'a new mistake is told' grep -q 'dot_mutex: not written → compile-error\|dot_mutex: not written -> compile-error' "$tmp/out"
lines=$(wc -l <"$tmp/work/.warpgrade/dot.jsonl")
sed -i 's/return sum + none;/return sum;/' "$tmp/work/dot.cu"
grade --history --case 31x32-positive
check 'some cases alone are graded' grep -q 'Total  ' "$tmp/out"
check 'but not kept' [ "$(wc -l <"$tmp/work/.warpgrade/dot.jsonl")" = "$lines" ]
build/warpgrade history dot --submission "$tmp/work" >"$tmp/out"
check 'the history' grep -q '^dot: 4 grades since' "$tmp/out"
chmod 500 "$tmp/work/.warpgrade"
grade --history
check 'where nothing can be kept the grade is told all the same' grep -q 'Total  ' "$tmp/out"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
