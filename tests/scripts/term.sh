#!/bin/bash
# What an instructor does with a class beside grading it: the course file, more time, teams, numbers and
# many comments, on the CPU engine.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp TZ=UTC WARPGRADE_ROOT=$PWD

warpgrade() {
  (cd "$tmp/$class" && timeout 300 "$WARPGRADE_ROOT/build/warpgrade" "$@") &>"$tmp/log" </dev/null
  status=$?
}
cell() { # STUDENT COLUMN: of grades.csv
  python3 - "$tmp/$class/graded/grades.csv" "$@" <<'END'
import csv, sys
for row in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
    if row["student"] == sys.argv[2]:
        print(row[sys.argv[3]])
END
}

# --- the course file --------------------------------------------------------------------------------------
class=clones
tests/scripts/class_of_20.py clones "$tmp/clones" 6 &>"$tmp/log"
warpgrade course init --title "GPU 2026" --roster class.csv --lab dot=2026-02-33T23:59 --late-penalty 10%
[ $status = 2 ] && says "is not a time" && [ ! -e "$tmp/clones/course.json" ]
ok "a wrong time is refused before anything is written"
warpgrade course init --title "GPU 2026" --roster class.csv --lab dot=2026-03-01T13:30Z --late-penalty 10% --late-days 1
[ $status = 0 ] && says "Written: course.json" "1 late day per student" "dot, due"
ok "course init writes a course file that course check accepts"
warpgrade course init --title Other --lab dot
[ $status = 2 ] && says "exists already"
ok "and no other over it"
python3 - "$tmp" <<'END' &>"$tmp/log"
import os, pty, sys
top, answers = sys.argv[1], ["Kurs", "", "dto", "dot", "friday", "2026-03-01T23:59", "", "10%"]
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(top)
    os.execl(os.environ["WARPGRADE_ROOT"] + "/build/warpgrade", "warpgrade", "course", "init", "--course", "asked.json")
os.write(terminal, "".join(answer + "\n" for answer in answers).encode())
try:
    while part := os.read(terminal, 4096):
        sys.stdout.write(part.decode())
except OSError:
    pass
END
says "Did you mean 'dot'" "friday is not a time" "Written: asked.json" && grep -q '"due": "2026-03-01T23:59"' "$tmp/asked.json"
ok "on a terminal it asks, and asks again"

# --- more time, by commits ----------------------------------------------------------------------------------
# The students handed in from 11:59 on, an hour apart; due is 13:30.
python3 - "$tmp/clones/course.json" <<'END'
import json, sys
course = json.load(open(sys.argv[1]))
course["labs"]["dot"] |= {"opens": "2026-03-01T11:30Z", "submissions": "dot-submissions",
                          "extensions": {"Cleo Díaz-Müller": "1 h"}}
course["accommodations"] = {"stud06": 2}
course["rubric"] = {"tidy": {"text": "Tidy code.", "points": 1}}
json.dump(course, open(sys.argv[1], "w"), ensure_ascii=False)
END
sed 's/Cleo/Clio/; s/stud06/stud66/' "$tmp/clones/course.json" >"$tmp/clones/wrong.json"
warpgrade course --course wrong.json
[ $status = 1 ] && says "at /accommodations/stud66: stud66 is not in the roster." "Did you mean 'stud06'" "/extensions/Clio Díaz-Müller"
ok "names that the roster lacks are mistakes"
warpgrade course
[ $status = 0 ] && says "stud06: time multiplied by 2" "Cleo Díaz-Müller: 1 h longer" "(clones) has commit times, which students can set"
ok "course check shows who has more time, and where times come from"
warpgrade batch --backend cpu --no-nvcc --no-check --seed 5
[ $status = 1 ] && [ "$(cell s1002 late)$(cell s1003 late)" = "" ] && [ "$(cell s1004 late)" = late ] &&
  [ "$(cell s1004 penalty)" = "" ]
