#!/bin/bash
# How grades fare that run at the same time on one machine, as when students share it.
#   research/several_at_once.sh [LAB]...     default: all
# COUNTS="1 4 16"   how many at once
# OPTIONS=--no-speed   more options of `warpgrade grade`
# WARPGRADE=FILE    the program (default build/warpgrade); another checkout's, to compare
#
# Prints, for each lab and count: seconds until the last has ended; the work done per second, as a
# multiple of one grade after another (1 and more: nobody loses by grading at the same time); how
# long the first and the last took, as multiples of one alone; and how many did not get the same
# points. A grade is ended after 10 minutes.
set -u
cd "$(dirname "$0")/.." || exit
counts=${COUNTS:-1 4 16} options=${OPTIONS:-} program=${WARPGRADE:-build/warpgrade}
[ $# -gt 0 ] || set -- $(for file in labs/*/lab.json; do basename "$(dirname "$file")"; done)
work=$(mktemp -d) || exit
trap 'rm -rf -- "$work"' EXIT

# grade LAB NUMBER: seconds and points of one
grade() {
  local start=$EPOCHREALTIME
  # shellcheck disable=SC2086 # several options
  timeout -k 10 600 "$program" grade "$1" --submission "solutions/$1" $options --json "$work/$2.json" &>"$work/$2.log"
  local status=$?
  echo "$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }') $status" \
    "$(grep -m1 -o '"points": [0-9.]*' "$work/$2.json" 2>/dev/null)" >"$work/$2.time"
}

printf '%s cores, %s\n' "$(nproc)" "$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 || true)"
printf '| lab | at once | seconds | throughput | first | last | other points |\n| --- | --- | --- | --- | --- | --- | --- |\n'
for lab in "$@"; do
  grade "$lab" 0 # what is compiled once is compiled now
  grade "$lab" 0
  read -r alone _ points <"$work/0.time"
  for count in $counts; do
    rm -f "$work"/*.time
    begin=$EPOCHREALTIME
    for ((i = 1; i <= count; i++)); do grade "$lab" "$i" & done
    wait
    cat "$work"/*.time | awk -v lab="$lab" -v n="$count" -v alone="$alone" -v points="$points" \
      -v all="$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')" '
      { if (NR == 1 || $1 < first) first = $1; if ($1 > last) last = $1
        rest = $3 " " $4; other += ($2 > 1 || rest != points) }
      END { printf "| %s | %d | %.1f | %.2f | %.2f | %.2f | %d |\n", lab, n, all, n * alone / all, first / alone, last / alone, other }'
  done
done
