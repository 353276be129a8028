#!/bin/bash
# What becomes of each student of a class, in all outputs: graded, unusable, absent, graded by hand; and
# of their pages when a due date moves. On the CPU engine.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp

warpgrade() {
  timeout 300 build/warpgrade "$@" &>"$tmp/log" </dev/null
  status=$?
}
batch() { # CLASS [OPTION]...
  warpgrade batch --submissions "$tmp/$1" --out "$tmp/graded" --lab dot --roster "$tmp/roster.csv" --quiet "${@:2}"
}
comment() { warpgrade comment --from "$tmp/graded" --lab dot --author smith "$@"; }
# "STATE POINTS" of a student: of grades.csv, of an export as CSV and as JSON.
in_grades() { python3 -c 'import csv,sys; [print(r["state"], r["score"]) for r in csv.DictReader(open(sys.argv[1])) if r["student"]==sys.argv[2]]' "$tmp/graded/grades.csv" "$1"; }
in_export() { # STUDENT [OPTION]...
  build/warpgrade export --from "$tmp/graded" --to csv --out "$tmp/e.csv" "${@:2}" &>"$tmp/log"
  python3 -c 'import csv,sys; [print(r["state"].replace("pending","graded"), r["points"]) for r in csv.DictReader(open(sys.argv[1])) if r["student"]==sys.argv[2]]' "$tmp/e.csv" "$1"
}
in_json() {
  build/warpgrade export --from "$tmp/graded" --to json --out "$tmp/e.json" &>"$tmp/log"
  python3 -c 'import json,sys
all = json.load(open(sys.argv[1]))
for s in all["students"]:
  if s["student"] == sys.argv[2]: [print(l["state"].replace("pending","graded"), "" if l["points"] is None else l["points"]) for l in s["labs"]]
[print("absent ") for a in all["absent"] if a["student"] == sys.argv[2]]' "$tmp/e.json" "$1"
}
is() { # STUDENT "STATE POINTS": the same everywhere
  local where
  for where in in_grades in_export in_json; do
    [ "$($where "$1")" = "$2" ] || { echo "$1: $where says '$($where "$1")', not '$2'"; return 1; }
  done
}

good=tests/submissions/dot/ok_atomic_add_of_every_term/dot.cu
bad=tests/submissions/dot/wrong_one_term_each_thread/dot.cu
printf '%s\n' id,name ada,Ada jo,Jo huge,Hu eve,Eve >"$tmp/roster.csv"
mkdir -p "$tmp"/class/{ada,jo,huge} "$tmp/late/eve" "$tmp/later/eve"
cp $good "$tmp/class/ada/dot.cu"
cp $good "$tmp/class/huge/dot.cu"
truncate -s 70M "$tmp/class/huge/dump.bin"
cp $bad "$tmp/class/jo/dot.cpp"
cp $good "$tmp/late/eve/dot.cu"
cp $bad "$tmp/later/eve/dot.cu"

batch class --backend cpu --no-nvcc --no-check --seed 5
[ $status = 1 ] && says "Handed in, but not gradable:" "  jo (Jo): dot.cpp: not named dot.cu" "--take" \
  "Graded, with a remark:" "  huge: dump.bin is left out" && ! says "Not matched"
