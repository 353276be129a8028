#!/bin/bash
# Every relative link in the documents leads to a file that is there, and to a heading of it; every unit
# test that docs/security.md names by a part, `*part*`, is there.
set -uo pipefail
cd "$(dirname "$0")/../.."
passed=0 failed=0 skipped=0

# The anchor that a heading gets: the one that it names, {#anchor}, or lower case, without punctuation, spaces as hyphens.
has_heading() { # FILE ANCHOR
  sed -nE 's/^#+ +//p' "$1" | sed -E '/\{#[^}]+\}$/ { s/.*\{#([^}]+)\}$/\1/; b }; s/`//g; s/.*/\L&/; s/[^[:alnum:] _-]//g; s/ /-/g' | grep -qxF -- "$2"
}

documents=(README.md CONTRIBUTING.md docs/*.md docs/variants/*.md data/README.md handouts/*.md)
for document in "${documents[@]}"; do
  [ -f "$document" ] || continue  # a student's kit has the pages for students
  broken=0
  while IFS= read -r link; do
    case $link in http*://* | mailto:*) continue ;; esac
    file=${link%%#*} anchor=
    [[ $link != *'#'* ]] || anchor=${link#*#}
    at=$document
    [ -z "$file" ] || at=$(dirname "$document")/$file
    if [ -e "$at" ]; then
      [ -z "$anchor" ] || [ -d "$at" ] || has_heading "$at" "$anchor" || { echo "$document: no heading for $link" && broken=1; }
    elif [ -f KIT ] && sed -n 's/^left out: //p' KIT | grep -q "^$(realpath -m --relative-to . "$at")"; then
      :  # a student's kit leaves out what gives answers
    else
      echo "$document: there is no $link" && broken=1
    fi
  done < <(awk '/^```/ {code = !code} !code' "$document" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\((.*)\)$/\1/')
  if [ $broken = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: links in $document"; fi
done
if [ -d tests/unit ]; then
  tests=$(find tests/unit -name '*_test.cpp' -exec cat {} + | tr '\n' ' ' | grep -oE 'TEST_CASE\( *"[^"]*"( *"[^"]*")*' | sed -E 's/" +"//g')
  gone=$(grep -oE '`\*[^`*]+\*`' docs/security.md | tr -d '`*' | sort -u | while IFS= read -r part; do
    grep -F -- "$part" <<<"$tests" >/dev/null || echo "  $part"
  done)
  if [ -z "$gone" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1)) && printf '%s\n' "failed: unit tests named in docs/security.md" "$gone"
  fi
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
