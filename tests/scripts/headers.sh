#!/bin/bash
# Does every header compile alone? It does when a file that includes nothing else does.
#
# Most of that is reading the same headers again. But what a header includes in its head may as well have
# been read before it. So a header and one that includes it share a file, the included one first; and of
# the standard headers those that a whole file includes anyway are precompiled. Where such a file does
# not compile, each of its headers is tried by itself. `make headers` runs this alone; a part of a name as
# argument takes only the files in which a header has that in its name.
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
out=build/headers
# The last of them that fits is taken.
standard=('string' 'string vector' 'string vector optional' 'string filesystem' 'string vector filesystem'
  'string vector optional filesystem' 'string vector map optional filesystem'
  'string vector map optional filesystem functional memory')
cxx=${CXX:-g++}
triplet=$($cxx -print-multiarch)
strict=-Werror
[[ $($cxx -dumpversion) =~ ^1[123]([.]|$) ]] || strict= # a compiler that we have not tried may warn of more
export compile="$cxx -std=c++20 -O0 -Wall -Wextra -Wshadow $strict -I. -Igrader -Igrader/simt -Igrader/sandbox/init
  -isystem grader/simt/include -isystem .deps/usr/include -isystem .deps/usr/include/$triplet/openblas-pthread"
export out

rm -rf $out && mkdir -p $out
mapfile -t headers < <(ls grader/*/*.h grader/*/*/*.h grader/*/*/*/*.h labs/*/*.h tests/unit/*.h tests/unit/*/*.h tests/engine/*.h research/*.h)

# A line for each file to compile: the number of the standard headers that are precompiled for it, and
# its headers in order.
awk -v standard="$(printf '%s,' "${standard[@]}")" '
  FNR == 1 { names[++n] = FILENAME; known[FILENAME] = 1; head = 1; depth = 0 }
  # What stands behind code, or is read under a condition, may not come before it.
  head && /^[ \t]*#[ \t]*if/ && !/^#ifndef [A-Z_]*_H_?$/ { ++depth }
  head && /^[ \t]*#[ \t]*endif/ { --depth }
  head && !/^[ \t]*($|#|\/\/|\/\*|\*)/ { head = 0 }
  head && depth == 0 && /^[ \t]*#[ \t]*include[ \t]*["<]/ {
    split($0, part, /["<>]/)
    includes[FILENAME, ++count[FILENAME]] = part[2]
  }
  function resolved(file, name,   folder, i) {
    folder = file
    sub(/[^\/]*$/, "", folder)
    for (i = 1; i <= split(folder "| |grader/|grader/simt/|grader/sandbox/init/|grader/simt/include/", folders, "|"); ++i)
      if ((sub(/^ $/, "", folders[i]) || 1) && (folders[i] name) in known) return folders[i] name
    return ""
  }
  # all[FILE, X]: X, ours or a standard one, is read where FILE is included.
  function collect(file, from,   i, name, other) {
    for (i = 1; i <= count[from]; ++i) {
      name = includes[from, i]
      other = resolved(from, name)
      if (other == "") { all[file, name] = 1; continue }
      if (other == file || (file, other) in all) continue
      all[file, other] = 1
      inside[file, ++size[file]] = other
      collect(file, other)
    }
  }
  # The number of the standard headers that are read where FILE is included.
  function fitting(file,   fits, word, k, whole) {
    for (fits = sets; fits > 0; --fits) {
      whole = 1
      for (k = split(set[fits], word, " "); k > 0; --k) if (!((file, word[k]) in all)) whole = 0
      if (whole) break
    }
    return fits
  }
  END {
    sets = split(standard, set, ",") - 1
    for (i = 1; i <= n; ++i) {
      collect(names[i], names[i])
      fits[names[i]] = fitting(names[i])
      if (size[names[i]] > most) most = size[names[i]]
    }
    # Each takes the largest that is still free of those it includes, and that has the same beginning.
    for (s = most; s > 0; --s)
      for (i = 1; i <= n; ++i) {
        if (size[file = names[i]] != s) continue
        best = ""
        for (k = 1; k <= s; ++k) {
          other = inside[file, k]
          if (!(other in taken) && fits[other] == fits[file] && (best == "" || size[other] > size[best])) best = other
        }
        if (best != "") { before[file] = best; taken[best] = 1 }
      }
    for (i = 1; i <= n; ++i) {
      if (names[i] in taken) continue
      line = ""
      for (file = names[i]; file != ""; file = before[file]) line = " " file line
      print fits[names[i]] line
    }
  }' "${headers[@]}" | grep -F -- "${1:-}" | sort -rn >$out/files

precompile() { # NUMBER HEADER...
  printf '#include <%s>\n' "${@:2}" >"$out/standard$1.h"
  $compile -x c++-header "$out/standard$1.h" -o "$out/standard$1.h.gch"
}
try() { # MESSAGES NUMBER HEADER...
  { (($2 == 0)) || echo "#include \"$out/standard$2.h\"" && printf '#include "%s"\n' "${@:3}"; } |
    $compile -x c++ -fsyntax-only - &>"$1"
}
one() { # NUMBER HEADER...
  local messages=$out/${2//\//_} header
  try "$messages" "$@" && rm "$messages" && return
  for header in "${@:2}"; do
    messages=$out/${header//\//_}
    try "$messages.alone" 0 "$header" || { echo "failed: $header" && head -n 20 "$messages.alone"; } >"$messages.failed"
  done
}
export -f one try precompile

for number in "${!standard[@]}"; do echo "$((number + 1)) ${standard[number]}"; done |
  xargs -L 1 -P "$(nproc)" bash -c 'precompile "$@"' precompile || exit
xargs -L 1 -P "$(nproc)" bash -c 'one "$@"' one <$out/files

checked=$(cut -d ' ' -f 2- $out/files | wc -w)
[ $# != 0 ] || [ "$checked" = ${#headers[@]} ] || { echo "failed: $checked of ${#headers[@]} headers were compiled" && exit 1; }
failed=0
for messages in "$out"/*.failed; do
  [ -f "$messages" ] && failed=$((failed + 1)) && cat "$messages"
done
echo "$((checked - failed)) passed, $failed failed, 0 skipped"
[ $failed = 0 ]