ok "a hand-in that cannot be used is listed as what it is, and so is a file beside a graded one"
full=$(in_grades ada)
full=${full#graded }
[ -n "$full" ] && is ada "graded $full" && is huge "graded $full" && is jo "unusable " && is eve "absent "
ok "every student has one state in all outputs"
grep -q 'not gradable</span> dot.cpp' "$tmp/graded/class.html" && grep -q '>Handed in, but not gradable<' "$tmp/graded/class.html"
ok "and on the class page"
build/warpgrade export --from "$tmp/graded" --to canvas --out "$tmp/f.csv" --earned --scale none --sheet <(
  printf '%s\n' 'Student,ID,SIS Login ID,Section,Dot (7)' '    Points Possible,,,,100' 'Jo,1,jo,A,' 'Ada,2,ada,A,') &>"$tmp/log"
[ $? = 1 ] && says "1 grade in" "jo (Jo): not gradable: dot.cpp" && grep -q '^Jo,1,jo,A,$' "$tmp/f.csv"
ok "a sheet's cell stays empty, and the reason is told"

comment --student Jo --points +30 "by mail"
[ $status = 0 ] && says "jo dot: graded by hand, 30 of 100 points." && is jo "graded 30" && grep -q 'graded by hand.*+30 by hand' "$tmp/graded/class.html"
ok "who has no grade is graded by hand, in all outputs"
comment --student jo --points +80 "too many"
[ $status = 0 ] && is jo "graded 100"
ok "never beyond the lab's points"
comment --remove 2 && comment --remove 1
[ $status = 0 ] && says "no longer has a grade" && is jo "unusable "
ok "taken back, it is as before"
comment --student jo "no points"
[ $status = 2 ] && says "has no grade for dot"
ok "words alone need a grade"
comment --student eve --points 0 "did not come"
[ $status = 0 ] && is eve "graded 0"
ok "an absent student can be given points, none too"

batch late --resume
[ $status = 1 ] && says "2 from earlier" && is ada "graded $full" && is huge "graded $full" && is jo "unusable " && is eve "graded $full"
ok "a batch of late-comers changes nothing for the others"
warpgrade batch --submissions "$tmp/late" --out "$tmp/graded" --lab dot --quiet --resume
mkdir "$tmp/named" && cp -r "$tmp/late/eve" "$tmp/named/EVE"
is jo "unusable " && warpgrade batch --submissions "$tmp/named" --out "$tmp/graded" --lab dot --quiet --resume && is eve "graded $full" &&
  [ -z "$(in_grades EVE)" ] && printf 'id\neve\nzed\n' >"$tmp/zed.csv" && warpgrade batch --submissions "$tmp/late" --out "$tmp/graded" --lab dot --quiet --resume --roster "$tmp/zed.csv" &&
  [ "$(in_grades zed)" = "absent " ]
ok "the roster stays, and decides who is who, until another one is given"

batch class --resume --take "jo=dot (2).cu"
[ $status = 2 ] && says "there is no such file" "dot.cpp"
ok "a file that is not there is not taken"
batch class --resume --take "Jo=dot.cpp"
points=$(in_grades jo)
[ $status = 0 ] && [ "${points% *}" = graded ] && is jo "$points" && grep -q '^jo,.*,takes dot.cpp as dot.cu,' "$tmp/graded/grades.csv" &&
  grep -q 'Your instructor chose dot.cpp as dot.cu' "$tmp/graded/reports/jo/dot.html"
ok "a file that the instructor takes is graded, and the record says so"
batch class --resume
[ $status = 0 ] && is jo "$points" && ! says "not gradable"
ok "the decision holds in the next batch"
batch class --regrade --backend cpu --no-nvcc --no-check --seed 5
[ $status = 0 ] && says "] jo dot" && is jo "$points"
ok "and when everything is regraded"

batch later --resume
[ "$(in_export eve)" = "$(in_grades eve | tail -1)" ] && [ "$(in_export eve --counts best)" = "graded $full" ] && [ "$(in_export eve)" != "graded $full" ]
ok "--counts best knows an earlier, better grade"

# --- due dates ----------------------------------------------------------------------------------------------
mkdir -p "$tmp"/ex/submission_{1,2}
cp $good "$tmp/ex/submission_1/dot.cu"
cp $good "$tmp/ex/submission_2/dot.cu"
submission() { printf 'submission_%s:\n  :submitters:\n  - :name: %s\n    :sid: %s\n  :created_at: %s\n' "$1" "$2" "$2" "$3"; }
{ submission 1 ada '2026-03-02 00:00:20 Z'; submission 2 bob '2099-01-01 00:00:00 Z'; } >"$tmp/ex/submission_metadata.yml"
course() { echo '{"title":"t","labs":{"dot":{"due":"'"$1"'","late_penalty":"10%"'"$2"'}}}' >"$tmp/course.json"; }
due() { warpgrade batch --course "$tmp/course.json" --submissions "$tmp/ex" --out "$tmp/due" --lab dot --quiet "$@"; }
late() { grep -c '^ada,.*,late,' "$tmp/due/grades.csv"; grep -c '1 day late' "$tmp/due/reports/ada/dot.html"; }
course 2026-03-01T23:59Z ''
due --backend cpu --no-nvcc --no-check
[ "$(late)" = $'1\n1' ] && says "dated in the future" "bob dot: 2099-01-01T00:00:00Z"
ok "one second late is late, in the table and on the page; a date in the future is told"
course 2026-03-01T23:59Z ',"grace":"5 min"'
due --resume
[ "$(late)" = $'0\n0' ] && says "2 pages of earlier grades updated"
ok "a grace period lifts it from both"
course 2026-02-27T23:59Z ',"grace":"5 min"'
warpgrade comment --course "$tmp/course.json" --from "$tmp/due" --student bob --lab dot --author smith "hello"
[ "$(grep -c '2 days late' "$tmp/due/reports/ada/dot.html")" = 1 ] && [ "$(late | head -1)" = 1 ]
ok "whatever writes the tables writes the pages that changed"
due --resume
! says "of earlier grades updated"
ok "and a page that is right stays as it is"
# A team, of which one member has an extension.
sed -i '/:sid: ada/a\  - :name: eve\n    :sid: eve' "$tmp/ex/submission_metadata.yml"
course 2026-03-01T23:59Z ',"extensions":{"EVE":"1 d","Bobby":"1 d"}'
due --resume
member() { grep '^[a-z]*,[a-z]*,dot,1,13,' "$tmp/due/grades.csv" | cut -d, -f1,9,16; }
[ "$(member)" = $'ada,late,10\neve,,\nbob,late,13' ] && grep -q 'ada −10, eve −0' "$tmp/due/class.html"
ok "each member of a team has the own lateness in the tables and on the class page"
warpgrade return --course "$tmp/course.json" --from "$tmp/due" --to folder --out "$tmp/pages"
member_page() { cat "$tmp/pages/$(sed -n "s/^$1,[^,]*,//p" "$tmp/due/links.csv")dot.html"; }
[ "$(member_page ada | grep -c 'Your due time')$(member_page eve | grep -c '1 day late')" = 00 ] &&
  member_page ada | grep -q '1 day late' && member_page eve | grep -q 'Your due time'
ok "and on the page that is returned"
course 2026-03-29T02:30 ''
TZ=CET-1CEST,M3.5.0,M10.5.0/3 warpgrade course check --course "$tmp/course.json"
[ $status = 1 ] && says "at /labs/dot/due: 2026-03-29T02:30 does not exist"
ok "a due time that clocks skip is a mistake"
course 2026-10-25T02:30 ''
TZ=CET-1CEST,M3.5.0,M10.5.0/3 due --resume
says "occurs twice" "2026-10-25T02:30+01:00"
ok "of one that occurs twice it is said which counts"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
