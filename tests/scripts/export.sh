#!/bin/bash
# What becomes of a class's grades: `warpgrade export`, `compare` and `batch --regrade --only`, on the
# CPU engine.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp

warpgrade() {
  timeout 120 build/warpgrade "$@" &>"$tmp/log" </dev/null
  status=$?
}
batch() { warpgrade batch --submissions "$tmp/class" --out "$tmp/graded" --lab dot "$@"; }
export_to() { warpgrade export --from "$tmp/graded" --to "$@"; }

for pair in ada:ok_atomic_add_of_every_term bob:wrong_one_term_each_thread dee:wrong_result_not_zeroed; do
  mkdir -p "$tmp/class/${pair%%:*}"
  cp tests/submissions/dot/"${pair#*:}"/*.cu "$tmp/class/${pair%%:*}"
done
batch --backend cpu --no-nvcc --no-check --seed 5
[ $status = 0 ]
ok "three are graded"
cp "$tmp/graded/grades.csv" "$tmp/grades-before.csv"

# --- sheets ---------------------------------------------------------------------------------------------
sheets=tests/scripts/exports
export_to canvas --sheet $sheets/canvas.csv --out "$tmp/canvas.csv"
[ $status = 2 ] && says "is ambiguous" "Dot product (1235)" && [ ! -e "$tmp/canvas.csv" ]
ok "a column that may be several is not guessed"
export_to canvas --sheet $sheets/canvas.csv --column 1235 --out "$tmp/canvas.csv"
[ $status = 1 ] && says "1 grade in" "points pending; --earned" "Student, Test (906)" &&
  [ "$(cmp -l $sheets/canvas.csv "$tmp/canvas.csv" 2>/dev/null | wc -l)" != 0 ]
ok "pending points leave the cell as it was and are told"
export_to canvas --sheet $sheets/canvas.csv --column 1235 --out "$tmp/canvas.csv" --earned
[ $status = 0 ] && says "3 grades in"
ok "--earned writes what is earned"
cp $sheets/canvas.csv "$tmp/sheet.csv"
export_to canvas --sheet "$tmp/sheet.csv" --column 1235 --out "$tmp/sheet.csv"
[ $status = 2 ] && cmp -s $sheets/canvas.csv "$tmp/sheet.csv"
ok "the sheet itself is never written over"
export_to moodle --sheet $sheets/moodle.csv --out "$tmp/moodle.csv" --earned --feedback
[ $status = 0 ] && grep -q '"Participant 4711".*,13,100.00.*dot: 13 of 100 (9 pending)' "$tmp/moodle.csv"
ok "Moodle's worksheet with feedback"
for wrong in "--due tomorrow" "--late-penalty ten" "--late-limit 5" "--lab matmul" "--scale 5%"; do
  export_to moodle --sheet $sheets/moodle.csv --out "$tmp/moodle.csv" $wrong
  [ $status = 2 ]
  ok "refused: $wrong"
done

# --- the class ------------------------------------------------------------------------------------------
for format in csv json junit; do
  export_to $format --out "$tmp/class.$format"
  [ $status = 1 ] && says "3 grades in" "ada dot: 9 points pending" && grep -q ada "$tmp/class.$format"
  ok "the class as $format"
done
for format in gradescope prairielearn autolab; do
  export_to $format --out "$tmp/$format"
  [ $status = 1 ] && [ "$(ls "$tmp/$format" | wc -l)" = 3 ] && grep -q 13 "$tmp/$format"/ada/dot.*
  ok "a result for each student, for $format"
done
export_to json --sheet $sheets/moodle.csv --out "$tmp/class.json"
[ $status = 2 ] && says "--sheet is only for"
ok "a sheet where none is filled"
warpgrade export --from "$tmp/class" --to csv --out "$tmp/none.csv"
[ $status = 2 ] && says "contains no gradebook" && [ ! -e "$tmp/class/gradebook.sqlite" ]
ok "a folder without a gradebook"

# --- the course's file --------------------------------------------------------------------------------
cat >"$tmp/course.json" <<'X'
{ "title": "GPU <2026>", "roster": "class.csv", "graded": "graded", "late_penalty": "10%",
  "labs": { "dot": { "due": "2026-03-01T23:59Z", "due_of_section": { "B": "2026-03-03T23:59Z" }, "points": 20,
                     "submissions": "class" } } }
X
printf 'id,section\nada,A\nbob,B\ndee,A\neve,B\n' >"$tmp/class.csv"
in_course() { # WARPGRADE'S WORDS
  (mkdir -p "$tmp/deeper" && cd "$tmp/deeper" && WARPGRADE_ROOT=$OLDPWD timeout 120 "$OLDPWD/build/warpgrade" "$@") &>"$tmp/log" </dev/null
  status=$?
}
in_course course check
[ $status = 0 ] && says "GPU <2026>" "dot, 20 points, due" "section B"
ok "a course's file is found from a folder below it, and told"
in_course batch --lab dot --resume
[ $status = 0 ] && says "3 from earlier" && grep -q '<h1>GPU &lt;2026&gt;: dot</h1>' "$tmp/graded/class.html" && grep -q '^eve,,dot.*absent' "$tmp/graded/grades.csv"
ok "a batch takes submissions, roster, folder and title from it"
in_course export --to csv --out ../course.csv
grep -q '^ada,.*,A,dot,pending,2.6,20,' "$tmp/course.csv" && grep -q '^eve,.*absent' "$tmp/course.csv"
ok "an export has the points that a lab is worth, and who is absent"
sed -i 's/"late_penalty"/"earned": true, "late_penalty"/' "$tmp/course.json"
in_course export --to moodle --sheet "$PWD/$sheets/moodle.csv" --scale sheet --out "$tmp/earned.csv"
[ $status = 0 ] && ! says "points pending"
ok "and sheets get what is earned, if it says so"
sed -i 's/"graded": "graded"/"gradde": 1/' "$tmp/course.json"
in_course course
[ $status = 1 ] && says 'there is no key "gradde"; did you mean "graded"?'
ok "a key that is none is named"
sed -i 's/"gradde": 1/"late_limit": "5"/; s/"dot":/"dto":/; s/"B": "2026-03-03/"Z": "2026-03-33/' "$tmp/course.json"
in_course course
[ $status = 1 ] && says "at /labs/dto: there is no such lab. Did you mean 'dot'" "at /labs/dto/due_of_section/Z: nobody" "/Z: 2026-03-33T23:59Z is not a time"
ok "all that is wrong is listed, with its place"
in_course export --to csv --out ../none.csv
[ $status = 2 ] && [ ! -e "$tmp/none.csv" ]
ok "and nothing is done by it"
in_course export --to csv --out ../none.csv --course none
[ $status = 2 ] && says "--from is required"
ok "--course none takes nothing from it"
rm "$tmp/course.json"

# --- regrade and compare ----------------------------------------------------------------------------------
warpgrade compare --from "$tmp/graded"
[ $status = 2 ] && says "graded twice"
ok "nothing to compare yet"
batch --only bob
[ $status = 2 ]
ok "--only belongs to --regrade"
batch --regrade --only bob,zed
[ $status = 2 ] && says "nothing to grade for zed"
ok "somebody who handed in nothing"
batch --regrade --only bob --seed 6
[ $status = 2 ] && says "--seed differs from the run's own"
ok "some are graded with everybody's seed"
batch --regrade --only bob
[ $status = 0 ] && says "[1/1] bob" "1 new, 2 from earlier" "1 unchanged" && diff "$tmp/grades-before.csv" <(grep -v "^eve,.*,absent," "$tmp/graded/grades.csv") >"$tmp/log"
ok "one is graded anew, and the same"
# --- an instructor's word -----------------------------------------------------------------------------
word() { warpgrade comment --from "$tmp/graded" "$@"; }
page=$tmp/graded/reports/bob/dot.html
cp "$page" "$tmp/page-before.html"
word --student bob --lab dot --at dot.cu:9 "Where is the <loop>?" --author smith
[ $status = 0 ] && says "Comment 1" && [ "$(grep -c 'Where is the &lt;loop&gt;?' "$page")" = 2 ] &&
  grep -A3 'id="dot.cu-9"' "$page" | grep -q 'note said'
ok "a comment stands on the page, and below its line"
word --student bob --lab dot --points +2 "tidy code" --author smith
bob=$(sed -n 's/^bob,,dot,1,\([0-9.]*\),100,.*,2,.*tidy code \[+2\] (smith),,$/\1/p' "$tmp/graded/grades.csv")
[ $status = 0 ] && says "with +2 by hand" && [ -n "$bob" ] && grep -q "With the points by hand: $bob of 100" "$page" &&
  grep -q '+2 by hand, 2 comments' "$tmp/graded/class.html"
ok "points by hand count in grades.csv, on the page and in class.html"
export_to gradescope --out "$tmp/word" && grep -q '"output": "dot.cu:9: Where is the <loop>' "$tmp/word/bob/dot.json" &&
  grep -q "\"score\": $bob" "$tmp/word/bob/dot.json" && ! grep "$tmp" "$tmp/word/bob/dot.json" >"$tmp/log"
ok "and in what Gradescope gets, which names nothing of this machine"
kept() { warpgrade batch --out "$tmp/graded" --lab dot --regrade --only bob; } # without --submissions
kept
[ $status = 0 ] && says "[1/1] bob" && [ "$(grep -c 'tidy code' "$page")" = 1 ] && [ "$(wc -l <"$tmp/graded/grades.csv")" -ge 4 ] &&
  grep -q "^bob,,dot,1,$bob," "$tmp/graded/grades.csv"
ok "they survive a regrade, which needs no submissions"
for bobs in "$tmp"/graded/content/*; do ! cmp -s "$bobs/dot.cu" "$tmp/class/bob/dot.cu" || break; done
echo >>"$bobs/dot.cu"
kept
[ $status = 2 ] && says "differs from what bob handed in"
ok "what was changed since is not graded in its place"
truncate -s -1 "$bobs/dot.cu"
for wrong in "--points +101" "--points zero" "--at dot.cu:999" "--at dof.cu:1" "--attempt 2"; do
  word --student bob --lab dot $wrong "no"
  [ $status = 2 ]
  ok "refused: $wrong"
done
word --student zed --lab dot "no"
[ $status = 2 ] && says "contains no student zed"
ok "somebody whom nobody knows"
# Bob hands in again: what was said of the first file does not count, and everybody hears of it.
cp -r "$tmp/graded" "$tmp/again" && cp -r "$tmp/class" "$tmp/class2" && echo '// tidier' >>"$tmp/class2/bob/dot.cu"
warpgrade batch --submissions "$tmp/class2" --out "$tmp/again" --lab dot --resume
[ $status = 0 ] && says "Outdated comments" "2  bob dot  +2 points: tidy code" "1 grade compared with the previous one: 1 unchanged" \
  "Other differences" && ! grep -q 'tidy code' "$tmp/again/grades.csv" "$tmp/again/reports/bob/dot-attempt2.html"
ok "of what is handed in again the comments that are left behind are listed, and the change of the grade"
warpgrade comment --from "$tmp/again" --list
says "does not count: the student has handed in again"
ok "and --list tells them apart"
build/warpgrade export --from "$tmp/again" --to csv --out "$tmp/again.csv" &>"$tmp/log"
says "Warning: outdated points by hand:" "  2  bob dot  +2 points: tidy code" "does not count: the student has handed in again" &&
  ! says "  1  bob"
ok "an export warns of points that do not count"
cp "$tmp/again/reports/bob/dot-attempt2.html" "$tmp/page-again.html"
warpgrade comment --from "$tmp/again" --remove 1 && cmp -s "$tmp/page-again.html" "$tmp/again/reports/bob/dot-attempt2.html"
ok "taking one back leaves the page of the later file alone"
word --student bob --lab dot --points 2
[ $status = 2 ] && says "--points needs a reason"
ok "points by hand have a reason"
word --remove 1 && word --remove 2
word --list
says "No comments" && diff "$tmp/grades-before.csv" <(grep -v "^eve,.*,absent," "$tmp/graded/grades.csv") >"$tmp/log" && ! grep -q 'From your instructor' "$page"
ok "what is taken back is gone from all of them"

# --- by the roster's names --------------------------------------------------------------------------------
printf 'id,name,email\nada,Sam Lee,ada@example.org\nbob,Bob Roberts,bob@example.org\ndee,Sam Lee,dee@example.org\n' >"$tmp/roster.csv"
batch --regrade --only 'Roberts, Bob,zed' --roster "$tmp/roster.csv"
[ $status = 2 ] && says "nothing to grade for zed"
ok "a name may contain a comma, in a list, too"
batch --regrade --only 'Roberts, Bob' --roster "$tmp/roster.csv"
[ $status = 0 ] && says "[1/1] bob"
ok "a student is named as the roster does"
batch --regrade --only 'Sam Lee' --roster "$tmp/roster.csv"
[ $status = 2 ] && says "Sam Lee may be any of these in the class: ada (Sam Lee), dee (Sam Lee)"
ok "a name that two students have is not guessed"
batch --resume
[ $status = 0 ] && says "3 from earlier"
ok "and --resume has nothing left to do"
# ada's points for the check come back when the check is run, but for the atomics of each term.
word --student ada --lab dot --points +1 "for the check"
batch --regrade --backend cpu --no-nvcc --seed 5
[ $status = 0 ] && says "1 higher" "ada (Sam Lee) dot  13 (9 pending)" "clean check 0" "settings --no-nvcc --no-check" \
  "counts, but was given for 13 of 100 points; the grade is now 15.5 of 100"
ok "a regrade ends with whose grade is another one, and why"
warpgrade compare --from "$tmp/graded" --csv "$tmp/changes.csv" --json "$tmp/changes.json"
[ $status = 1 ] && grep -q '^ada,Sam Lee,dot,1,13,15.5,+2.5,9,6,graded,graded,' "$tmp/changes.csv" && grep -q '"change": 2.5' "$tmp/changes.json"
ok "compare as CSV and JSON"
warpgrade compare --from "$tmp/graded" --runs 1,2 --lab dot
[ $status = 1 ] && says "1 higher"
ok "compare two runs"
warpgrade compare --from "$tmp/graded" --with "$tmp/graded"
[ $status = 0 ] && says "3 unchanged"
ok "a gradebook is like itself"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