ok "commit times decide who is late, an extension and a late day help"
page=$tmp/clones/graded/reports
grep -q 'Your due time: Sun 2026-03-01 14:30 UTC (extended)' "$page/s1003/dot.html" &&
  grep -q '1 late day used, 0 late days left' "$page/s1004/dot.html" && grep -q '1 late day left' "$page/s1001/dot.html"
ok "students see it on their pages"
sed -i 's/"budget": 1/"budget": 0/' "$tmp/clones/course.json"
warpgrade batch --resume
[ "$(cell s1004 penalty)" != "" ] && grep -q '1 day late' "$page/s1004/dot.html" && ! grep -q 'late days left' "$page/s1004/dot.html"
ok "without late days it costs"
printf '%s\n' ID,Name '7,Cleo Díaz-Müller' >"$tmp/clones/site.csv"
warpgrade export --to csv --out late.csv --roster site.csv --lab dot
! says "have no effect" && grep -q '^s1003,.*,dot,[a-z]*,' "$tmp/clones/late.csv" && ! grep '^s1003,' "$tmp/clones/late.csv" | grep -q ',late,'
ok "an extension by name holds beside a site's list of other ids"
sed -i 's/dot-submissions/canvas/' "$tmp/clones/course.json" && mkdir "$tmp/clones/canvas" && touch "$tmp/clones/canvas/adalovelace_1_2_dot.cu"
warpgrade course
says "(canvas) marks what is late and gives no times"
ok "course check says what a due time cannot do"

# --- many comments ------------------------------------------------------------------------------------------
cat >"$tmp/clones/points.csv" <<'END'
student,lab,points,text,item
stud01,dot,+2,Good start,
Bob O'Brien,dot,,,tidy
s1005,dot,40,"Shown to me, in person",
s1005,dot,,And a word,
END
sed 's/stud01/stud77/; s/+2/two/' "$tmp/clones/points.csv" >"$tmp/clones/wrong.csv"
warpgrade comment --csv wrong.csv --author smith
[ $status = 2 ] && says "wrong.csv:2:" "Nothing was added"
ok "a wrong line is named, and nothing is added"
sed -i '/And a word/d' "$tmp/clones/points.csv"
warpgrade comment --csv points.csv --author smith
[ $status = 0 ] && says "3 comments added" && [ "$(cell s1005 score)" = 40 ] && grep -q 'Tidy code' "$page/s1002/dot.html" && [ "$(cell s1002 by_hand)" = 1 ]
ok "comments and points by the list, a reusable one and a grade by hand among them"
warpgrade comment --csv points.csv --author smith
[ $status = 0 ] && says "0 comments added, 3 were there already"
ok "the same list again adds nothing"
warpgrade comment --remove 1 --author jones
warpgrade comment --log
[ $status = 0 ] && says "smith added 1  s1001 dot  +2 points: Good start" "jones withdrew 1  s1001 dot"
ok "the log shows who changed what"

