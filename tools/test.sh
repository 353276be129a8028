#!/bin/bash
# `make test`: runs all that this machine can run and sums it up. The last line is
#   N passed, N failed, N skipped
# and before it stand the names of what failed and what was skipped.
#
# Parts of it that are programs of their own (tests/scripts/*.sh, tests/submissions/run, an engine test
# without Catch2) tell their result by the same line at their end, and by lines "failed: NAME" and
# "skipped: NAME (WHY)" before it; or, without such a line, by their exit status: 0 passed, 77 skipped.
# The unit tests and the engine's do so too, so that they can run beside the scripts.
# Not -e: one test that fails stops no other. No `grep -q` behind a pipe: it ends the writer early, and
# pipefail would call that a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
# OpenBLAS's waiting threads sleep; without this they spin, which takes the cores from all else.
export OPENBLAS_THREAD_TIMEOUT=${OPENBLAS_THREAD_TIMEOUT:-10}

passed=0
failures=()
skips=()
logs=build/test
started=$SECONDS
tools/deps.sh quick || exit
mkdir -p $logs
# What tests want beside the libraries comes while they are built.
tools/deps.sh tests &
installing=$!

# This script may run under a make whose job slots it cannot use.
make() { MAKEFLAGS='' command make --no-print-directory "$@"; }

# cpu_seconds NAME: sets it to those of this shell's children that have ended, and of theirs.
cpu_seconds() {
  local file=$logs/times.$BASHPID
  times >"$file"  # not in a pipe, which would be another shell
  printf -v "$1" %s "$(awk -F'[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$file")"
  rm "$file"
}

