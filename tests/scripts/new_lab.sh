#!/bin/bash
# docs/new-lab.md, followed to the letter in a copy of the tree: each block of commands must end as its
# head says (```sh exit=N, else 0), and must print the lines of the ```text block behind it, in that
# order (blanks do not count, and more may stand in a line). Afterwards nothing outside the new labs'
# folders has changed. And: which names `warpgrade new-lab` refuses.
# Needs: solutions
# After: tests/scripts/kit.sh
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
passed=0 failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
unset MAKEFLAGS MAKELEVEL
output=$tmp/output

# ok NAME: the status of the command before it decides.
ok() {
  if [ $? = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $1"
    tail -n 40 "$output" | sed 's/^/  /'
  fi
}

for name in '' -x x- 9lives 'a b' ../x größe matmul "$(printf 'x%.0s' {1..41})"; do
  build/warpgrade new-lab -- "$name" &>"$output"
  [ $? = 2 ] && [ "$(wc -l <"$output")" = 2 ]
  ok "the name '$name' is refused"
done

# What is built comes along, with its times: make builds what is new and nothing else.
tree=$tmp/tree
mkdir -p "$tree/build"
tools/kit.sh list >"$tmp/files"
tar -cf - -T "$tmp/files" | tar -xf - -C "$tree"
[ ! -d .deps ] || cp -al .deps "$tree" 2>/dev/null || cp -a .deps "$tree"
for part in CMakeFiles configured build.ninja .ninja_log .ninja_deps cause_pages.inc grader labs runner simt warpgrade connect \
  sandbox_init corpus deps.stamp cache handouts fonts; do
  [ ! -e build/$part ] || cp -a --reflink=auto build/$part "$tree/build"
done
cd "$tree" || exit
export KIT_CAPABILITY=80  # nvcc takes as long for each
KIT_PROCESSORS=$(uname -m) # and compiling for another processor much longer
export KIT_PROCESSORS
xargs -d '\n' -a "$tmp/files" sha256sum >"$tmp/sums"

# Writes block N as N.sh, the status that it must end with as N.exit, and the text behind it as N.text.
awk -v out="$tmp/" '
  /^```$/ && kind { close(file); kind = ""; next }
  /^```(sh|text)/ && !kind {
    kind = substr($1, 4)
    if (kind == "sh") { ++n; split($2, part, "="); print part[2] + 0 >(out n ".exit") }
    file = out n "." kind
    printf "" >file
    next
  }
  kind { print >file }' docs/new-lab.md

# unprinted TEXT OUTPUT: the first line of TEXT that OUTPUT lacks, behind those before it.
unprinted() {
  awk '{ gsub(/^ +| +$/, ""); gsub(/ +/, " ") }
    NR == FNR { want[++lines] = $0; next }
    found < lines && index($0, want[found + 1]) { ++found }
    END { if (found < lines) print want[found + 1] }' "$1" "$2"
}

blocks=$(find "$tmp" -maxdepth 1 -name '*.sh' | wc -l)
for ((n = 1; n <= blocks; ++n)); do
  bash -e "$tmp/$n.sh" &>"$output" </dev/null
  [ $? = "$(<"$tmp/$n.exit")" ]
  ok "block $n of the guide ends with $(<"$tmp/$n.exit"): $(head -n 1 "$tmp/$n.sh")"
  [ ! -f "$tmp/$n.text" ] && continue
  absent=$(unprinted "$tmp/$n.text" "$output")
  [ -z "$absent" ]
  ok "block $n of the guide prints: $absent"
done
[ "$blocks" -ge 7 ] && [ "$(ls "$tmp"/*.text | wc -l)" -ge 7 ]
ok "the guide's blocks are found"
[ "$(unprinted <(printf 'a\nb\n') <(printf 'b\n a  c\n'))" = b ]
ok "a line that is not printed is found out"

sha256sum --quiet -c "$tmp/sums" &>"$output"
ok "the files outside the new labs are as they were"
tools/kit.sh list | comm -13 "$tmp/files" - >"$tmp/added"
grep -vE '^(labs|solutions|skeletons|tests/submissions)/(bytes|prefix-sum)/|^handouts/(bytes|prefix-sum)\.md$' "$tmp/added" >"$output"
[ ! -s "$output" ] && [ "$(wc -l <"$tmp/added")" -ge 13 ]
ok "no file was added outside the new labs' folders"
build/warpgrade skeletons --check &>"$output"
ok "the skeletons are what the solutions give"
tar -tzf build/kit/warpgrade-student-*.tar.gz >"$output"
grep /skeletons/bytes/bytes.cu "$output" >/dev/null && ! grep -E '^[^/]*/(solutions/bytes/|docs/examples/|labs/.*hidden|tests/submissions/bytes)' "$output"
ok "the new lab is in the student's kit, without its answers"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
