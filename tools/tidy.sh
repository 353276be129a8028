#!/bin/bash
# `make tidy`: clang-tidy over the modules, with the checks of .clang-tidy; exit status 1 where it finds
# something or cannot read a file, 77 where there is no clang-tidy.
#   tools/tidy.sh [MODULE]...        default: all of grader/ but the engine, which g++ alone compiles
#
# It reads the units that `make build` compiles: most of the time goes into headers, and a unit has them
# read once for several files. That these are included is no mistake.
set -uo pipefail
cd "$(dirname "$0")/.."
command -v clang-tidy >/dev/null || { echo 'there is no clang-tidy: apt-get install clang-tidy' && exit 77; }
tools/build.sh cause_pages || exit 3 # compile_commands.json, and what is included and made by a program

modules=("$@")
[ ${#modules[@]} != 0 ] || mapfile -t modules < <(grep -l '^add_module(' grader/*/CMakeLists.txt | cut -d/ -f2)
pattern=$(printf '|%s' "${modules[@]}")
mapfile -t units < <(sed -nE "s,^ *\"file\": \"(.*/grader/(${pattern:1})/.*)\".*,\1,p" build/compile_commands.json | sort -u)
[ ${#units[@]} != 0 ] || { echo "no module of that name: ${modules[*]}" >&2 && exit 2; }

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# Its own words (a crash, settings that it cannot read) go to standard error, and with them it may end
# well without having looked: whatever it says there, but for counts, is a failure.
printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c '
  name=${1##*/grader/} name=$0/${name//\//+}
  clang-tidy -p build --quiet --checks=-bugprone-suspicious-include --extra-arg=-w "$1" >"$name.found" 2>"$name.said"
  status=$?
  grep -vE "^[0-9]+ (warning|error)s?( and [0-9]+ errors?)? generated\.$" "$name.said" >>"$name.found"
  [ $status = 0 ] || [ -s "$name.found" ] || echo "$1: clang-tidy ended with $status and said nothing" >>"$name.found"
  cat "$name.found"' "$results" || exit 3
failed=$(find "$results" -name '*.found' -size +0 | wc -l)
echo "clang-tidy: ${#units[@]} units read, something found in $failed"
[ "$failed" = 0 ]
