#!/usr/bin/env python3
"""A synthetic class of 20 students, as a course site exports it.

  class_of_20.py SITE DIR [STUDENTS [teams|distinct]]     SITE: folders, moodle, canvas, gradescope, clones, autolab

Writes DIR/handed-in (for clones dot-submissions) and DIR/class.csv. The hand-ins are entries of
tests/submissions/dot, three different ones, so that grading them takes seconds. The last student hands
in a file with another name, the one before nothing. With teams, two students each are a team. With
distinct, all entries that are one file are handed in, in turn.
"""
import csv
import datetime
import os
import re
import shutil
import subprocess
import sys

site, top = sys.argv[1:3]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 20
teams = "teams" in sys.argv[4:]
corpus = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../submissions/dot")
entries = ["ok_atomic_add_of_every_term", "wrong_one_term_each_thread", "wrong_result_not_zeroed"]
if "distinct" in sys.argv[4:]:
    entries = sorted(e for e in os.listdir(corpus) if set(os.listdir(f"{corpus}/{e}")) <= {"dot.cu", "expect.json", "truth.json"}
                     and os.path.exists(f"{corpus}/{e}/dot.cu"))
first = ["Ada", "Bob", "Cleo", "Dong-Hyun", "Édith", "Fatma", "Grace", "Hồ", "Igor", "Jürgen"]
last = ["Lovelace", "O'Brien", "Díaz-Müller", "Kim", "Piaf", "Öztürk", "Hopper", "Ngọc", "Ștefan", "Groß"]
due = datetime.datetime(2026, 3, 1, 23, 59, tzinfo=datetime.timezone.utc)


class Student:
    def __init__(self, i):
        self.name = f"{first[i % 10]} {last[(i + i // 10) % 10]}"
        self.id, self.login = f"s{1001 + i}", f"stud{i + 1:02}"
        self.email, self.section, self.number = f"{self.login}@uni.example", "AB"[i % 2], 41001 + i
        self.team = f"team-{i // 2 + 1}"
        self.nothing, self.misnamed = i == count - 2, i == count - 1
        self.entry = entries[i % len(entries)]
        self.handed_in = due + datetime.timedelta(hours=i - 12)
        self.file = "solution.txt" if self.misnamed else "dot.cu"


def copy(student, folder, name=None):
    os.makedirs(folder, exist_ok=True)
    shutil.copy(f"{corpus}/{student.entry}/dot.cu", f"{folder}/{name or student.file}")


students = [Student(i) for i in range(count)]
out = f"{top}/dot-submissions" if site == "clones" else f"{top}/handed-in"
os.makedirs(out)
if site == "moodle":
    rows = [["Identifier", "Full name", "ID number", "Email address", "Status", "Grade"]] + [
        [f"Participant {s.number}", s.name, s.id, s.email, "", ""] for s in students]
else:
    rows = [["ID", "Name", "Login", "Email", "Section"] + ["Team"] * teams] + [
        [str(s.number) if site == "canvas" else s.id, s.name, s.login, s.email, s.section] + [s.team] * teams
        for s in students]
with open(f"{top}/class.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows(rows)

metadata = ""
for s in students:
    if s.nothing:
        continue
    if site == "folders":
        copy(s, f"{out}/{s.id}")
    elif site == "moodle":
        copy(s, f"{out}/{s.name}_{s.number}_assignsubmission_file_")
    elif site == "canvas":
        words = s.name.split()
        name = re.sub(r"[^\w]", "", "".join(words[1:] + words[:1]).lower())
        late = "_LATE" if s.handed_in > due else ""
        copy(s, out, f"{name}{late}_{s.number}_{90000 + s.number}_{s.file}")
    elif site == "autolab":
        copy(s, out, f"{s.email}_1_{s.file}")
    elif site == "gradescope":
        number = 700000 + s.number
        copy(s, f"{out}/submission_{number}")
        metadata += (f"submission_{number}:\n  :submitters:\n  - :name: \"{s.name}\"\n    :sid: {s.id}\n"
                     f"    :email: {s.email}\n  :created_at: {s.handed_in:%Y-%m-%d %H:%M:%S} Z\n")
    elif site == "clones":
        clone = f"{out}/dot-{s.login}"
        copy(s, clone)
        when = s.handed_in.isoformat()
        git = ["git", "-C", clone, "-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"]
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Hand in"]):
            subprocess.run(git + command, check=True,
                           env=dict(os.environ, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when))
if metadata:
    with open(f"{out}/submission_metadata.yml", "w", encoding="utf-8") as file:
        file.write(metadata)
