#!/bin/bash
# Kills processes of `warpgrade batch` at random moments: the batch itself, its whole group, the process
# that starts the grades, a grade, a compiler or linker, the sandbox, a submission; or stops one of the last
# three (SIGSTOP) for longer than any limit. Then resumes it and compares every student's points and reports
# with a run that nobody disturbed.
# Needs: tests/submissions
#   batch_kills.sh [TIMES] [SEED] [KIND]...   default: 50 times, all kinds; SEED repeats the moments
# Prints a table of the kinds: how often one was killed, found none of its kind, ended the batch, and
# ended up with other results. Exit status 1: some results differ, or something is left behind.
set -u
cd "$(dirname "$0")/.."
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
  cp tests/submissions/dot/$entry/*.cu "$tmp/class/student$i"
done

batch() { # OUT [OPTION]...
  exec build/warpgrade batch --submissions "$tmp/class" --out "$tmp/$1" --lab dot --backend cpu --no-nvcc --no-check \
    --seed 5 --jobs 2 "${@:2}" &>>"$tmp/log" </dev/null
}
# All that it says but times, where it lies, and wrong values, whose sums atomics make in any order.
result() { # OUT
  sed 's/[0-9-]*T[0-9:]*Z//g' "$tmp/$1/grades.csv"
  sed '/^  "seconds": {/,/^  }/d; /"seconds":/d; s,'"$tmp/$1"',OUT,g; /"detail"\|"found"/s/-*[0-9][0-9.e+-]*/#/g' "$tmp/$1"/reports/*/*.json
  (cd "$tmp/$1" && ls reports/*/ content)
}
below() { # PID: it and all that it started, one "PID PROGRAM" a line
  ps -eo pid=,ppid=,args= | awk -v top="$1" '
    { parent[$1] = $2; $2 = ""; line[$1] = $0 }
    END {
      for (p in parent) for (q = p; q in parent; q = parent[q]) if (q == top) { print line[p]; break }
    }'
}
# Those of a kind. A grade is a child of the process that starts them, which has the same command line.
kind_of() { # KIND PID
  case ${1#stopped-} in
    server) below "$2" | grep -- ' --serve' | sort -n | head -n 1 ;;
    grade) below "$2" | grep -- ' --serve' | sort -n | tail -n +2 ;;
    compiler) below "$2" | grep -E '/(cc1plus|as|ld|collect2)|[cg]\+\+|simt-?rewrite' ;;
    sandbox) below "$2" | grep -E '[ /](bwrap|sandbox_init)' ;;
    submission) below "$2" | grep -E '(^| )/worker( |$)' ;;
  esac | awk '{ print $1 }'
}
kinds=("${@:3}")
((${#kinds[@]})) || kinds=(batch group server grade compiler sandbox submission stopped-compiler stopped-sandbox stopped-submission)
stopped=75 # seconds: longer than a call of dot may take, and than a compiler may do nothing
declare -A killed none ended differ
for kind in "${kinds[@]}"; do killed[$kind]=0 none[$kind]=0 ended[$kind]=0 differ[$kind]=0; done

start=$(date +%s%N)
(batch whole) || { cat "$tmp/log"; exit 1; }
whole=$((($(date +%s%N) - start) / 1000000)) # milliseconds
result whole >"$tmp/expected"

wrong=0
for ((n = 1; n <= times; ++n)); do
  kind=${kinds[n % ${#kinds[@]}]}
  rm -rf "$tmp/killed"
  : >"$tmp/log"
  set -m # a process group of its own
  (batch killed) &
  pid=$!
  set +m
  moment=$((RANDOM * whole / 32768))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  case $kind in
    batch) victims=$pid ;;
    group) victims=-$pid ;;
    *) # one there is at that moment, or the next to come
      for ((look = 0; look < 100; ++look)); do
        victims=$(kind_of "$kind" "$pid" | shuf -n 1)
        [ -n "$victims" ] && break
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.02
      done ;;
  esac
  signal=-KILL
  [[ $kind != stopped-* ]] || signal=-STOP
  if [ -n "$victims" ] && kill $signal -- $victims 2>/dev/null; then
    killed[$kind]=$((${killed[$kind]} + 1))
  else
    none[$kind]=$((${none[$kind]} + 1))
  fi
  if [ $signal = -STOP ]; then
    # Again and again: the grader wakes what it stops itself between two calls.
    for ((look = 0; look < 4 * stopped; ++look)); do
      kill -0 "$pid" 2>/dev/null && kill -STOP -- $victims 2>/dev/null || break
      sleep 0.25
    done
    [ -z "$victims" ] || kill -CONT -- $victims 2>/dev/null
  fi
  wait "$pid" 2>/dev/null || ended[$kind]=$((${ended[$kind]} + 1))
  if ! (batch killed --resume) || ! diff "$tmp/expected" <(result killed) >"$tmp/diff"; then
    differ[$kind]=$((${differ[$kind]} + 1)) wrong=$((wrong + 1))
    echo "failed: $kind killed after $moment of $whole ms"
    tail -n 5 "$tmp/log"
    head -n 5 "$tmp/diff"
  fi
  [ -z "$(ls -A "$tmp/killed/.jobs" 2>/dev/null)" ] || { echo "failed: work folders are left in .jobs" && wrong=$((wrong + 1)); }
done

printf '%-18s %7s %8s %15s %7s\n' kind killed 'not met' 'batch not whole' differ
for kind in "${kinds[@]}"; do
  printf '%-18s %7d %8d %15d %7d\n' "$kind" "${killed[$kind]}" "${none[$kind]}" "${ended[$kind]}" "${differ[$kind]}"
done
# A grade that was killed leaves its folder to the next one that makes its own.
TMPDIR=$TMPDIR build/warpgrade grade dot --submission "$tmp/class/student1" --backend cpu --no-nvcc --no-check &>/dev/null
for ((i = 0; i < 100; ++i)); do [ -z "$(ls -A "$TMPDIR")" ] && break; sleep 0.1; done
[ -z "$(ls -A "$TMPDIR")" ] || { echo "failed: left in TMPDIR: $(ls "$TMPDIR")" && wrong=$((wrong + 1)); }
! pgrep -f "$tmp/" >"$tmp/left" || { echo "failed: processes are left: $(cat "$tmp/left")" && wrong=$((wrong + 1)); }
echo "killed $times times and resumed: $wrong not as a run that nobody disturbed"
[ $wrong = 0 ]
