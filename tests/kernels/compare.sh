#!/bin/bash
# The kernel corpus on a GPU under compute-sanitizer, beside what CHECK says of it.
#   compare.sh run DIR [NAME]...  on a machine with a GPU, nvcc and compute-sanitizer: builds the programs
#                                 (with a NAME in their name), runs them alone and under memcheck, racecheck,
#                                 initcheck and synccheck; writes DIR/sanitizer.txt and the logs beside it
#   compare.sh table DIR [CHECKED]   anywhere: a table of both, from DIR/sanitizer.txt and the findings
#                                 below CHECKED (build/kernels, which tests/kernels.sh fills), then each
#                                 defect that the sanitizer reports and CHECK does not, and each clean
#                                 program of which the sanitizer says anything
#   compare.sh rows DIR [CHECKED]    the programs with a defect as rows of docs/sanitizer.md
# What a program needs of nvcc stands in its line `// NVCC: OPTION`. Programs marked HANGS do not run on the GPU: a kernel without end may take the device along.
set -uo pipefail
corpus=$(cd "$(dirname "$0")" && pwd)
tools=(memcheck racecheck initcheck synccheck)

# build FILE.cu
build() {
  local name
  name=$(basename "$(dirname "$1")")/$(basename "$1" .cu)
  # shellcheck disable=SC2046  # words
  nvcc -std=c++17 -arch=native -lineinfo $(sed -n 's|^// NVCC: ||p' "$1") -o "$dir/$name" "$1" >"$dir/$name.nvcc" 2>&1 ||
    { echo "$name nvcc failed 0" >"$dir/$name.alone" && rm -f "$dir/$name"; }
}

# alone NAME: what it does without a tool, into NAME.alone.
alone() {
  local status=0
  timeout -k 5 30 "$dir/$1" >"$dir/$1.output" 2>&1 </dev/null || status=$?
  echo "$1 alone status $status" >"$dir/$1.alone"
}

# under TOOL NAME: the tool's report, into NAME.TOOL.
under() {
  local options=() status=0
  [ "$1" = memcheck ] && options=(--leak-check full)
  timeout -k 5 60 compute-sanitizer --tool "$1" --print-limit 300 "${options[@]}" "$dir/$2" \
    >"$dir/$2.$1" 2>&1 </dev/null || status=$?
  echo "exit status $status" >>"$dir/$2.$1"
}

