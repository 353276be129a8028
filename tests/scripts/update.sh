#!/bin/bash
# `warpgrade update`: a newer kit replaces the kit and keeps what is the student's, also when it is interrupted
# after any of its steps; what does not fit is refused, and then nothing has changed. The kits are small ones
# that are written here.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tests=(
  "a kit is replaced, and what is gone from it goes"
  "skeletons: untouched ones are replaced, changed ones stay, the new one beside them"
  "other files that the student changed are replaced and kept"
  "the student's own files and past grades stay"
  "after an interruption at any step, make completes it"
  "the same kit again changes nothing"
  "an older kit is refused, unless asked for"
  "a kit without a lab of this one is refused, unless asked for"
  "a damaged archive and what is no kit are refused"
  "a clone is not updated"
)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
log=$tmp/log

# kit FOLDER VERSION LAB...: the texts of its files say VERSION, but for a skeleton that never changes
kit() {
  local to=$1 version=$2 lab
  mkdir -p "$to"/{tools,prebuilt/x86_64/build,skeletons,labs}
  cp tools/{update,prebuilt}.sh "$to/tools"
  for lab in "${@:3}"; do
    mkdir "$to"/{labs,skeletons}/"$lab"
    echo "{\"$lab\": \"$version\"}" >"$to/labs/$lab/lab.json"
    printf 'changes %s\n' "$version" | tee "$to/skeletons/$lab/$lab.cu" >"$to/skeletons/$lab/help.cuh"
    echo same >"$to/skeletons/$lab/same.cuh"
  done
  echo "a program $version" >"$to/prebuilt/x86_64/build/warpgrade"
  echo "settings $version" >"$to/a file.json"
  echo "$version" >"$to/only $version"
  printf 'Warpgrade %s, the student'"'"'s kit of a day\n' "$version" >"$to/KIT"
  (cd "$to" && find . -type f ! -name KIT.sha256 -printf '%P\n' | sort | tr '\n' '\0' | xargs -0 sha256sum >KIT.sha256)
}
archive() { tar -czf "$tmp/$1.tar.gz" -C "$tmp" "$1"; }
for made in "old 1.0.20260101.5 dot" "new 1.0.20260101.30 dot matmul" "other 1.0.20260102.1 matmul"; do
  # shellcheck disable=SC2086  # words
  set -- $made
  kit "$tmp/$1" "${@:2}"
  archive "$1"
done

# A student's work in the old kit.
work() {
  rm -rf "$tmp/mine"
  cp -r "$tmp/old" "$tmp/mine"
  echo mine >"$tmp/mine/skeletons/dot/dot.cu"
  echo mine >"$tmp/mine/skeletons/dot/same.cuh"
  echo mine >"$tmp/mine/a file.json"
  mkdir "$tmp/mine/skeletons/dot/.warpgrade"
  echo grades | tee "$tmp/mine/skeletons/dot/.warpgrade/history" "$tmp/mine/notes" >"$tmp/mine/skeletons/dot/mine.cuh"
}
updated() { # ARCHIVE [OPTION]
  WARPGRADE_ROOT=$tmp/mine build/warpgrade update "$tmp/$1.tar.gz" "${@:2}" >"$log" 2>&1
  status=$?
}
state() { (cd "$tmp/mine" && find . -path ./build -prune -o -type f -print0 | sort -z | xargs -0 sha256sum); }
has() { [ "$(cat "$tmp/mine/$1")" = "$2" ]; }

work
updated new && [ $status = 0 ] && has prebuilt/x86_64/build/warpgrade "a program 1.0.20260101.30" && has labs/matmul/lab.json '{"matmul": "1.0.20260101.30"}' &&
  [ ! -e "$tmp/mine/only 1.0.20260101.5" ] && [ -e "$tmp/mine/only 1.0.20260101.30" ] && cmp "$tmp/mine/KIT.sha256" "$tmp/new/KIT.sha256" &&
  [ ! -e "$tmp/mine/.update" ] && says "Warpgrade 1.0.20260101.5 becomes 1.0.20260101.30"
