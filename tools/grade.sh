#!/bin/bash
# `make grade`: one lab after the other, whatever the grade of the one before.
#   tools/grade.sh LABS TASK FROM BACKEND REAL        empty LABS: all of them; empty TASK: all of a lab's
# Exit status: the worst of the labs' (0 full marks, 1 points lost, 2 usage, 3 the grader's own trouble).
set -euo pipefail
cd "$(dirname "$0")/.."

read -ra labs <<<"$1"
task=$2 from=${3%/} backend=$4 real=$5
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

[ -d "$from" ] || usage "FROM=$from is not a folder." "Give skeletons, solutions, or a folder with LAB/LAB.cu or LAB.cu in it."
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

worst=0
for lab in "${labs[@]}"; do
  status=0
  build/warpgrade grade "$lab" --submission "$(submission "$lab")" ${task:+--task "$task"} \
    --backend "$backend" --real "$real" || status=$?
  [ $status -le 3 ] || status=3
  [ $status -le $worst ] || worst=$status
done
exit $worst
