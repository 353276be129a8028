#!/bin/bash
# `make grade`, `make findings` and `make watch`: one lab after the other, whatever became of the one before.
#   tools/grade.sh LABS TASK FROM BACKEND REAL grade|check|watch [OPTION...]
# Empty LABS: all of them; empty TASK: all of a lab's; check: findings and costs, no grade (BACKEND does
# not matter then); OPTION: of warpgrade grade. FORMAT in the environment: what the report is printed as
# (terminal, gcc, sarif). Several labs end with a summary.
#
# Exit status: 0 all reports were made, 2 usage, 3 the grader or the machine failed. With STRICT=1 in the
# environment also 1: points were lost or errors were found. Without it make would print "Error 1" below a report.
set -euo pipefail
cd "$(dirname "$0")/.."
export WARPGRADE_BY_MAKE=1 # reports name options as make takes them

read -ra labs <<<"$1"
task=$2 from=${3%/} backend=$4 real=$5 verb=$6
shift 6
options=("$@")
[ -z "${FORMAT:-}" ] || options+=(--format "$FORMAT")
[ "$verb" != grade ] || options+=(--backend "$backend")
# Own work is kept in .warpgrade/ beside it, whatever folder that is.
[ "$verb" != grade ] || [ "$(realpath -m -- "$from")" = "$PWD/solutions" ] || options+=(--history)
all=(labs/*/lab.json)
all=("${all[@]#labs/}")
all=("${all[@]%/lab.json}")

usage() {
  printf '%s\n' "$@" >&2
  exit 2
}

submission() {
  if [ -f "$from/$1/$1.cu" ]; then
    echo "$from/$1"
  elif [ -f "$from/$1.cu" ]; then
    echo "$from"
  fi
}

[ -d "$from" ] || usage "FROM=$from is not a folder." "Give skeletons, or a folder with LAB/LAB.cu or LAB.cu in it."
if [ ${#labs[@]} != 0 ]; then
  for lab in "${labs[@]}"; do
    [ -f "labs/$lab/lab.json" ] || usage "There is no lab \"$lab\". The labs: ${all[*]}"
    [ -n "$(submission "$lab")" ] || usage "$from holds neither $lab/$lab.cu nor $lab.cu."
  done
else
  for lab in "${all[@]}"; do
    [ -n "$(submission "$lab")" ] || continue
    [ -z "$task" ] || grep -q "\"$task\"" "labs/$lab/lab.json" || continue
    labs+=("$lab")
  done
  [ ${#labs[@]} != 0 ] || usage "$from holds no LAB/LAB.cu and no LAB.cu${task:+ with a task \"$task\"}. The labs: ${all[*]}"
fi

[ "${FORMAT:-}" != sarif ] || [ ${#labs[@]} = 1 ] || usage "FORMAT=sarif writes one document: name one lab, LAB=${labs[0]}."
tools/compile_commands.sh "$from"

if [ ${#labs[@]} -gt 1 ] && [ "$verb" = grade ] && [ -z "${FORMAT:-}" ]; then
  results=$(mktemp -d)
  trap 'rm -rf "$results"' EXIT
fi
if [ "$verb" = watch ]; then
  [ ${#labs[@]} = 1 ] || usage "One lab at a time: make watch LAB=${labs[0]}"
  exec build/warpgrade watch "${labs[0]}" --submission "$(submission "${labs[0]}")" ${task:+--task "$task"} "${options[@]}" --real "$real"
fi
worst=0
for lab in "${labs[@]}"; do
  status=0
  build/warpgrade "$verb" "$lab" --submission "$(submission "$lab")" ${task:+--task "$task"} \
    "${options[@]}" --real "$real" ${results:+--json "$results/$lab"} || status=$?
  [ $status -le 3 ] || status=3
  [ $status -le $worst ] || worst=$status
done

# points LAB KEY: a number of its result
points() { sed -nE "s/^  \"$2\": ([0-9.]+),\$/\1/p" "$results/$1" | head -n 1; }
if [ -n "${results:-}" ]; then
  printf '\nSummary\n'
  for lab in "${labs[@]}"; do
    if [ -f "$results/$lab" ]; then
      pending=$(points "$lab" pending)
      printf '  %-14s %6s / %s%s\n' "$lab" "$(points "$lab" score)" "$(points "$lab" max_score)" \
        "$([ "$pending" = 0 ] || echo ", $pending pending")"
    else
      printf '  %-14s not graded\n' "$lab"
    fi
  done
fi

# In a clone whose skeletons are as they were generated there is nothing to grade yet.
if [ "$verb" = grade ] && [ -z "${FORMAT:-}" ] && [ -f tools/demo/dot.cu ] && [ "$(realpath -- "$from")" = "$PWD/skeletons" ] &&
  build/warpgrade skeletons --check &>/dev/null; then
  printf '\n%s\n' "Nothing is written in skeletons/ yet. To see the report of a faulty kernel: make demo"
fi

[ $worst != 1 ] || [ "${STRICT:-0}" != 0 ] || worst=0
exit $worst
