#!/bin/bash
# One name, one type. Two types of one name, each known to a part of the program only, compile and link:
# of a template's function for both, the linker takes either one, and memory of one type is handled as
# that of the other (C++ [basic.def.odr]). A type that is a source file's own stands in a namespace without
# name.
#   one_definition.sh [FILE]...      default: all of grader/ and labs/ but what is linked by itself
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
files=("$@")
[ ${#files[@]} != 0 ] || mapfile -t files < <(
  find grader labs -name '*.h' -o -name '*.cpp' | grep -vE '^grader/(simt|runner|referee|[a-z_]+/[a-z_]+)/' | sort)
awk '
  FNR == 1 { depth = 0 }
  /^(inline )?namespace/ { name[++depth] = $0; sub(/^(inline )?namespace */, "", name[depth]); sub(/ *\{.*/, "", name[depth]) }
  /^}  \/\/ namespace/ { --depth }
  /^(template <.*> *)?(struct|class|enum class|enum) [A-Za-z0-9_]+ .*\{|^(template <.*> *)?(struct|class|enum class|enum) [A-Za-z0-9_]+ *\{/ {
    line = $0
    sub(/^template <.*> */, "", line)
    sub(/^(enum class|enum|struct|class) /, "", line)
    sub(/[^A-Za-z0-9_].*/, "", line)
    scope = ""
    for (i = 1; i <= depth; ++i) { if (name[i] == "") next; scope = scope name[i] "::" }
    type = scope line
    if (type in place) { printf "failed: %s is defined twice: %s and %s:%d\n", type, place[type], FILENAME, FNR; ++failed; next }
    place[type] = FILENAME ":" FNR
    ++passed
  }
  END { printf "%d passed, %d failed, 0 skipped\n", passed, failed; exit failed > 0 }' "${files[@]}"
