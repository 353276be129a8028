#!/bin/bash
# Kills `warpgrade batch` at random moments and resumes it, to see whether its gradebook ends up as
# that of a run which nobody killed. Every second time its whole process group, else it alone.
# Needs: grader/testsuite
#   batch_kills.sh [TIMES] [SEED]      default: 50 times; SEED repeats the moments
# Exit status 1: some gradebook differs.
set -u
cd "$(dirname "$0")/../.."
times=${1:-50}
RANDOM=${2:-$$}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp/tmp
mkdir "$TMPDIR"

i=0
for entry in ok_atomic_add_of_every_term wrong_one_term_each_thread ok_two_launches wrong_first_warp_only wrong_one_term_each_thread; do
  i=$((i + 1))
  mkdir -p "$tmp/class/student$i"
  cp grader/testsuite/dot/$entry/*.cu "$tmp/class/student$i"
done

batch() { # OUT [OPTION]...
  exec build/warpgrade batch --submissions "$tmp/class" --out "$tmp/$1" --lab dot --backend cpu --no-nvcc --no-check \
    --seed 5 --jobs 2 "${@:2}" &>>"$tmp/log" </dev/null
}
# All that it says but times, where it lies, and wrong values, whose sums atomics make in any order.
result() { # OUT
  sed 's/[0-9-]*T[0-9:]*Z//g' "$tmp/$1/grades.csv"
  sed '/^  "seconds": {/,/^  }/d; /"seconds":/d; s,'"$tmp/$1"',OUT,g; /"detail"/s/-*[0-9][0-9.e+-]*/#/g' "$tmp/$1"/reports/*/*.json
  (cd "$tmp/$1" && ls reports/*/ content)
}

start=$(date +%s%N)
(batch whole) || { cat "$tmp/log"; exit 1; }
whole=$((($(date +%s%N) - start) / 1000000)) # milliseconds
result whole >"$tmp/expected"

differ=0 unfinished=0
for ((n = 1; n <= times; ++n)); do
  rm -rf "$tmp/killed"
  : >"$tmp/log"
  set -m # a process group of its own
  (batch killed) &
  pid=$!
  set +m
  moment=$((RANDOM * whole / 32768))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  whom=$([ $((n % 2)) = 0 ] && echo "-$pid" || echo "$pid")
  kill -9 -- "$whom" 2>/dev/null
  wait "$pid" 2>/dev/null
  [ -e "$tmp/killed/grades.csv" ] || unfinished=$((unfinished + 1))
  if ! (batch killed --resume) || ! diff "$tmp/expected" <(result killed) >"$tmp/diff"; then
    differ=$((differ + 1))
    echo "failed: killed after $moment of $whole ms ($whom)"
    tail -n 5 "$tmp/log"
    head -n 5 "$tmp/diff"
  fi
  [ -z "$(ls -A "$tmp/killed/.jobs" 2>/dev/null)" ] || { echo "failed: work folders are left" && differ=$((differ + 1)); }
done
for ((i = 0; i < 100; ++i)); do [ -z "$(ls -A "$TMPDIR")" ] && break; sleep 0.1; done
[ -z "$(ls -A "$TMPDIR")" ] || { echo "failed: left in TMPDIR: $(ls "$TMPDIR")" && differ=$((differ + 1)); }
echo "killed $times times ($unfinished of them before the end) and resumed: $differ not as a run that nobody killed"
[ $differ = 0 ]