# --- the rubric ---------------------------------------------------------------------------------------------
python3 - "$tmp/clones/course.json" <<'END'
import json, sys
course = json.load(open(sys.argv[1]))
course["rubric"]["tidy"]["points"] = 3
course["labs"]["dot"]["rubric"] = {"no-barrier": {"text": "A barrier is missing.", "points": -2}}
course["graders"] = {"smith": "Prof. Smith", "jones": "A. Jones"}
json.dump(course, open(sys.argv[1], "w"), ensure_ascii=False)
END
warpgrade comment --student s1001 --lab dot --item tidy --author smith
[ $status = 2 ] && says "tidy: the course file has another text or points than the gradebook"
ok "an item that the course file changes is not given before it is changed for all"
warpgrade rubric --apply --author miller
[ $status = 2 ] && says "miller is not one of the course's graders" "jones, smith"
ok "only the course's graders grade"
warpgrade rubric
[ $status = 1 ] && says "+1  dot tidy, 1 hand-in: Tidy code." "in the course file: +3" "1 item changed"
ok "a changed item is shown"
warpgrade rubric --apply --author smith
[ $status = 0 ] && says "1 item changed in 1 hand-in" && [ "$(cell s1002 by_hand)" = 3 ] && grep -q '+3 points' "$page/s1002/dot.html"
ok "and changed for all who have it"
warpgrade comment --sheet fill.csv
[ $status = 0 ] && says "6 lines in fill.csv" && grep -q '^student,name,lab,attempt,score,max,points,text,no-barrier,tidy' "$tmp/clones/fill.csv"
ok "a table to fill has a column for each item"
python3 - "$tmp/clones/fill.csv" <<'END'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8")))
rows[1][8] = rows[1][9] = "x"
rows[2][6:8] = "-1", "Odd names"
csv.writer(open(sys.argv[1], "w", encoding="utf-8")).writerows(rows)
END
sed '1s/tidy/tidi/' "$tmp/clones/fill.csv" >"$tmp/clones/wrong.csv"
warpgrade comment --csv wrong.csv --author jones
[ $status = 2 ] && says 'unknown column "tidi"' "Did you mean 'tidy'"
ok "a column that is no item is a mistake"
warpgrade comment --csv fill.csv --author jones
[ $status = 0 ] && says "3 comments added" "(A. Jones, " && [ "$(cell s1001 by_hand)$(cell s1002 by_hand)" = 12 ]
ok "the filled table gives items, points and texts"
warpgrade export --to json --out class.out
python3 -c 'import json, sys
comments = [c for s in json.load(open(sys.argv[1]))["students"] for g in s["labs"] for c in g["comments"]]
assert sorted((c["item"], c["points"], c["author"]) for c in comments if c["item"]) == [
    ("no-barrier", -2, "A. Jones"), ("tidy", 3, "A. Jones"), ("tidy", 3, "smith")], comments' "$tmp/clones/class.out" &>"$tmp/log"
ok "exports have each item with its points and grader"
warpgrade export --to autolab-scores --out scores.csv
[ $status = 1 ] && says "points pending; --earned" "solution.txt: not named dot.cu" && grep -qx 'stud03@uni.example,0' "$tmp/clones/scores.csv"
ok "Autolab's scores have points that are final"
warpgrade export --to autolab-feedback --out feedback.csv --earned
python3 -c 'import csv, sys
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8")))
assert len(rows) == 5 and all(len(row) == 2 and "\n" not in row[1] for row in rows) and "dot_mutex" in rows[0][1]' "$tmp/clones/feedback.csv" &>"$tmp/log"
ok "Autolab's feedback has the reports, each in one line"
warpgrade export --to prairielearn-scores --qid gpu/dot --out scores.csv --earned
python3 -c 'import csv, sys
rows = {row["uid"]: row for row in csv.DictReader(open(sys.argv[1], encoding="utf-8"))}
assert len(rows) == 5 and rows["stud05@uni.example"]["score_perc"] == "40" and {(r["qid"], r["instance"]) for r in rows.values()} == {("gpu/dot", "1")}' "$tmp/clones/scores.csv" &>"$tmp/log"
ok "PrairieLearn's table has scores in percent"
warpgrade comment --log
says "Prof. Smith changed item tidy  dot, +1 → +3: Tidy code." "A. Jones added 4  s1001 dot  item no-barrier"
ok "the log shows who changed an item, and who gave it"

