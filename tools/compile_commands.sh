#!/bin/bash
# Tells clangd how to understand a student's files: writes FROM/compile_commands.json.
#   tools/compile_commands.sh FROM        FROM: a folder with LAB/LAB.cu or LAB.cu in it
# clangd finds the file above the one that is edited, takes the options of the nearest one for headers
# and further files, and needs no toolkit: the engine's headers stand for NVIDIA's. A file that says the
# same already is not touched; one that is not ours is left alone.
set -euo pipefail
cd "$(dirname "$0")/.."
from=$(realpath -- "$1")
mark='simt/editor.h'

# As a string in JSON.
quoted() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}

entry() { # LAB FILE
  local words=(clang++ -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17
    -Wall -Wno-unknown-pragmas "-I$PWD/labs/$1" "-I$PWD/grader/simt/include" -include "$mark" -c "$2") word separator=
  printf '  {"directory": %s,\n   "file": %s,\n   "arguments": [' "$(quoted "$from")" "$(quoted "$2")"
  for word in "${words[@]}"; do
    printf '%s%s' "$separator" "$(quoted "$word")"
    separator=', '
  done
  printf ']}'
}

text=
for manifest in labs/*/lab.json; do
  lab=${manifest#labs/}
  lab=${lab%/lab.json}
  for file in "$from/$lab/$lab.cu" "$from/$lab.cu"; do
    [ -f "$file" ] || continue
    text+=${text:+$',\n'}$(entry "$lab" "$file")
  done
done
[ -n "$text" ] || exit 0
text=$'[\n'$text$'\n]'

of=$from/compile_commands.json
if [ -e "$of" ]; then
  [ "$(cat "$of")" != "$text" ] || exit 0
  grep -qF "$mark" "$of" || exit 0
fi
# Where nothing can be written there is no help from the editor, and no trouble either.
{ printf '%s\n' "$text" >"$of.part" && mv "$of.part" "$of"; } 2>/dev/null || rm -f "$of.part" 2>/dev/null || true
