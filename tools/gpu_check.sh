#!/bin/bash
# What needs a GPU, in one go: for a lab machine, or a cluster node without network that got this tree
# with its .deps/ and build/. Prints what it does; the tables come last.
#   tools/gpu_check.sh [OUT]      OUT: a folder for the logs (default build/gpu)
# BACKENDS=cuda leaves out the corpus on the CPU engine.
set -u
cd "$(dirname "$0")/.."
out=${1:-build/gpu}
mkdir -p "$out"
say() { printf '\n== %s ==\n' "$*"; }

nvidia-smi -L >/dev/null 2>&1 || { echo 'There is no GPU here, or its driver does not work: `make doctor` says more.' >&2; exit 2; }

say machine
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
nvcc --version | grep release
make build build/corpus >"$out/build.log" 2>&1 || { tail -n 40 "$out/build.log"; exit 1; }
make data

say "engine tests, on the hardware"
try_engine_test() {
  name=$(basename "$1" .cu)
  if nvcc -std=c++17 -arch=native -Igrader -Itests/engine -o "$out/$name" "$1" >"$out/$name.log" 2>&1 \
    && timeout 120 "$out/$name" >>"$out/$name.log" 2>&1; then
    echo "passed: $name"
  else
    echo "failed: $name"
    tail -n 30 "$out/$name.log"
  fi
}
export -f try_engine_test
export out
printf '%s\n' tests/engine/*.cu | grep -v '_simt\.cu$' | xargs -P "$(nproc)" -I{} bash -c 'try_engine_test {}'

say "labs: what is ours, graded on the GPU"
for real in float double; do
  for lab in labs/*/lab.json; do
    lab=$(basename "$(dirname "$lab")")
    for from in solutions skeletons; do
      echo "-- $from/$lab, $real"
      # Speed once: it takes longer than all else.
      speed=$([ "$from $real" = "solutions float" ] || echo --no-speed)
      timeout 300 build/warpgrade grade "$lab" --submission "$from/$lab" --backend cuda --real $real $speed --json "$out/$lab-$from-$real.json" 2>/dev/null
      echo "exit status $?"
    done
  done
done

say "profiles"
for task in matmul/matmul_naive matmul/matmul_tiled poisson/poisson_naive dot/dot_atomic; do
  timeout 300 build/warpgrade profile "${task%/*}" --task "${task#*/}" --from "solutions/${task%/*}" --backend cuda \
    --json "$out/profile-${task#*/}.json" --raw "$out/profile-${task#*/}.txt" 2>/dev/null
  echo "exit status $?"
done

say "as Classroom and a notebook grade"
# This folder with the solution in place of the skeleton: of that there would be nothing to grade.
handed_in=$(mktemp -d)
ln -s "$PWD"/* "$PWD/.deps" "$handed_in" && rm "$handed_in/skeletons"
mkdir "$handed_in/skeletons" && cp -r solutions/dot "$handed_in/skeletons"
(cd "$handed_in" && BACKEND=cuda tools/classroom/grade.sh build/warpgrade out dot) 2>"$out/classroom.log" | grep '^::'
(cd "$handed_in" && python3 tests/scripts/notebook.py warpgrade.ipynb KIT= LAB=dot TASK=dot_atomic) >"$out/notebook.txt" 2>&1
echo "exit status $?"
sed 's/<[^>]*>//g' "$out/notebook.txt" | grep -E 'Graded in|dot_atomic  '
rm -rf "$handed_in"

say "fit for the labs?"
build/warpgrade doctor --quick --json "$out/doctor.json" 2>/dev/null
echo "exit status $?"

say "verdict corpus on both backends"
for backend in ${BACKENDS:-cpu cuda}; do
  build/corpus --backend $backend --table >"$out/corpus-$backend.txt" 2>&1
  tail -n 1 "$out/corpus-$backend.txt"
  grep -A 12 '^failed' "$out/corpus-$backend.txt"
done
say "verdicts, CPU engine beside GPU"
# Lines "ENTRY VERDICT CAUSE,CAUSE", without what is said of failures between them.
lines() { grep -E '^[a-z-]+/[^ ]+ +[a-z-]+ ' "$out/corpus-$1.txt" | LC_ALL=C sort; }
LC_ALL=C join -a 1 -a 2 -e - -o 0,1.2,2.2 <(lines cpu) <(lines cuda) | awk '{printf "%-54s %-16s %s\n", $1, $2, $3}'

say "causes that one backend alone tells"
LC_ALL=C join -o 0,1.3,2.3 <(lines cpu) <(lines cuda) | awk -f tools/told_apart.awk

say "exploits beside honest twins"
make build/bench/exploit_study >>"$out/build.log" 2>&1 || tail -n 20 "$out/build.log"
timeout 1800 build/bench/exploit_study --times 3 | tee "$out/exploits.txt"
echo "exit status ${PIPESTATUS[0]}"

say "one wrong element of a product"
make build/bench/planted_errors >>"$out/build.log" 2>&1 || tail -n 20 "$out/build.log"
timeout 300 build/bench/planted_errors matmul 4096 --times 10
echo "exit status $?"
