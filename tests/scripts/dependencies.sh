#!/bin/bash
# Who may include whom, between the folders of grader/. Dependencies point downwards only; a folder
# without a rule is a failure, so that a new one gets its rule. A module's CMakeLists.txt lists what it
# may use (cmake/Modules.cmake says how); the rules of other folders are here. No folder may have too many
# source files.
#   dependencies.sh [TREE]      TREE: the folder that holds grader/ and labs/ (default: this one)
#   dependencies.sh --table     prints the rules as docs/design.md shows them; `make modules-table` puts them there
set -uo pipefail
self=$(realpath "$0")
table=
if [ "${1:-}" = --table ]; then table=1 && shift; fi
cd "${1:-"$(dirname "$self")/../.."}" || exit

# Of all modules, "FOLDER PATTERN...": the headers of the modules in USES, and HEADERS; of a module that HEADERS
# names a part of, that part alone.
module_rules() {
  awk '
    FNR == 1 { count = split(FILENAME, part, "/"); folder = part[count - 1] }
    /^ *#/ { next }
    { gsub(/[()]/, " & ") }
    { for (i = 1; i <= NF; ++i) {
        if ($i == "add_module") { inside = 1; kind = ""; modules[folder] = modules[folder] " " }
        else if ($i == ")") inside = 0
        else if (inside && $i ~ /^[A-Z_]+$/) kind = $i
        else if (inside && kind == "USES") uses[folder] = uses[folder] " " $i
        else if (inside && kind == "HEADERS") headers[folder] = headers[folder] " " $i
      } }
    END {
      for (folder in modules) {
        line = folder headers[folder]
        n = split(uses[folder], used, " ")
        for (i = 1; i <= n; ++i) if (!index(headers[folder], " " used[i] "/")) line = line " " used[i] "/*"
        print line
      }
    }' grader/*/CMakeLists.txt 2>/dev/null
}
declare -A rule_of
while read -r folder rule; do rule_of[$folder]=$rule; done < <(module_rules)