ok "a kit is replaced, and what is gone from it goes"
has skeletons/dot/dot.cu mine && has skeletons/dot/dot.cu.new "changes 1.0.20260101.30" && has skeletons/dot/help.cuh "changes 1.0.20260101.30" &&
  has skeletons/dot/same.cuh mine && [ ! -e "$tmp/mine/skeletons/dot/same.cuh.new" ] && says "the new skeleton is skeletons/dot/dot.cu.new" "skeletons/dot/help.cuh: replaced"
ok "skeletons: untouched ones are replaced, changed ones stay, the new one beside them"
has "a file.json" "settings 1.0.20260101.30" && has "a file.json.old" mine && says "your version is a file.json.old"
ok "other files that the student changed are replaced and kept"
has skeletons/dot/.warpgrade/history grades && has notes grades && has skeletons/dot/mine.cuh grades
ok "the student's own files and past grades stay"
state >"$tmp/whole"

# A program that stops the update at its Nth call of mv or rm.
mkdir "$tmp/bin"
for program in mv rm; do
  cat >"$tmp/bin/$program" <<X
#!/bin/bash
echo >>$tmp/calls
[ "\$(wc -l <$tmp/calls)" -lt "\$STOP_AT" ] || { kill -9 \$PPID; exit 1; }
exec /bin/$program "\$@"
X
  chmod +x "$tmp/bin/$program"
done
steps=0
for ((stop = 1; stop < 100; ++stop)); do
  work
  : >"$tmp/calls"
  { STOP_AT=$stop PATH=$tmp/bin:$PATH updated new; } 2>/dev/null
  [ $status != 0 ] || break
  steps=$((steps + 1))
  (cd "$tmp/mine" && tools/prebuilt.sh all) >"$log" 2>&1
  [ ! -e "$tmp/mine/.update" ] && { cmp -s "$tmp/mine/KIT" "$tmp/new/KIT" || updated new; } && state | diff - "$tmp/whole" >"$tmp/differs" || break
done
[ $status = 0 ] && [ $steps -ge 10 ] && [ ! -s "$tmp/differs" ]
ok "after an interruption at any step, make completes it"

updated new && [ $status = 0 ] && says "nothing was changed" && state | cmp - "$tmp/whole"
ok "the same kit again changes nothing"
updated old && [ $status = 2 ] && says "is older (1.0.20260101.5) than this kit (1.0.20260101.30)" && state | cmp - "$tmp/whole" &&
  updated old --force && [ $status = 0 ] && has prebuilt/x86_64/build/warpgrade "a program 1.0.20260101.5"
ok "an older kit is refused, unless asked for"
work
state >"$tmp/before"
updated other && [ $status = 2 ] && says "lacks labs of this kit: dot" && state | cmp - "$tmp/before" && updated other --force && [ $status = 0 ] &&
  has skeletons/dot/dot.cu mine
ok "a kit without a lab of this one is refused, unless asked for"
work
head -c 300 "$tmp/new.tar.gz" >"$tmp/cut.tar.gz"
rm -rf "$tmp/planted" && cp -r "$tmp/new" "$tmp/planted" && echo planted >"$tmp/planted/tools/update.sh" && archive planted
mkdir "$tmp/none" && archive none
updated cut && [ $status = 2 ] && says "damaged" && updated planted && [ $status = 2 ] && says "damaged" && updated none && [ $status = 2 ] && says "is not a student's kit" &&
  updated missing && [ $status = 2 ] && says "There is no file" && state | cmp - "$tmp/before"
ok "a damaged archive and what is no kit are refused"
output=$(build/warpgrade update "$tmp/new.tar.gz" 2>&1)
[ $? = 2 ] && log='' says "is not a student's kit" "git"
ok "a clone is not updated"
summary