# --- anonymous grading ----------------------------------------------------------------------------------------
warpgrade comment --student s1003 --lab dot "As Ada Lovelace and stud02 did" --author jones
warpgrade anonymous --out blind
[ $status = 1 ] && says "5 pages and sheet.csv in blind" "1 hand-in has no page"
ok "a folder for graders, without the page of a comment that names somebody"
warpgrade comment --remove 7 --author jones
rm -r "$tmp/clones/blind"
# A student's name in the source, as an older page has it, with and without accents.
sed -i 's/__global__/Diaz-Muller, CLEO DÍAZ-MÜLLER, stud03@uni.example and lovelace_ada __global__/' "$page/s1003/dot.html"
warpgrade anonymous --out blind
[ $status = 0 ] && says "6 pages and sheet.csv in blind" && ! grep -iE 's100|stud0' "$tmp/log"
ok "a page per hand-in"
python3 - "$tmp/clones" <<'END' &>"$tmp/log"
import csv, os, sys
top = sys.argv[1]
students = list(csv.DictReader(open(top + "/class.csv", encoding="utf-8")))
blind = {name: open(f"{top}/blind/{name}", encoding="utf-8").read().casefold() for name in os.listdir(top + "/blind")}
words = {s[key].casefold() for s in students for key in ("ID", "Name", "Login", "Email")} | {
    "lovelace", "muller", "müller", "díaz", "diaz", "piaf", "öztürk", "ozturk"}
assert not [(name, word) for name, text in blind.items() for word in words if word in text or word in name]
rows = list(csv.DictReader(open(top + "/blind/sheet.csv", encoding="utf-8")))
assert len(rows) == 6 and [r["student"] for r in rows] == sorted(r["student"] for r in rows)
assert set(blind) == {r["student"] + "-dot.html" for r in rows} | {"index.html", "sheet.csv"}
filled = next(r for r in rows if r["score"] == "0")
filled["points"], filled["text"] = "+5", "Good names"
with open(top + "/blind/sheet.csv", "w", encoding="utf-8", newline="") as file:
    out = csv.DictWriter(file, rows[0])
    out.writeheader()
    out.writerows(rows)
END
ok "nobody's name, id, login or address is in any byte of it"
warpgrade comment --csv blind/sheet.csv --author smith
[ $status = 0 ] && says "Comment 8  anon-" "+5 points: Good names" && ! grep -q s1003 "$tmp/log" && [ "$(cell s1003 by_hand)" = 5 ]
ok "what was filled in comes back to the right student"
warpgrade comment --list --anonymous
says "8  anon-" && ! grep -q s100 "$tmp/log"
ok "a list without names"

# --- regrade requests -----------------------------------------------------------------------------------------
sed -i 's/"submissions":/"requests_until": "2099-01-01T12:00Z", &/' "$tmp/clones/course.json"
warpgrade return --to classroom --out dot-submissions
[ $status = 1 ] && form=$tmp/clones/dot-submissions/dot-stud01/feedback/dot-request.txt && grep -q "Regrade request: dot, attempt 1" "$form"
ok "a form beside the report"
warpgrade requests --add dot-submissions
[ $status = 0 ] && says "0 requests added"
ok "an empty form is no request"
echo "Case 7 is <right>." >>"$form"
sed 's/^/> /; s/Case 7/Case 8/' "$form" >"$tmp/clones/mail.txt"
sed 's/Key: ..../Key: 0000/' "$form" >"$tmp/clones/forged.txt"
warpgrade requests --add dot-submissions mail.txt forged.txt
[ $status = 1 ] && says "Request 1: s1001 dot" "Request 2: s1001 dot" "forged.txt: its key belongs to no hand-in" "2 requests added"
ok "forms in clones and in mails are read, a forged one is not"
warpgrade requests --add mail.txt --received 2099-01-02T12:00
[ $status = 0 ] && says "is there already"
ok "the same request is added once"
echo "More." >>"$form"
warpgrade requests --add dot-submissions --received 2099-01-02T12:00
[ $status = 1 ] && says "came after the lab's requests_until" "0 requests added"
ok "a late one is refused"
warpgrade requests --answer 1 --points +2 --author jones "You are right."
[ $status = 0 ] && [ "$(cell s1001 by_hand)" = 3 ] && grep -q 'You are right' "$page/s1001/dot.html" &&
  grep -q 'Case 7 is &lt;right&gt;' "$page/s1001/dot.html" && ! grep -q 'Case 7' "$page"/s100[2-4]/dot.html
