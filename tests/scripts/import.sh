#!/bin/bash
# `warpgrade import` from the command line: what it prints, its exit status, and archives that want
# to harm, made by tar.
# Needs: grader/import
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp

import() {
  output=$(timeout -k 5 60 build/warpgrade import "$@" 2>&1 </dev/null)
  status=$?
}

mkdir -p "$tmp"/class/{ada,bob}/work
echo ada >"$tmp/class/ada/work/matmul.cu"
echo dot >"$tmp/class/bob/dot.cu"
echo bob >"$tmp/class/bob/work/matmul.cu"
printf 'id,name,section\r\nada,"Lovelace, Ada",A\r\nbob,Bob Bee,A\r\neve,Eve,B\r\n' >"$tmp/class.csv"

import --submissions "$tmp/class" --out "$tmp/one" --roster "$tmp/class.csv"
[ $status = 0 ] && tells "ada 1 matmul Lovelace, Ada" "bob 1 dot matmul Bob Bee" \
  "folders: 2 submissions of 2 students" "Nothing handed in by 1 of the roster's 3: eve Eve" &&
  [ "$(<"$tmp/one/ada/1/matmul.cu")" = ada ] && [ -f "$tmp/one/bob/1/dot.cu" ]
ok "folders and a roster: all matched, and who is absent"

tar -C "$tmp" -czf "$tmp/class.tar.gz" class
import --submissions "$tmp/class.tar.gz" --out "$tmp/two" --lab dot
[ $status = 1 ] && tells "bob 1 dot" "ada: work/matmul.cu: not named dot.cu" &&
  [ -f "$tmp/two/bob/1/dot.cu" ] && [ ! -e "$tmp/two/.unpacked" ]
ok "a tar archive, one lab: status 1 where something is not matched"

mkdir -p "$tmp"/evil/{ada,bob,eve}
touch "$tmp/victim"
ln -s "$tmp/victim" "$tmp/evil/matmul.cu"
tar -C "$tmp/evil" -czf "$tmp/evil/ada/a.tgz" matmul.cu
rm "$tmp/evil/matmul.cu"
echo out >"$tmp/evil/m.cu"
tar -C "$tmp/evil" -P --transform 's,^,../../../../,' -cf "$tmp/evil/bob/b.tar" m.cu
rm "$tmp/evil/m.cu"
head -c 60M /dev/zero >"$tmp/evil/matmul.cu"
tar -C "$tmp/evil" -czf "$tmp/evil/eve/e.tar.gz" matmul.cu
rm "$tmp/evil/matmul.cu"
import --submissions "$tmp/evil" --out "$tmp/three"
[ $status = 1 ] && tells "ada: a.tgz: matmul.cu: is a link: refused" \
  "bob: b.tar: ../../../../m.cu: leads outside the archive's folder: refused" \
  "eve: e.tar.gz: matmul.cu unpacks to more than 200 times its size" "folders: 0 submissions" &&
  [ -z "$(find "$tmp" -name m.cu)" ] && [ ! -s "$tmp/victim" ] && [ -z "$(find "$tmp/three" -type f -size +1)" ]
ok "archives with a link, a way out and a bomb harm nobody and are named"

import --submissions "$tmp/nowhere" --out "$tmp/four"
[ $status = 2 ] && tells "There is no $tmp/nowhere" && [ ! -e "$tmp/four" ]
ok "no such submissions"
import --submissions "$tmp/class" --out "$tmp/evil"
[ $status = 2 ] && tells "contains other files"
ok "a folder of other things is not written into"
import --submissions "$tmp/class" --out "$tmp/class/out"
[ $status = 2 ] && tells "is inside" && [ ! -e "$tmp/class/out" ]
ok "the folder to write lies in the one to read"
import --submissions "$tmp/class" --out "$tmp/five" --lab nosuchlab
[ $status = 2 ] && tells "There is no lab nosuchlab"
ok "no such lab"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
