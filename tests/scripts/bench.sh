#!/bin/bash
# `warpgrade bench`: what it writes, that a stopped one goes on, that results of other sources or
# machines are never mixed in, and what it says of mistakes on its command line.
# Needs: solutions
set -u
cd "$(dirname "$0")/../.." || exit
export LC_ALL=C.UTF-8
passed=0 failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
report=$tmp/report
check() { # NAME STATUS
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: $1" && head -c 3000 "$report"; fi
}
bench() { build/warpgrade bench "$@" >"$report" 2>&1; status=$?; }
says() { # NAME STATUS TEXT: of the last run
  [ "$status" = "$2" ] && grep -qF -- "$3" "$report"
  check "$1" $?
}
results() { grep -c '"verdict":' "$1"; }

# --- a bench that is stopped goes on ---------------------------------------------------------------
out=$tmp/out
small=(dot --backend cpu --variant cpu-blas --variant atomic --no-sweeps --out "$out")
# (SIGTERM: a shell without job control makes what it starts in the background ignore SIGINT.)
build/warpgrade bench "${small[@]}" --sizes 100,30000000,40000000 --verify-all >"$report" 2>&1 &
for ((i = 0; i < 600; ++i)); do [ -f "$out/dot.json" ] && break || sleep 0.1; done
kill -TERM $! && wait $!
[ $? = 143 ] && [ "$(results "$out/dot.json")" -ge 1 ]
check "what was measured stays when a bench is stopped" $?
there=$(grep -c '"n":100}' "$out/dot.json") # of those that are asked for again
bench "${small[@]}" --sizes 100,1000 --seconds 0
says "a stopped bench goes on" 0 "$there of 4 results are in"
[ "$(grep -cE '"n":100(0)?}' "$out/dot.json")" = 4 ]
check "with what is missing" $?
cp "$out/dot.json" "$tmp/before.json"
bench "${small[@]}" --sizes 100,1000 --seconds 0
says "what is there is not made again" 0 "4 of 4 results are in"
cmp "$out/dot.json" "$tmp/before.json" >"$report" 2>&1
check "and stays as it was" $?

# --- what it writes --------------------------------------------------------------------------------
[ "$(wc -l <"$out/dot.csv")" = $((1 + $(results "$out/dot.json"))) ] && grep -q '^variant,backend,real,' "$out/dot.csv"
check "one row for each result" $?
grep -q 'say nothing of a GPU' "$out/report.md" && grep -q 'CPU engine' "$out/bandwidth.gp"
check "times of the engine are called that" $?
if command -v gnuplot >/dev/null || [ -x .deps/gnuplot/usr/bin/gnuplot-nox ]; then
  grep -q '</svg>' "$out/bandwidth.svg" && grep -q 'bandwidth.svg' "$out/report.md"
else
  grep -q 'gnuplot is not there' "$out/report.md"
fi
check "figures, or why there are none" $?

# --- nothing is mixed in ---------------------------------------------------------------------------
sed -i 's/"cpu": "/"cpu": "Another /' "$out/dot.json"
bench "${small[@]}" --sizes 100
says "results from another machine" 2 "from another machine (cpu: Another "
bench "${small[@]}" --sizes 100 --seconds 0 --fresh
[ $status = 0 ] && [ "$(results "$out/dot.json")" = 2 ]
check "--fresh begins anew" $?
mkdir "$tmp/mine"
cp solutions/dot/dot.cu "$tmp/mine"
mine=(dot --backend cpu --from "$tmp/mine" --variant dot_atomic --sizes 100,200 --seconds 0 --no-sweeps --out "$tmp/mine/out")
bench "${mine[@]}"
says "a submission's task" 0 'dot_atomic'
echo '// changed' >>"$tmp/mine/dot.cu"
bench "${mine[@]}"
says "a source that has changed is measured again" 0 'The source has changed since: dot_atomic'
bench dot --backend cpu --variant atomic --sizes 100 --out "$tmp/mine/out"
says "other variants are not mixed in" 2 'contains results of other variants'

# An empty function would be the fastest at sizes that are not verified.
sed -i '/^void dot_shuffle(/,/^}/{/^void/!{/^}/!d}}' "$tmp/mine/dot.cu"
bench dot --backend cpu --from "$tmp/mine" --variant dot_atomic --variant dot_shuffle --sizes 100 --seconds 0 --no-sweeps --fresh --out "$tmp/mine/out"
says "a task that is not written is left out" 0 'dot_shuffle was skipped: it is not written yet.'
grep -q 'dot_shuffle' "$tmp/mine/out/dot.csv"
check "and stands in no table" $((1 - $?))

# --- results from elsewhere ------------------------------------------------------------------------
bench dot --results docs/variants/dot.json --out "$tmp/elsewhere"
says "results that were measured elsewhere" 0 "Written to"
grep -q 'NVIDIA' "$tmp/elsewhere/report.md" && [ -f "$tmp/elsewhere/roofline.gp" ]
check "with their machine, and its roofline" $?

# --- mistakes --------------------------------------------------------------------------------------
bench poisson --backend cpu --block-sizes 32 --out "$tmp/wrong"
says "a lab without blocks" 2 "no parameter for the size of a block"
bench dot --backend cpu --set q=1 --out "$tmp/wrong"
says "an argument that is not there" 2 "no variant has an argument 'q'"
bench dot --backend cpu --from "$tmp" --out "$tmp/wrong"
says "a folder without a submission" 2 "contains neither dot/dot.cu nor dot.cu"
bench dot --backend cpu --sizes 8x9 --out "$tmp/wrong"
says "dimensions that do not fit" 2 "2 numbers mean nothing"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
