#!/bin/bash
# The kernel corpus, built for CHECK: each program of kernels/defects must be told its defects at the
# marked lines and nothing else, each of kernels/clean nothing at all. How lines are marked stands in
# kernels/expect.awk. A line `// UNSEEN: why` at the head of a file says what CHECK does not do yet: the
# program counts as skipped until it does. `// NEEDS: protection keys` skips it where the processor has
# none, `// NEEDS: x86-64` on any other. A name or part of one as argument runs only the programs with that in their name.
# What a program said lies in build/kernels/FOLDER/NAME.findings.
# Needs: tests/kernels
# Long
set -uo pipefail
cd "$(dirname "$0")/../.."
corpus=tests/kernels
out=build/kernels
seconds=${SIMT_KERNEL_SECONDS:-30}
mode=${SIMT_MODE:-check}

# one FILE.cu: builds it if it or what it is built with is newer, runs it, writes NAME.result.
one() {
  local source=$1 folder name program clean=0 limit=$seconds status
  folder=$(basename "$(dirname "$source")")
  name=$(basename "$source" .cu)
  program=$out/$folder/$name
  [ "$folder" = clean ] && clean=1
  grep -q '^// TIMEOUT' "$source" && limit=2
  if [ ! -x "$program" ] || [ "$source" -nt "$program" ] || [ "$stamp" -nt "$program" ]; then
    if ! grader/simt/simtcc --mode "$mode" -o "$program" "$source" >"$program.messages" 2>&1; then
      { echo "  cannot be built:" && sed 's/^/  /' "$program.messages" | head -n 10; } >"$program.result"
      return
    fi
  fi
  run "$limit"
  # One that never ends may have hardly begun after two seconds of a busy machine.
  [ "$limit" = "$seconds" ] || [ ! -s "$program.result" ] || run "$seconds"
}

# run SECONDS: the program, and what its findings lack
run() {
  : >"$program.findings"
  # In a shell of its own: bash tells of a program that ends by a signal.
  status=$(
    SIMT_FINDINGS=$program.findings timeout -k 30 "$1" "$program" >"$program.output" 2>&1 </dev/null
    echo $?
  ) 2>/dev/null
  awk -v name="$name" -v clean=$clean -v status="$status" -f $corpus/expect.awk \
    "$source" "$program.findings" >"$program.result" 2>&1
}

mkdir -p $out/defects $out/clean
# The newest of the things that every program is built with.
stamp=$(ls -td build/simt/libsimt.a build/simt/libsimt_check.a build/simt/simt_rewrite grader/simt/simtcc \
  $(find grader/simt/include -type f) | head -n 1)
mapfile -t sources < <(printf '%s\n' $corpus/defects/*.cu $corpus/clean/*.cu | grep -F -- "${1:-}")
[ ${#sources[@]} -gt 0 ] || { echo "no program has $1 in its name" >&2 && exit 2; }
export -f one run
export out corpus stamp seconds mode
printf '%s\0' "${sources[@]}" | xargs -0 -r -n 1 -P "$(nproc)" bash -c 'one "$1"' one

passed=0 failed=0 skipped=0
for source in "${sources[@]}"; do
  name=${source#"$corpus"/}
  name=${name%.cu}
  unseen=$(sed -n 's|^// UNSEEN: ||p' "$source")
  [ -n "$unseen" ] && [ -f "$out/$name.result" ] && [ ! -s "$out/$name.result" ] &&
    echo "  is seen now: take away the mark UNSEEN" >"$out/$name.result" && unseen=
  if grep -q '^// NEEDS: protection keys' "$source" && ! grep -qw ospke /proc/cpuinfo; then
    skipped=$((skipped + 1))
    echo "skipped: $name (this processor has no memory protection keys)"
  elif grep -q '^// NEEDS: x86-64' "$source" && [ "$HOSTTYPE" != x86_64 ]; then
    skipped=$((skipped + 1))
    echo "skipped: $name (this processor does not trap)"
  elif [ -f "$out/$name.result" ] && [ ! -s "$out/$name.result" ]; then
    passed=$((passed + 1))
  elif [ -n "$unseen" ]; then
    skipped=$((skipped + 1))
    echo "skipped: $name ($unseen)"
  else
    failed=$((failed + 1))
    echo "failed: $name"
    cat "$out/$name.result" 2>/dev/null
  fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