# One line for each thing that a report tells: NAME TOOL KIND LINE; the line is 0 where it names none.
read_report() { # NAME TOOL
  awk -v name="$1" -v tool="$2" '
    function flush() { if (kind != "") print name, tool, kind, (line == "" ? 0 : line); kind = line = "" }
    function source_line(text) { return match(text, /\.cu:[0-9]+/) ? substr(text, RSTART + 4, RLENGTH - 4) : "" }
    /^========= (Invalid|Uninitialized|Barrier error|Illegal|Leaked|Program hit|Warning: |Error: )/ {
      flush()
      if (/Invalid __local__/) kind = "local-array"
      else if (/Invalid __.*(read|write|atomic)/) kind = "out-of-bounds"
      else if (/^========= Uninitialized|[Uu]ninitialized access/) kind = "uninitialized"
      else if (/Barrier error/) kind = "barrier"
      else if (/Illegal instruction/) kind = "illegal-instruction"
      else if (/Leaked/) kind = "leak"
      else if (/Program hit/) kind = "api-error"
      else if (/Race reported|hazard/) kind = "race"
      else if (/internal error|not supported/) kind = "tool-failed"
      else kind = "other"
      line = source_line($0)
      next
    }
    /^========= +(Address|Access to) .* misaligned/ { kind = "misaligned" }
    /^========= +(and|at|by|#0)? ?/ && kind != "" && line == "" { line = source_line($0) }
    kind == "race" && /^========= +and .*\.cu:[0-9]+/ {
      at = line
      print name, tool, kind, at
      line = source_line($0)
      if (line == at) kind = ""
    }
    /^exit status (124|137)/ { flush(); print name, tool, "timeout", 0 }
    END { flush() }
  ' "$dir/$1.$2" | sort | uniq -c | awk '{ print $2, $3, $4, $5, $1 }'
}

run() {
  dir=$1
  mkdir -p "$dir/defects" "$dir/clean"
  dir=$(cd "$dir" && pwd)
  export dir
  export -f build alone under
  local sources names=() source processes
  processes=$(nproc)
  mapfile -t sources < <(printf '%s\n' "$corpus"/defects/*.cu "$corpus"/clean/*.cu |
    grep -F -f <(printf '%s\n' "${@:2}"))
  echo "building ${#sources[@]} programs"
  printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$processes" bash -c 'build "$1"' build
  for source in "${sources[@]}"; do
    grep -q '^// .*HANGS' "$source" && continue
    source=$(basename "$(dirname "$source")")/$(basename "$source" .cu)
    [ -x "$dir/$source" ] && names+=("$source")
  done
  echo "running ${#names[@]} alone ($SECONDS s)"
  printf '%s\0' "${names[@]}" | xargs -0 -n 1 -P "$processes" bash -c 'alone "$1"' alone
  echo "and under the tools ($SECONDS s)"
  local tool name
  for name in "${names[@]}"; do
    for tool in "${tools[@]}"; do printf '%s\0%s\0' "$tool" "$name"; done
  done | xargs -0 -n 2 -P "$processes" bash -c 'under "$1" "$2"' under
  read_all
  echo "written: $dir/sanitizer.txt ($SECONDS s)"
}

# $dir/sanitizer.txt from the logs.
read_all() {
  local log tool
  {
    cat "$dir"/*/*.alone
    for log in "$dir"/*/*.alone; do
      log=${log#"$dir"/}
      for tool in "${tools[@]}"; do
        [ -f "$dir/${log%.alone}.$tool" ] && read_report "${log%.alone}" "$tool"
      done
    done
  } >"$dir/sanitizer.txt"
}

# What CHECK said of a program: KIND:LINE for each finding but costs, KIND:LINE(advice) where it is advice.
ours() {
  sed -n 's/^simt: [^:]*:\([0-9]*\): \(error\|advice\): \([a-z-]*\): .*/\3:\1 \2/p' "$checked/$1.findings" 2>/dev/null |
    sort -u | awk '$1 !~ /^(cost|coalescing|bank|occupancy)/ { printf "%s%s ", $1, $2 == "advice" ? "(advice)" : "" }'
}

table() {
  local dir=$1 results=$1/sanitizer.txt name said mine kind line tool missed=() unclean=()
  checked=${2:-$corpus/../../build/kernels}
  ! compgen -G "$dir/*/*.alone" >/dev/null || read_all
  [ -s "$results" ] || { echo "there is no $results: compare.sh run makes it on a machine with a GPU" >&2 && exit 2; }
  printf '%-58s | %-60s | %s\n' program "the sanitizer's tools" CHECK
  while read -r name; do
    said=$(awk -v n="$name" '$1 == n && $2 != "alone" { printf "%s %s:%s  ", $2, $3, $4 }' "$results")
    mine=$(ours "$name")
    printf '%-58s | %-60s | %s\n' "$name" "${said:--}" "${mine:--}"
    [[ $name == clean/* && -n $said ]] && unclean+=("$name: $said")
    [[ $name == clean/* ]] && awk -v n="$name" '$1 == n && $2 == "alone" && $4 != 0' "$results" | grep . >/dev/null &&
      unclean+=("$name: wrong results on the GPU")
    [[ $name == defects/* ]] || continue
    while read -r tool kind line; do
      case $kind in
        timeout | tool-failed | other) continue ;;
        # What the driver refuses after a fault, and what is not freed then, follow from the fault.
        api-error) [ -n "$mine" ] && continue ;;
        leak) [[ $mine == *leak:* || $said =~ api-error|out-of-bounds|misaligned|local-array|barrier ]] && continue ;;
        # The same cause may be told at the other party's line.
        *) [[ " $mine" == *" $kind:"* || " $mine" =~ :$line[\ \(] ]] && continue ;;
      esac
      missed+=("$name: $tool: $kind at line $line")
    done < <(awk -v n="$name" '$1 == n && $2 != "alone" { print $2, $3, $4 }' "$results")
  done < <(awk '{ print $1 }' "$results" | sort -u)
  printf '\nClean programs of which the sanitizer says something, or with wrong results: %d\n' ${#unclean[@]}
  [ ${#unclean[@]} = 0 ] || printf '  %s\n' "${unclean[@]}"
  printf '\nDefects that the sanitizer reports and CHECK does not: %d\n' ${#missed[@]}
  [ ${#missed[@]} = 0 ] || printf '  %s\n' "${missed[@]}"
}

# What the sanitizer says of a program without the consequences of a fault, in the words of the page.
rows() {
  local name
  checked=${2:-$corpus/../../build/kernels}
  awk '{ print $1 }' "$1/sanitizer.txt" | sort -u | sed -n 's|^defects/||p' | while read -r name; do
    printf '| %s | %s | %s |\n' "$name" \
      "$(awk -v n="defects/$name" '
          $1 != n || $2 == "alone" || $3 ~ /^(timeout|tool-failed|other|failed)$/ { next }
          $3 !~ /^(api-error|leak)$/ { fault = 1 }
          { said[++count] = $2 ": " $3 ($4 > 0 ? " " $4 : ""); kind[count] = $3 }
          $3 == "api-error" { api = 1 }
          END {
            for (i = 1; i <= count; ++i)
              if (!(fault && kind[i] ~ /^(api-error|leak)$/) && !(api && kind[i] == "leak"))
                text = text (text == "" ? "" : "<br>") said[i]
            print text
          }' "$1/sanitizer.txt")" \
      "$(ours "defects/$name" | sed 's/ $//; s/ / · /g; s/:/ /g; s/(advice)/ (advice)/g')"
  done
}

case ${1:-} in
  rows) rows "${2:?the folder with sanitizer.txt}" "${3:-}" ;;
  run) run "${2:?a folder for the results}" "${@:3}" ;;
  table) table "${2:?the folder with sanitizer.txt}" "${3:-}" ;;
  *) sed -n '2,13s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
