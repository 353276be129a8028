#!/bin/bash
# How fast a class is graded: `warpgrade batch` beside a loop of `warpgrade grade` over the same files.
# Needs: solutions tests/submissions
#   batch_throughput.sh [N] [SAME] [PART] [LAB]...
# N submissions (300), SAME of them copies of others (100), on the CPU engine, or with BACKEND=cuda on
# this machine's GPUs. LOOP=no: only the batch. The class is graded in
# parts of PART (100), in turns by the batch and by the loop, so that what else the machine does
# weighs on both alike. CPU seconds are those of all processes, as perf counts them; without perf
# they are left out. Memory: the largest resident set of the batch and of its servers.
set -eu
cd "$(dirname "$0")/.."
backend=${BACKEND:-cpu} loop=${LOOP:-yes}
n=${1:-300} same=${2:-100} part=${3:-100}
shift $(($# < 3 ? $# : 3))
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
research/make_class.sh "$tmp/class" "$n" "$same" "$@"

measured() { # NAME COMMAND...: adds to cpu[NAME] and wall[NAME]
  local name=$1 start end
  shift
  start=$(date +%s%N)
  if perf stat -e task-clock true &>/dev/null; then
    perf stat -x, -e task-clock -o "$tmp/perf" "$@" || true
    cpu[$name]=$(awk -F, -v so="${cpu[$name]:-0}" '/task-clock/ {print so + $1 / 1000}' "$tmp/perf")
  else
    "$@" || true
  fi
  end=$(date +%s%N)
  wall[$name]=$(awk -v so="${wall[$name]:-0}" -v ns=$((end - start)) 'BEGIN {print so + ns / 1e9}')
}
by_loop() { # FOLDER
  local folder file lab
  for folder in "$1"/*/; do
    for file in labs/*/lab.json; do
      lab=$(basename "$(dirname "$file")")
      [ ! -e "$folder$lab.cu" ] || build/warpgrade grade "$lab" --submission "$folder" --backend $backend --seed 7 \
        --json "$tmp/grade.json" --html "$tmp/grade.html" &>>"$tmp/loop.log" </dev/null || true
    done
  done
}
by_batch() { # FOLDER OUT: and the largest resident set, in KiB, to $tmp/memory
  build/warpgrade batch --submissions "$1" --out "$2" --backend $backend --seed 7 &>>"$tmp/batch.log" </dev/null &
  local batch=$! most=0 now
  while kill -0 $batch 2>/dev/null; do
    for pid in $batch $(cat /proc/$batch/task/$batch/children 2>/dev/null); do
      now=$(awk '/VmHWM/ {print $2}' "/proc/$pid/status" 2>/dev/null) || now=0
      [ "${now:-0}" -le $most ] || most=$now
    done
    sleep 0.5
  done
  wait $batch || true
  echo $most >>"$tmp/memory"
}
export -f by_loop by_batch
export tmp backend

declare -A cpu wall
parts=$(((n + part - 1) / part))
declare -A part_of
dealt=0
for ((p = 0; p < parts; ++p)); do mkdir -p "$tmp/part$p"; done
for folder in "$tmp"/class/*; do # copies into one part: the batch is to see that they are the same
  content=$(cat "$folder"/* | md5sum)
  [ -n "${part_of[$content]:-}" ] || part_of[$content]=$((dealt++ % parts))
  mv "$folder" "$tmp/part${part_of[$content]}"
done
for ((p = 0; p < parts; ++p)); do
  measured batch bash -c "by_batch $tmp/part$p $tmp/graded$p"
  [ "$loop" = no ] || measured loop bash -c "by_loop $tmp/part$p"
  echo "part $((p + 1)) of $parts: $(grep -c . "$tmp/graded$p/grades.csv") lines, memory $(tail -n 1 "$tmp/memory" | awk '{printf "%.0f MiB", $1 / 1024}')"
done

printf '\n%s submissions, %s of them copies, %s cores\n\n| | wall | a minute | CPU |\n| --- | --- | --- | --- |\n' "$n" "$same" "$(nproc)"
for name in batch loop; do
  [ -n "${wall[$name]:-}" ] || continue
  awk -v name=$name -v n="$n" -v wall="${wall[$name]}" -v cpu="${cpu[$name]:-0}" 'BEGIN {
    printf "| %s | %.0f s | %.1f | %s |\n", name, wall, 60 * n / wall, (cpu > 0 ? sprintf("%.0f s", cpu) : "") }'
done
[ "$loop" = no ] || awk -v wb="${wall[batch]}" -v wl="${wall[loop]}" -v cb="${cpu[batch]:-0}" -v cl="${cpu[loop]:-0}" 'BEGIN {
  printf "| the loop takes | %.2f times | | %s |\n", wl / wb, (cb > 0 ? sprintf("%.2f times", cl / cb) : "") }'
