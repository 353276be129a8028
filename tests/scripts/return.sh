#!/bin/bash
# `warpgrade return`: a class of each course site, graded on the CPU engine, and its reports on their way
# back, read again by Python's zipfile, mailbox and json.
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
graded() { # SITE STUDENTS
  tests/scripts/class_of_20.py "$1" "$tmp/$1" "$2" &>"$tmp/log" || return
  local handed_in=("$tmp/$1"/*-*)
  warpgrade batch --submissions "${handed_in[0]}" --roster "$tmp/$1/class.csv" --out "$tmp/$1/graded" --lab dot \
    --backend cpu --no-nvcc --no-check --seed 5
  [ $status = 1 ] && says "Handed in, but not gradable:"
}
back() { # SITE OUT [OPTION]...
  warpgrade return --from "$tmp/$1/graded" --to "${to:-$1}" --out "$tmp/$2" "${@:3}"
}
# python NAME [ARGUMENT]...: the program on standard input; what it prints is shown if it fails.
python() { python3 - "$tmp" "$@" &>"$tmp/log"; }
# What no file that leaves may hold: sizes of hidden cases, the run's own seed, folders of this machine.
secrets=$(grep -o '"n": [0-9]\{4,\}' labs/dot/hidden.json | sed 's/.* //' | paste -sd '|')
clean() { # FILE...: text
  [ -n "$secrets" ] && ! grep -lE "\b($secrets)\b|$tmp|$PWD" "$@" >"$tmp/log"
}

# --- Moodle -----------------------------------------------------------------------------------------------
graded moodle 7
ok "a class of Moodle"
back moodle feedback.zip --dry-run
[ $status = 0 ] && says "Ada Lovelace_41001_assignsubmission_file_/dot.html" "Participant 41001 (Ada Lovelace)" "of 100 points" \
  "6 files would be written" "dot: not gradable" && [ ! -e "$tmp/feedback.zip" ]
ok "--dry-run lists what each contains, and writes nothing"
back moodle feedback.zip
[ $status = 0 ] && says "6 files in" "Upload multiple feedback files"
ok "Moodle's feedback archive"
# As mod/assign/feedback/file/importziplib.php reads names: the first part of the path with four fields
# between '_', of which the second is a participant's number.
python <<'END'
import sys, zipfile
tmp, = sys.argv[1:]
archive = zipfile.ZipFile(tmp + "/feedback.zip")
assert archive.testzip() is None
found = {}
for name in archive.namelist():
    fields, rest = name.split("/")[0].split("_", 4), name.split("/")[1:]
    assert len(fields) == 5 and fields[1].isdigit() and fields[2:] == ["assignsubmission", "file", ""], name
    assert rest == ["dot.html"]
    found[int(fields[1])] = fields[0], archive.read(name).decode()
assert sorted(found) == [41001, 41002, 41003, 41004, 41005, 41007]
names = {name for name, page in found.values()}
assert "Édith Piaf" in names
for name, page in found.values():
    assert name.split()[-1].replace("'", "&#39;") in page or name.split()[-1] in page, name
    assert not [other for other in names if other != name and other in page], name
assert "solution.txt" in found[41007][1]
END
ok "Moodle's importer finds each participant, and pages name their student alone"
mkdir "$tmp/pages" && unzip -q "$tmp/feedback.zip" -d "$tmp/pages" && clean "$tmp"/pages/*/dot.html
ok "nothing secret is in the pages"

warpgrade comment --from "$tmp/moodle/graded" --student "Ada Lovelace" --lab dot "As DÍAZ-MÜLLER, Cleo did" --author smith
back moodle named.zip
[ $status = 1 ] && says "Not returned:" "comment 1 names Cleo Díaz-Müller" "5 files in" && ! unzip -l "$tmp/named.zip" | grep -q 41001
ok "a comment that names another student is not sent"
back moodle one.zip --only "Bob O'Brien"
[ $status = 0 ] && says "1 file in" && [ "$(unzip -Z1 "$tmp/one.zip")" = "Bob O'Brien_41002_assignsubmission_file_/dot.html" ]
ok "--only returns to some"

# One of a team hands in, whom the class list names last.
mkdir -p "$tmp/team/in/Jörg Müller_41009_assignsubmission_file_"
cp tests/submissions/dot/ok_atomic_add_of_every_term/dot.cu "$tmp/team/in/Jörg Müller_41009_assignsubmission_file_/"
printf 'id,name,email,team\n103,"O'"'"'Brien, Bob",bob@uni.example,team-3\n102,"Müller, Jörg",jm@uni.example,team-3\n' >"$tmp/team/class.csv"
warpgrade batch --submissions "$tmp/team/in" --roster "$tmp/team/class.csv" --out "$tmp/team/graded" --lab dot \
  --backend cpu --no-nvcc --no-check
warpgrade return --from "$tmp/team/graded" --to moodle --dry-run
says "Jörg Müller_41009_assignsubmission_file_/dot.html" "102 (Müller, Jörg)" && says "Not returned:" "103 (O'Brien, Bob), dot: Moodle's participant number is unknown"
ok "a team's page goes to the member whom the folder names"
# He hands in again, and worse. Moodle hands over the last file alone.
printf '#include "dot.h"\n' >"$tmp/team/in/Jörg Müller_41009_assignsubmission_file_/dot.cu"
printf '{ "title": "GPU", "counts": "best", "labs": { "dot": {} } }\n' >"$tmp/team/course.json"
warpgrade --course "$tmp/team/course.json" batch --submissions "$tmp/team/in" --roster "$tmp/team/class.csv" --out "$tmp/team/graded" \
  --lab dot --backend cpu --no-nvcc --no-check --resume
warpgrade --course "$tmp/team/course.json" return --from "$tmp/team/graded" --to moodle --dry-run
says "Jörg Müller_41009_assignsubmission_file_/dot.html" "102 (Müller, Jörg)" "9 pending), attempt 1"
ok "and the page is that of the attempt that counts"

# --- Canvas -----------------------------------------------------------------------------------------------
graded canvas 6
ok "a class of Canvas"
warpgrade comment --from "$tmp/canvas/graded" --student 41002 --lab dot --points +2 --author smith "Tidy */ code"
back canvas upload.zip
[ $status = 1 ] && says "4 files in" "Re-Upload" "Canvas would show the report under the name solution.txt"
ok "Canvas's upload"
# As Canvas reads names: the first two numbers between '_' are the user and the file handed in.
python "$tmp/canvas/handed-in" <<'END'
import os, sys, zipfile
tmp, handed_in = sys.argv[1:]
archive = zipfile.ZipFile(tmp + "/upload.zip")
assert set(archive.namelist()) <= set(os.listdir(handed_in))
for name in archive.namelist():
    user, file = [part for part in name.split("_") if part.isdigit()][:2]
    assert int(file) == 90000 + int(user)
    text, source = archive.read(name).decode(), open(f"{handed_in}/{name}").read()
    assert text.endswith("//\n\n" + source)
    assert all(line.startswith("//") for line in text[:-len(source)].split("\n")[:-2])
    assert ("Tidy */ code" in text) == (user == "41002")
open(tmp + "/upload.txt", "w").write("".join(archive.read(name).decode() for name in archive.namelist()))
END
ok "each file has the name that Canvas gave, and is the student's with the report in front"
clean "$tmp/upload.txt" && grep -q '^// dot_mutex\|^//.*dot_mutex' "$tmp/upload.txt"
ok "and nothing secret in it"

# --- Gradescope ---------------------------------------------------------------------------------------------
graded gradescope 6
ok "a class of Gradescope"
back gradescope autograder.zip
[ $status = 1 ] && says "4 files in" "solution.txt: not named dot.cu"
ok "an autograder that serves the grades"
mkdir -p "$tmp/site/source" && unzip -q "$tmp/autograder.zip" -d "$tmp/site/source" && clean "$tmp"/site/source/results/*
ok "with nothing secret in it"
serve() { # ID
  rm -rf "$tmp/site/results"
  echo "{\"id\": $1, \"users\": [{\"id\": 1}]}" >"$tmp/site/submission_metadata.json"
  AUTOGRADER=$tmp/site "$tmp/site/source/run_autograder" &>"$tmp/log"
}
sh "$tmp/site/source/setup.sh" && serve 741001 && grep -q '"score": 13' "$tmp/site/results/results.json"
ok "it hands out the grade of a submission"
! serve 741005 && says "not graded yet" && [ ! -e "$tmp/site/results/results.json" ]
ok "and no grade where there is none"

# --- Classroom --------------------------------------------------------------------------------------------
graded clones 6
ok "clones of GitHub Classroom"
ln -s "$tmp" "$tmp/clones/dot-submissions/dot-stud02/feedback"
to=classroom back clones clones/dot-submissions
[ $status = 1 ] && says "8 files in" "feedback is a link" "git push" && [ ! -e "$tmp/dot.md" ] &&
  clean "$tmp"/clones/dot-submissions/*/feedback/dot.* && grep -q dot_mutex "$tmp/clones/dot-submissions/dot-stud01/feedback/dot.md"
ok "a report in each clone, but none through a student's link"

# --- a folder, and mail ---------------------------------------------------------------------------------------
graded folders 6
ok "a class of plain folders"
to=folder back folders public --url https://uni.example/r --links "$tmp/public/links.csv"
[ $status = 2 ] && says "would be published"
ok "the table of links is not published"
to=folder back folders public --url https://uni.example/r
[ $status = 0 ] && says "5 files in" "links.csv" && cp "$tmp/folders/graded/links.csv" "$tmp/links.csv" && rm -r "$tmp/public"
ok "pages behind links"
to=folder back folders public --url https://uni.example/r
cmp "$tmp/links.csv" "$tmp/folders/graded/links.csv" &>"$tmp/log" && [ "$(stat -c %a "$tmp/folders/graded/links.csv")" = 600 ] && python <<'END'
import csv, os, sys
tmp, = sys.argv[1:]
rows = list(csv.DictReader(open(tmp + "/links.csv")))
assert len(rows) == 6
assert len(os.listdir(tmp + "/public")) == 6  # five students and index.html
for row in rows:
    name = row["link"].removeprefix("https://uni.example/r/").rstrip("/")
    assert len(name) == 32 and row["student"] not in name
    if row["student"] == "s1005":  # handed in nothing
        continue
    assert set(os.listdir(f"{tmp}/public/{name}")) == {"dot.html", "index.html"}
    assert "href" not in open(tmp + "/public/index.html").read()
    page = open(f"{tmp}/public/{name}/dot.html").read()
    assert not [other for other in rows if other["name"] != row["name"] and other["name"] in page]
END
ok "links are the same in each run, and tell nothing"
clean "$tmp"/public/*/*.html
ok "nothing secret is published"
to=mail back folders reports.mbox
[ $status = 2 ] && says "needs --sender"
ok "mail has a sender"
to=mail back folders reports.mbox --sender "Kurs Ü <gpu@uni.example>"
[ $status = 0 ] && says "5 files in" "Nothing was sent"
ok "messages in an mbox"
python <<'END'
import email.header, mailbox, sys
tmp, = sys.argv[1:]
box = list(mailbox.mbox(tmp + "/reports.mbox"))
assert len(box) == 5, len(box)
for message, number in zip(box, [1, 2, 3, 4, 6]):
    assert not message.defects and message["To"].endswith(f"<stud{number:02}@uni.example>"), message["To"]
    assert str(email.header.make_header(email.header.decode_header(message["From"]))) == "Kurs Ü <gpu@uni.example>"
    text, page = message.get_payload()
    assert text.get_content_type() == "text/plain" and page.get_filename() == "dot.html"
    assert not text.defects and not page.defects
    assert number == 6 or page.get_payload(decode=True) == open(f"{tmp}/folders/graded/reports/s{1000 + number}/dot.html", "rb").read()
    open(f"{tmp}/mail{number}.txt", "wb").write(text.get_payload(decode=True))
name = str(email.header.make_header(email.header.decode_header(box[3]["To"])))
assert name.startswith("Dong-Hyun Kim"), name
END
ok "Python's mailbox reads each message, its text and its page"
clean "$tmp"/mail?.txt && grep -q dot_mutex "$tmp/mail1.txt"
ok "nothing secret is in the messages"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
