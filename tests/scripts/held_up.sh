#!/bin/bash
# Someone stops a submission's process, for longer than a call may take or often: the student keeps the
# points. A submission that waits by itself does not (timeout_sleeps of the corpus).
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.."
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
log=$tmp/log
export TMPDIR=$tmp

below() { # PID: all that it started
  ps -eo pid=,ppid=,args= | awk -v top="$1" '
    { parent[$1] = $2; name[$1] = $3 }
    END { for (p in parent) for (q = parent[p]; q in parent; q = parent[q]) if (q == top) { print p, name[p]; break } }'
}
# hold TIMES SECONDS [OPTION]...: a grade whose submission is stopped so often for so long.
hold() {
  local times=$1 seconds=$2 pid child
  build/warpgrade grade matmul --submission tests/submissions/matmul/ok_tiled --task matmul_tiled --backend cpu --no-nvcc \
    --no-check --no-speed --seed 7 "${@:3}" &>"$log" </dev/null &
  pid=$!
  held=0
  while [ "$held" -lt "$times" ] && kill -0 $pid 2>/dev/null; do
    child=$(below $pid | awk '$2 == "/worker" { print $1 }' | head -n 1)
    if [ -n "$child" ] && kill -STOP "$child" 2>/dev/null; then
      # The grader wakes what it stops itself between two calls.
      for ((tenths = 10 * seconds; tenths > 0; --tenths)); do
        sleep 0.1
        kill -STOP "$child" 2>/dev/null || break
      done
      kill -CONT "$child" 2>/dev/null
      held=$((held + 1))
    fi
  done
  wait $pid
  status=$?
}

hold 1 8 --time-limit 2
[ $held = 1 ] && [ $status = 0 ]
ok "stopped for longer than a call may take, it keeps its points"
hold 1 4 --time-limit 2 --task-time-limit 4.2
[ $held = 1 ] && [ $status = 0 ]
ok "stopped until the time of its task is over, it keeps its points"
# shellcheck disable=SC2154 # set by ok
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
