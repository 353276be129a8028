#!/bin/bash
# The programs on the pages about causes. Each fixed one prints what it says it should (`// should print
# TEXT`), and the check finds nothing in it. What a faulty one does depends on whose cause it is:
# - One of a finding is found by the check with that cause, in the line with the mark `// <- ID`, and
#   nothing else is found but what is marked so, too. `// <- the other` marks the other party's line.
# - One of a case, a task or code (all other ids) goes wrong as its lines at the left margin say, and in no
#   other way: `// prints TEXT`, `// ends with status N`, or `// cannot be built: WORD`, of which the
#   compiler's message speaks. `// <- ID` marks the mistake; what the check finds beside it doesn't matter.
# `// stopped after N s` stands in programs that do not end.
#   causes.sh [PART]      only causes with PART in their id
# On a machine with a GPU, COMPILER="nvcc -arch=native" says what the programs do there: the fixed ones and those of cases
# must do the same, the faulty ones of findings are shown.
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
out=build/causes
folder=grader/causes/pages
passed=0 failed=0 skipped=0

# marked FILE MARK: the lines with that mark
marked() { grep -nF -- "// <- $2" "$1" | cut -d : -f 1; }

# all_marked FILE: LINE ID of each mark
all_marked() { sed -nE '\|.*// <- ([a-z]+\.[a-z-]+).*|{=;s//\1/p}' "$1" | paste -d ' ' - -; }

# wanted FILE: all that the program should print
wanted() { sed -n 's|.*// should print ||p' "$1"; }

# said FILE WORDS: what stands behind that beginning of a line
said() { sed -n "s|^// $2 ||p" "$1"; }

# seconds FILE: that it may run
seconds() {
  local told
  told=$(sed -n 's|^// stopped after \([0-9]*\) s$|\1|p' "$1")
  echo "${told:-20}"
}

# found FILE.findings: LINE ID of each finding, errors and advice
found() { sed -nE 's|^simt: [^ ]*:([0-9]+): (error\|advice): .* \[([a-z.-]+)\]$|\1 \3|p' "$1"; }

of_finding() { grep -qF "{\"$1\"," grader/simt/include/simt/finding_words.h; }

# build PROGRAM SOURCE
build() {
  # shellcheck disable=SC2086
  ${COMPILER:-grader/simt/simtcc --mode check} -o "$1" "$2" >"$1.messages" 2>&1
}

# The end of PROGRAM as `$?` tells it; what it prints is in PROGRAM.output, findings in PROGRAM.findings.
run() {
  : >"$1.findings"
  {
    SIMT_FINDINGS=$1.findings timeout -k 2 "$(seconds "$2")" "$1" >"$1.output" 2>/dev/null </dev/null
    echo $?
  } 2>/dev/null
}

# A faulty program that goes wrong in its values or its end: what is wrong with that.
goes_wrong() {
  local program=$1 source=$2 id=$3 status ends word
  [ -n "$(marked "$source" "$id")" ] || echo "no line is marked // <- $id"
  [ -n "$(wanted "$source")" ] || echo "does not say what it should print"
  word=$(said "$source" "cannot be built:")
  if [ -n "$word" ]; then
    if build "$program" "$source"; then echo "can be built"; fi
    grep -qF -- "$word" "$program.messages" || { echo "the compiler does not speak of $word:" && head -n 10 "$program.messages"; }
    return
  fi
  build "$program" "$source" || { echo "cannot be built:" && head -n 10 "$program.messages" && return; }
  ends=$(said "$source" "ends with status")
  [ -z "$(said "$source" "stopped after")" ] || ends=124
  status=$(run "$program" "$source")
  [ "$status" = "${ends:-0}" ] || echo "ended with status $status"
  diff <(said "$source" prints) "$program.output" || echo "prints that"
  [ -n "$ends" ] || ! diff <(wanted "$source") "$program.output" >/dev/null || echo "prints what it should"
}

# What is wrong with one program, a line each; nothing if it is right.
look_at() {
  local id=$1 which=$2 program=$out/$1.$2 source=$folder/$1/$2.cu status other
  if [ "$which" = faulty ] && ! of_finding "$id"; then
    goes_wrong "$program" "$source" "$id"
    return
  fi
  build "$program" "$source" || { echo "cannot be built:" && head -n 10 "$program.messages" && return; }
  status=$(run "$program" "$source")
  if [ "$which" = fixed ]; then
    [ ! -s "$program.findings" ] || cat "$program.findings"
    [ "$status" = 0 ] || echo "ended with status $status"
    diff <(wanted "$source") "$program.output" || echo "prints that"
    [ -n "$(wanted "$source")" ] || echo "does not say what it should print"
  elif [ -n "${COMPILER:-}" ]; then
    diff <(wanted "$source") "$program.output" | sed "s/^/$id: /" >&2
  else
    diff <(all_marked "$source") <(found "$program.findings" | sort -n) ||
      cat "$program.findings"
    [ -n "$(marked "$source" "$id")" ] || echo "no line is marked // <- $id"
    for other in $(marked "$source" "the other"); do
      grep -E "\[other: [^ ]*:$other\]" "$program.findings" >/dev/null || echo "line $other is not the other party's"
    done
  fi
}

mkdir -p $out
for page in "$folder"/*"${1:-}"*/page.md; do
  id=$(basename "$(dirname "$page")")
  for which in faulty fixed; do
    if [ -n "${COMPILER:-}" ] && [ "$(nvidia-smi -L | wc -l)" -lt 2 ] && grep -q 'cudaSetDevice(1)' "$folder/$id/$which.cu"; then
      skipped=$((skipped + 1))
      echo "skipped: $id, the $which program (it needs two GPUs)"
      continue
    fi
    if [ "$id $HOSTTYPE" = "division.overflow aarch64" ]; then
      skipped=$((skipped + 1))
      echo "skipped: $id, the $which program (this processor does not trap)"
      continue
    fi
    wrong=$(look_at "$id" $which)
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