# What a file may include, as patterns of paths below grader/. Its own folder is always allowed.
# Within simt/ the tests and benchmarks may have Catch2 by our wrapper, and nothing else from outside.
may_include() {
  case $1 in
    causes/pages/*) echo 'simt/include/*' ;;  # on a GPU the same names are the toolkit's
    runner/*) echo 'simt/include/* referee/protocol.h referee/driver.cuh referee/relax.h' ;;  # on a GPU the same names are the toolkit's
    referee/*) echo 'simt/include/* measure/*.cuh' ;;  # likewise
    measure/*.cu | measure/*.cuh) echo 'simt/include/*' ;;  # on a GPU the same names are the toolkit's
    simt/*) echo '' ;;
    ../labs/*/referee*) echo 'referee/* simt/include/*' ;;
    ../labs/*) echo 'lab/* base/*' ;;
    *) [ -n "${rule_of[${1%%/*}]+there}" ] && echo "${rule_of[${1%%/*}]}" ;;
  esac
}

# Prints "FILE LINE INCLUDED": each include of ours that can be found, with both paths from grader/.
includes() {
  local file line name path root
  grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<][^">]+[">]' grader labs \
    --include='*.h' --include='*.cpp' --include='*.c' --include='*.cu' --include='*.cuh' |
    sed -E 's/^([^:]+):([0-9]+):[^"<]*["<]([^">]+)[">].*/\1 \2 \3/' |
    while read -r file line name; do
      # In the compiler's order: beside the file, then the folders that the build names.
      for root in "${file%/*}" grader grader/simt grader/simt/include .; do
        [ -f "$root/$name" ] || continue
        path=$root/$name
        case $path in */../* | ./*) path=$(realpath -m --relative-to=. "$path") ;; esac
        [[ $path == grader/* ]] && path=${path#grader/} || path=../$path
        [[ $file == grader/* ]] && file=${file#grader/} || file=../$file
        echo "$file $line $path"
        break
      done
    done
}

# Sets `own` to the folder whose rule holds for a file: speed, ../labs/matmul.
folder_of() {
  case $1 in
    ../labs/*) own=${1#../labs/} own=../labs/${own%%/*} ;;
    *) own=${1%%/*} ;;
  esac
}

# Prints one line for each include that breaks a rule.
breaches() {
  local file line path own other allowed pattern good
  while read -r file line path; do
    folder_of "$path"
    other=$own
    folder_of "$file"
    [ "$own" != "$other" ] || continue
    allowed=$(may_include "$file") || continue  # told below, once for the folder
    good=
    set -f
    for pattern in $allowed; do
      # shellcheck disable=SC2053
      [[ $path == $pattern ]] && good=1
    done
    set +f
    [ -n "$good" ] || echo "$(realpath -m --relative-to=. "grader/$file"):$line includes $path; $own may include: ${allowed:-nothing but its own}"
  done < <(includes)
}

# The rules as a table in Markdown: modules by what they use, most first; what a module is stands at the head
# of its CMakeLists.txt. A module that is one part of a folder is named by its headers.
modules_table() {
  local folder
  echo '| folder | is | may use |'
  echo '| --- | --- | --- |'
  for folder in "${!rule_of[@]}"; do
    [ "$folder" = simt ] && continue
    sed -n "s/^# Module: /$folder\t/p" "grader/$folder/CMakeLists.txt" | head -n 1 | awk -F'\t' -v rule="${rule_of[$folder]}" '{
      n = split(rule, word, " "); may = ""
      for (i = 1; i <= n; ++i) {
        if (word[i] == "*") { may = " anything"; n = i + 100; break }
        if (word[i] ~ /^(reads_code)\/\*$/) continue
        sub(/^simt\/include\//, "", word[i]); sub(/\/\*$/, "", word[i])
        if (!told[word[i]]++) may = may " `" word[i] "`"
      }
      printf "%03d\t| `%s` | %s |%s |\n", 999 - n, $1, $2, may == "" ? " nothing" : may }'
  done | sort | cut -f 2
  cat <<'END'
| `referee` | the process that holds the arrays and the clock of timed calls on a GPU | CUDA's headers, `measure`'s kernels |
| `runner` | the worker process: what a submission is linked with | CUDA's headers, the toolkit's or the engine's; `referee`'s protocol |
| `simt` | CUDA on the CPU, usable alone | nothing |
| `labs/<lab>` | a lab's reference; its half on the GPU, `referee.cu` | `lab` `base`; `referee` |
END
}
if [ -n "$table" ]; then modules_table && exit; fi

passed=0 failed=0
fail() {
  echo "failed: $*"
  failed=$((failed + 1))
}

found=$(breaches)
[ -z "$found" ] || while IFS= read -r breach; do fail "$breach"; done <<<"$found"
for folder in grader/*/ labs/*/; do
  folder=${folder%/}
  [[ $folder == grader/* ]] && rule=${folder#grader/}/x || rule=../$folder/x
  if ! may_include "$rule" >/dev/null; then
    fail "$folder has no rule: say in its CMakeLists.txt what it uses, or in tests/scripts/dependencies.sh what it may include"
  elif ! grep -q "^$folder/" <<<"$found"; then
    passed=$((passed + 1))
  fi
done

# A student's kit lacks modules that the table has.
if [ $# = 0 ] && [ -f docs/design.md ] && [ ! -f KIT ]; then
  if [ "$(modules_table)" = "$(sed -n '/^| folder | is | may use |$/,/^$/p' docs/design.md)" ]; then
    passed=$((passed + 1))
  else
    fail "docs/design.md's table of modules is not what the CMakeLists.txt say; make modules-table writes it"
  fi
fi

# No folder of grader/ has more source files than a reader takes in.
most_sources=40
crowded=$(find grader -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.c' -o -name '*.cu' -o -name '*.cuh' \) -printf '%h\n' |
  sort | uniq -c | awk -v most=$most_sources '$1 > most { print $2 " has " $1 " source files, more than " most }')
if [ -z "$crowded" ]; then
  passed=$((passed + 1))
else
  while IFS= read -r line; do fail "$line: divide it by concept"; done <<<"$crowded"
fi

# Would a breach be found? A tree with one of each kind, and with one include that is allowed.
if [ $# = 0 ]; then
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  mkdir -p "$tree"/grader/{base,lab,model,grading,report,runner,simt/include,simt/engine,extra} "$tree/labs/sum"
  cp --parents grader/{base,lab,model,grading,report}/CMakeLists.txt "$tree"
  touch "$tree"/grader/{lab/real,model/result,grading/grade,runner/backend,base/text,simt/include/cuda_runtime}.h
  echo '#include "model/result.h"' >"$tree/grader/report/allowed.cpp"
  echo '#include "grading/grade.h"' >"$tree/grader/report/one.cpp"
  echo '#  include <runner/backend.h>' >"$tree/grader/model/two.cpp"
  echo '#include "../model/result.h"' >"$tree/grader/lab/three.h"
  echo '#include "base/text.h"' >"$tree/grader/simt/engine/four.cpp"
  echo '#include <cuda_runtime.h>' >"$tree/grader/model/five.cpp"
  echo '#include "model/result.h"' >"$tree/labs/sum/six.cpp"
  for ((i = 0; i < most_sources; ++i)); do touch "$tree/grader/runner/file_$i.h"; done
  said=$(bash "$self" "$tree")
  for expected in report/one.cpp:1 model/two.cpp:1 lab/three.h:1 simt/engine/four.cpp:1 model/five.cpp:1 \
    sum/six.cpp:1 'grader/extra has no rule' 'grader/runner has 41 source files' '3 passed, 8 failed, 0 skipped'; do
    if grep -qF "$expected" <<<"$said"; then
      passed=$((passed + 1))
    else
      fail "the planted breach \"$expected\" is not found"
    fi
  done
fi

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
