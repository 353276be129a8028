#!/bin/bash
# The programs on the pages about causes: each faulty one is found with its cause, in the line with the
# mark `// <- ID` and in no other, each mended one is clean and prints what it says it should
# (`// should print TEXT`). `// <- the other` marks the other party's line; `// stopped after N s` stands in
# programs that do not end.
#   causes.sh [PART]      only causes with PART in their id
# On a machine with a GPU, COMPILER=nvcc says what the programs do there: the mended ones must print the
# same, the faulty ones are shown.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
out=build/causes
folder=grader/result/causes
passed=0 failed=0 skipped=0

# marked FILE MARK: the lines with that mark
marked() { grep -nF -- "// <- $2" "$1" | cut -d : -f 1; }

# wanted FILE: all that the program should print
wanted() { sed -n 's|.*// should print ||p' "$1"; }

# seconds FILE: that it may run
seconds() {
  local told
  told=$(sed -n 's|^// stopped after \([0-9]*\) s$|\1|p' "$1")
  echo "${told:-20}"
}

# found FILE.findings: LINE ID of each finding, errors and advice
found() { sed -nE 's|^simt: [^ ]*:([0-9]+): (error\|advice): .* \[([a-z.-]+)\]$|\1 \3|p' "$1"; }

# What is wrong with one program, a line each; nothing if it is right.
look_at() {
  local id=$1 which=$2 program=$out/$1.$2 source=$folder/$1/$2.cu status other
  if ! grader/simt/simtcc --mode check -o "$program" "$source" >"$program.messages" 2>&1; then
    echo "cannot be built:" && head -n 10 "$program.messages"
    return
  fi
  : >"$program.findings"
  status=$(
    SIMT_FINDINGS=$program.findings timeout -k 2 "$(seconds "$source")" "$program" >"$program.output" 2>/dev/null </dev/null
    echo $?
  ) 2>/dev/null
  if [ "$which" = mended ]; then
    [ ! -s "$program.findings" ] || cat "$program.findings"
    [ "$status" = 0 ] || echo "ended with status $status"
    diff <(wanted "$source") "$program.output" || echo "prints that"
    [ -n "$(wanted "$source")" ] || echo "does not say what it should print"
    return
  fi
  diff <(marked "$source" "$id" | sed "s/$/ $id/") <(found "$program.findings" | sort -n) ||
    cat "$program.findings"
  [ -n "$(marked "$source" "$id")" ] || echo "no line is marked // <- $id"
  for other in $(marked "$source" "the other"); do
    grep -E "\[other: [^ ]*:$other\]" "$program.findings" >/dev/null || echo "line $other is not the other party's"
  done
}

on_gpu() {
  local id=$1 which=$2 program=$out/$1.$2 source=$folder/$1/$2.cu
  # shellcheck disable=SC2086
  $COMPILER -o "$program" "$source" || return
  timeout -k 2 "$(seconds "$source")" "$program" >"$program.output" 2>&1
  [ "$which" = mended ] && diff <(wanted "$source") "$program.output"
  [ "$which" = mended ] || diff <(wanted "$source") "$program.output" >"$program.diff" ||
    sed "s/^/$id: /" "$program.diff" >&2
}

mkdir -p $out
for page in "$folder"/*"${1:-}"*/page.md; do
  id=$(basename "$(dirname "$page")")
  for which in faulty mended; do
    if [ -n "${COMPILER:-}" ] && [ "$(nvidia-smi -L | wc -l)" -lt 2 ] && grep -q 'cudaSetDevice(1)' "$folder/$id/$which.cu"; then
      skipped=$((skipped + 1))
      echo "skipped: $id, the $which program (it needs two GPUs)"
      continue
    fi
    if [ -n "${COMPILER:-}" ]; then wrong=$(on_gpu "$id" $which); else wrong=$(look_at "$id" $which); fi
    if [ -z "$wrong" ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "failed: $id, the $which program"
      sed 's/^/  /' <<<"$wrong"
    fi
  done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