ok "the answer is on the student's page, and on no other"
grep -q '2, s1001, dot' "$tmp/clones/graded/class.html" && ! grep -q '1, s1001, dot' "$tmp/clones/graded/class.html"
ok "open requests are on the class page"
warpgrade requests --answer 1 "Again." --author smith
[ $status = 2 ] && says "request 1 is answered"
ok "a request is answered once"
warpgrade requests --answer 2 "Ask Dong-Hyun Kim." --author smith
[ $status = 2 ] && says "the answer names Dong-Hyun Kim"
ok "an answer that names another student is refused"

# --- numbers ------------------------------------------------------------------------------------------------
warpgrade numbers --out numbers.html --csv numbers.csv --json numbers.json
[ $status = 0 ] && says "dot: 4 grades, mean" "costs most" && python3 - "$tmp/clones" <<'END' &>"$tmp/log"
import csv, json, statistics, sys
top = sys.argv[1]
rows = list(csv.DictReader(open(top + "/numbers.csv")))
every = json.load(open(top + "/numbers.json"))
assert len(rows) == len(every["rows"])
assert {row["kind"] for row in rows} == {"lab", "task", "case", "section", "time"}
graded = [row for row in csv.DictReader(open(top + "/graded/grades.csv")) if row["verdicts"]]
shares = [(float(row["score"]) - float(row["by_hand"] or 0)) / float(row["max"]) for row in graded]
whole = rows[0]
assert abs(float(whole["mean"]) - statistics.mean(shares)) < 1e-3
assert abs(float(whole["median"]) - statistics.median(shares)) < 1e-3
assert abs(float(whole["deviation"]) - statistics.stdev(shares)) < 1e-3
lost = sum(float(row["lost"]) for row in rows if row["kind"] == "task")
assert abs(lost - float(whole["lost"])) < 0.1 and lost > 0
cases = [float(row["lost"]) for row in rows if row["kind"] == "case"]
assert cases == sorted(cases, reverse=True)
page = open(top + "/numbers.html").read()
assert "Cases, by points lost" in page and "s1001" not in page and "Lovelace" not in page
END
ok "numbers as page, table and JSON agree with the grades"

# --- teams -----------------------------------------------------------------------------------------------------
class=folders
tests/scripts/class_of_20.py folders "$tmp/folders" 6 teams &>"$tmp/log"
mv "$tmp/folders/handed-in/s1003" "$tmp/folders/handed-in/team-2" && rm -r "$tmp/folders/handed-in/s1004"
warpgrade batch --submissions handed-in --roster class.csv --out graded --lab dot --backend cpu --no-nvcc --no-check --seed 5
[ $status = 1 ] && [ "$(cell s1001 score)" = "$(cell s1002 score)" ] && [ "$(cell s1004 team)" = team-2 ] && [ "$(cell s1004 name)" = "Dong-Hyun Kim" ] &&
  [ "$(cell s1004 score)" != "" ]
ok "each member has the team's grade in grades.csv"
grep -q 'Cleo Díaz-Müller, Dong-Hyun Kim (team-2)' "$tmp/folders/graded/reports/s1003/dot.html" && grep -q 'with Dong-Hyun Kim (team-2)' "$tmp/folders/graded/class.html"
ok "pages name the team"
warpgrade export --from graded --to csv --out class.out
grep -q '^s1002,.*,team-1$' "$tmp/folders/class.out" && grep -q '^s1004,Dong-Hyun Kim,.*,team-2$' "$tmp/folders/class.out"
ok "exports have the team's grade for each"
warpgrade return --from graded --to folder --out public
says "6 files in" && [ "$(ls "$tmp/folders/public" | wc -l)" = 7 ]
ok "each member gets the report"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