begin() {
  part_started=$SECONDS
  cpu_seconds part_cpu
  part_passed=$passed part_failures=${#failures[@]} part_skips=${#skips[@]}
}

# end TITLE [CPU-SECONDS]: one line on what happened since `begin`.
end() {
  local cpu
  cpu_seconds cpu
  printf '%-32s %5d passed, %d failed, %d skipped (%d s, %d CPU s)\n' "$1:" $((passed - part_passed)) \
    $((${#failures[@]} - part_failures)) $((${#skips[@]} - part_skips)) $((SECONDS - part_started)) "${2:-$((cpu - part_cpu))}"
}

# run_catch PROGRAM PREFIX [FILTER]...
run_catch() {
  local program=$1 prefix=$2 log=$logs/${1##*/} status=0 kind name line failed=${#failures[@]}
  shift 2
  timeout -k 10 3600 "$program" "$@" -r xml -o "$log.xml" &>"$log.output" || status=$?
  awk -f tools/catch_xml.awk "$log.xml" >"$log.results" || status=1
  while IFS= read -r line; do
    kind=${line%% *} name=$prefix${line#* }
    case $kind in
      passed) passed=$((passed + 1)) ;;
      failed) failures+=("$name") ;;
      skipped) skips+=("$name") ;;
      *) failures[-1]+=$'\n'$line ;;
    esac
  done <"$log.results"
  if [ $status != 0 ] && [ ${#failures[@]} = "$failed" ]; then
    failures+=("$prefix${program##*/} (exit status $status)")
    tail -n 20 "$log.output"
  fi
}

# run_program NAME COMMAND...
run_program() {
  local status=0 log=$logs/${1//\//_}.log
  timeout -k 10 3600 "${@:2}" &>"$log" </dev/null || status=$?
  note_program "$1" "$log" $status
}

# note_program NAME LOG STATUS: what a program said of itself
note_program() {
  local name=$1 log=$2 status=$3 line p f s
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
  if [ -n "$line" ]; then
    read -r p _ f _ s _ <<<"$line"
    passed=$((passed + p))
    collect "$name" "$f" failed "$log" failures
    collect "$name" "$s" skipped "$log" skips
    [ "$f" = 0 ] && [ $status != 0 ] && failures+=("$name (exit status $status)")
    [ "$f" = 0 ] && [ $status = 0 ] || tail -n 60 "$log"
  elif [ $status = 0 ]; then
    passed=$((passed + 1))
  elif [ $status = 77 ]; then
    skips+=("$name ($(tail -n 1 "$log"))")
  else
    failures+=("$name (exit status $status)")
    echo "$name failed:"
    tail -n 40 "$log" | sed 's/^/  /'
  fi
}

# collect NAME COUNT KIND LOG ARRAY: COUNT entries for ARRAY, by name as far as the log tells names; what
# failed with the lines that the log has after its name, which say why.
collect() {
  local -n to=$5
  local entry names=()
  awk -v kind="$3: " '
    function finish() { if (name != "") printf "%s%c", name, 0; name = "" }
    index($0, kind) == 1 { finish(); name = substr($0, length(kind) + 1); lines = 0; next }
    /^(failed|skipped): |^[0-9]+ passed, / { finish(); next }
    name != "" && kind == "failed: " && lines++ < 8 { name = name "\n" ($0 ~ /^ / ? "" : "  ") substr($0, 1, 400) }
    END { finish() }' "$4" >"$4.names"
  mapfile -d '' -t names <"$4.names"
  for ((entry = 0; entry < $2; ++entry)); do
    to+=("$1: ${names[entry]:-one of those in $4}")
  done
}

have_gpu() { command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep '^GPU' >/dev/null; }

# names_of PROGRAM TAG: the test cases with that tag, one a line.
names_of() {
  if "$1" --help | grep list-test-names-only >/dev/null; then
    "$1" --list-test-names-only "$2"
  else
    "$1" --list-tests --verbosity quiet "$2"
  fi 2>/dev/null | sed '/^$/d'
}

begin
make -s list-test-programs >$logs/programs || exit
mapfile -t programs <$logs/programs
unbuilt=' '
if ! make -k test-programs; then
  for program in "${programs[@]}"; do
    make -s "$program" &>/dev/null && continue
    failures+=("$program cannot be built")
    unbuilt+="$program "
  done
  [ ${#failures[@]} -gt "$part_failures" ] || failures+=("make test-programs")
fi
end build

# Each module, linked with those that it may use and no other.
begin
rm -f build/modules/*
make -k modules &>$logs/modules.log || grep -E '^FAILED|undefined reference' $logs/modules.log
while IFS= read -r module; do
  if [ -x "$module" ]; then passed=$((passed + 1)); else failures+=("$module does not link with what it may use"); fi
done < <(make -s list-modules)
end modules
wait $installing

built() { [[ $unbuilt != *" $1 "* ]]; }

unit_tests() {
  local program=build/unit_tests name
  [[ " ${programs[*]} " == *" $program "* ]] && built $program || return
  if have_gpu; then
    run_catch $program ''
  else
    names_of $program '[gpu]' >$logs/gpu_tests
    while IFS= read -r name; do
      skips+=("$name (no GPU)")
    done <$logs/gpu_tests
    run_catch $program '' '~[gpu]~[.]'  # Catch2 2 takes hidden tests in unless told not to
  fi
}

engine_tests() {
  local program name
  for program in "${programs[@]}"; do
    [[ $program == build/simt/tests/* ]] && built "$program" || continue
    name=${program##*/}
    if grep -q 'catch\.h\|catch2/' "tests/engine/$name.cu"; then
      run_catch "$program" "$name: "
    else
      run_program "$name" "$program"
    fi
  done
}

# as_program FUNCTION: in a process of its own; tells what happened as a program does.
as_program() {
  passed=0 failures=() skips=()
  "$1"
  [ ${#failures[@]} = 0 ] || printf 'failed: %s\n' "${failures[@]}"
  [ ${#skips[@]} = 0 ] || printf 'skipped: %s\n' "${skips[@]}"
  echo "$passed passed, ${#failures[@]} failed, ${#skips[@]} skipped"
  [ ${#failures[@]} = 0 ]
}

# These run beside each other, one more than there are cores, for most wait now and then; beside them
# the scripts with the line "# Waits", which do little else, and without a GPU the corpus, which takes
# what the others leave. First come the unit tests and the scripts with the line "# Long": else one core
# idles at the end. One with a line "# After: SCRIPT" needs what that one builds. Results are printed in
# the order in which the tests started.
declare -A job_of began_at
log_of() { echo "$logs/${1//\//_}"; }
start() { # SCRIPT or FUNCTION
  local before command=(as_program "$1")
  [ ! -f "$1" ] || command=(timeout -k 10 3600 bash "$1")
  before=$(sed -n 's/^# After: //p' "$1" 2>/dev/null)
  while [ -n "${job_of[${before:-none}]:-}" ] && ! ended "$before"; do sleep 0.2; done
  began_at[$1]=$SECONDS
  (
    status=0 cpu=0
    "${command[@]}" &>"$(log_of "$1").log" </dev/null || status=$?
    cpu_seconds cpu
    echo "$SECONDS $status $cpu" >"$(log_of "$1").status" && mv "$(log_of "$1").status" "$(log_of "$1").ended"
  ) &
  job_of[$1]=$!
}
# By its file: another process may have its number by now.
ended() { # SCRIPT
  [ -n "${job_of[$1]:-}" ] && { [ -e "$(log_of "$1").ended" ] || ! kill -0 "${job_of[$1]}" 2>/dev/null; }
}
tell() { # SCRIPT or FUNCTION
  local at status cpu name=$1
  [ -f "$1" ] || name=${1//_/ }
  until ended "$1"; do sleep 0.2; done
  read -r at status cpu <"$(log_of "$1").ended"
  begin
  part_started=$((SECONDS - at + began_at[$1]))
  note_program "$name" "$(log_of "$1").log" "$status"
  end "$name" "$cpu"
}
rm -f $logs/*.ended
waiting=() long=() short=()
for script in tests/scripts/*.sh tests/engine/*.sh; do
  [ -f "$script" ] || continue
  if grep -qx '# Waits' "$script"; then
    waiting+=("$script")
  elif grep -qx '# Long' "$script"; then
    long+=("$script")
  else
    short+=("$script")
  fi
done
working=(unit_tests "${long[@]}" engine_tests "${short[@]}")
start unit_tests
until ! have_gpu || ended unit_tests; do sleep 1; done # beside others nothing is timed well on a GPU
corpus=tests/submissions/run
if [ -x $corpus ] && ! have_gpu; then waiting+=($corpus); fi
for script in "${waiting[@]}"; do start "$script"; done
told=0
for script in "${working[@]:1}"; do
  while :; do
    while ended "${working[told]}"; do tell "${working[told++]}"; done
    busy=0
    for other in "${working[@]}"; do
      [ -n "${job_of[$other]:-}" ] && ! ended "$other" && busy=$((busy + 1))
    done
    [ $busy -le "$(nproc)" ] && break
    sleep 0.2
  done
  start "$script"
done
for script in "${working[@]:told}" "${waiting[@]}"; do tell "$script"; done

# On a GPU it has the device's memory for itself.
if [ -x $corpus ] && have_gpu; then
  begin
  run_program $corpus $corpus
  end $corpus
fi

# A student's kit says which tests it lacks.
if [ -f KIT ]; then
  while IFS= read -r name; do
    skips+=("$name (not in the student's kit)")
  done < <(sed -nE 's,^left out: (tests/(submissions/.*|.*(cpp|sh)))$,\1,p' KIT)
fi

echo
[ ${#failures[@]} = 0 ] || printf 'failed: %s\n' "${failures[@]}"
[ ${#skips[@]} = 0 ] || printf 'skipped: %.200s\n' "${skips[@]}"
echo "$((SECONDS - started)) s"
echo "$passed passed, ${#failures[@]} failed, ${#skips[@]} skipped"
[ ${#failures[@]} = 0 ]
