#!/usr/bin/env python3
"""A class of 300 synthetic students through the path of docs/instructors.md, with each course site's layout.

  research/class_of_300.py [--distinct] [STUDENTS [SITE...]]

Prints a table in Markdown: command, seconds, and what came back. Each archive is opened again by Python's
zipfile, mailbox and csv, and each student must be found in it. The hand-ins are three different submissions, so
the grader grades three and copies the others: this measures the path, not grading. With --distinct the hand-ins
are all entries of the test suite, and they are checked as well. Stops at the first mistake.
"""
import csv
import email.header
import io
import json
import mailbox
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
distinct = "--distinct" in sys.argv
words = [word for word in sys.argv[1:] if word != "--distinct"]
count = int(words[0]) if words else 300
sites = words[1:] or ["folders", "moodle", "canvas", "gradescope", "clones", "autolab"]
handed_in = count - 2  # the last but one hands in nothing, the last a file with another name
rows = []


class Class:
    def __init__(self, site, folder):
        self.site, self.folder = site, folder
        subprocess.run([top + "/tests/scripts/class_of_20.py", site, folder, str(count)]
                       + ["distinct"] * distinct, check=True)
        self.submissions = "dot-submissions" if site == "clones" else "handed-in"
        with open(folder + "/class.csv", encoding="utf-8") as file:
            self.students = list(csv.DictReader(file))
        with open(folder + "/course.json", "w", encoding="utf-8") as file:
            json.dump({"title": "GPU 2026", "roster": "class.csv", "graded": "graded",
                       "graders": {"smith": "Prof. Smith", "jones": "A. Jones"},
                       "rubric": {"tidy": {"text": "Tidy code.", "points": 1}},
                       "labs": {"dot": {"due": "2026-03-01T23:59Z", "requests_until": "2099-01-01T00:00Z"}}}, file)

    def run(self, *words, back=""):
        """`back`: what came back, or a function that opens it and returns that."""
        began = time.monotonic()
        done = subprocess.run([top + "/build/warpgrade", *words], cwd=self.folder, capture_output=True, text=True)
        seconds = time.monotonic() - began
        if done.returncode > 1:
            sys.exit(f"{self.site}: warpgrade {' '.join(words)}\n{done.stdout}{done.stderr}")
        shown = " ".join(f'"{word}"' if " " in word else word for word in words)
        rows.append((self.site, shown, seconds, back() if callable(back) else back or done.stdout.strip().split("\n")[-1]))
        return done.stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def table(self, name):
        with open(self.path(name), encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))

    def pages(self, texts):
        """Each page names its student and no other; names that are parts of others cannot be told apart."""
        names = {s.get("Name") or s["Full name"] for s in self.students}
        for text in texts:
            found = {n for n in names if re.search(rf">[^<]*{re.escape(n).replace(chr(39), '&#39;')}( ·|<)", text)}
            assert len(found) == 1, found
        return f"{len(texts)} pages, each of one student"


def sheet(c):
    """The sheet that the site exports, without grades."""
    with open(c.path("Grades.csv"), "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        if c.site == "canvas":
            out.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "dot (77)"])
            out.writerow(["    Points Possible", "", "", "", "", "100"])
            out.writerows([s["Name"], s["ID"], "", s["Login"], s["Section"], ""] for s in c.students)
        else:
            out.writerow(["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade",
                          "Last modified (grade)", "Feedback comments"])
            out.writerows([s["Identifier"], s["Full name"], s["Email address"], "", "", "100.00", "-", ""]
                          for s in c.students)


def by_hand(c):
    c.run("comment", "--sheet", "fill.csv", "--lab", "dot", back=lambda: f"{len(c.table('fill.csv'))} lines")
    filled = c.table("fill.csv")
    for i, row in enumerate(filled):
        row["tidy"] = "x" if row["attempt"] and i % 3 == 0 else ""
    with open(c.path("fill.csv"), "w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, filled[0].keys())
        out.writeheader()
        out.writerows(filled)
    given = sum(row["tidy"] == "x" for row in filled)
    out = c.run("comment", "--csv", "fill.csv", "--author", "smith")
    assert out.strip().endswith(f"{given} comments added."), out[-200:]
    assert sum(row["by_hand"] == "1" for row in c.table("graded/grades.csv")) == given


def anonymous(c):
    def check():
        files = {n: open(c.path("blind/" + n), "rb").read().lower() for n in os.listdir(c.path("blind"))}
        secrets = {s[key].lower().encode() for s in c.students
                   for key in s if s[key] and key in ("ID", "Identifier", "Name", "Full name", "Login", "Email", "Email address")}
        for name, bytes_ in files.items():
            for secret in secrets:
                assert secret not in bytes_, (name, secret)
        return f"{len(files) - 2} pages; none of {len(secrets)} names, ids, logins, addresses in any byte"
    c.run("anonymous", "--out", "blind", back=check)


def requests(c, folder):
    found = []
    for root, _, files in os.walk(folder):
        found += [os.path.join(root, f) for f in files if f.endswith("-request.txt")]
    assert len(found) == handed_in, len(found)
    for path in found[:30]:
        with open(path, "a", encoding="utf-8") as file:
            file.write("Case 7 is right on my machine.\n")
    out = c.run("requests", "--add", folder)
    assert out.strip().endswith("30 requests added."), out[-200:]
    c.run("requests", "--answer", "1", "--points", "+2", "--author", "jones", "You are right.")


def archive(c, name, check):
    def open_it():
        with zipfile.ZipFile(c.path(name)) as file:
            assert file.testzip() is None
            return check({n: file.read(n) for n in file.namelist()})
    c.run("return", "--to", {"clones": "classroom"}.get(c.site, c.site), "--out", name, back=open_it)


def moodle(c):
    def check(files):
        people = set()
        for name in files:
            fields = name.split("/")[0].split("_", 4)
            assert fields[1].isdigit() and fields[2:4] == ["assignsubmission", "file"], name
            people.add(int(fields[1]))
        assert people == {int(s["Identifier"].split()[1]) for s in c.students} - {41001 + count - 2}
        return f"{len(people)} participants; " + c.pages([t.decode() for n, t in files.items() if n.endswith("dot.html") and b"not graded" not in t])
    archive(c, "feedback.zip", check)
    with zipfile.ZipFile(c.path("feedback.zip")) as file:
        file.extractall(c.path("forms"))
    requests(c, c.path("forms"))
    sheet(c)
    c.run("export", "--to", "moodle", "--sheet", "Grades.csv", "--out", "Filled.csv", "--lab", "dot", "--earned",
          back=lambda: f"{sum(r['Grade'] != '' for r in c.table('Filled.csv'))} of {len(c.table('Filled.csv'))} grades")


def canvas(c):
    def check(files):
        users = {[p for p in n.split("_") if p.isdigit()][0] for n in files}
        assert len(users) == len(files) == handed_in
        assert all(t.startswith(b"// ") for t in files.values())
        return f"{len(files)} files, one per user"
    archive(c, "upload.zip", check)
    sheet(c)
    c.run("export", "--to", "canvas", "--sheet", "Grades.csv", "--column", "dot", "--out", "Filled.csv", "--lab", "dot",
          "--earned", back=lambda: f"{sum(r['dot (77)'] != '' for r in c.table('Filled.csv')) - 1} of {count} grades")


def gradescope(c):
    def check(files):
        grades = {n: json.loads(t) for n, t in files.items() if n.endswith(".json")}
        assert len(grades) == handed_in and all(isinstance(g["score"], (int, float)) for g in grades.values())
        return f"{len(grades)} results.json with a score, an autograder to serve them"
    archive(c, "autograder.zip", check)
    c.run("export", "--to", "prairielearn-scores", "--out", "scores.csv", "--earned",
          back=lambda: f"{len(c.table('scores.csv'))} lines, {len({r['uid'] for r in c.table('scores.csv')})} students")


def clones(c):
    c.run("return", "--to", "classroom", "--out", c.submissions,
          back=lambda: f"{sum(os.path.exists(c.path(f'{c.submissions}/{d}/feedback/dot.md')) for d in os.listdir(c.path(c.submissions)))} clones with feedback")
    requests(c, c.path(c.submissions))


def folders(c):
    c.run("return", "--to", "folder", "--out", "public", "--url", "https://uni.example/r",
          back=lambda: f"{len(os.listdir(c.path('public'))) - 1} folders, {len(c.table('graded/links.csv'))} links")
    requests(c, c.path("public"))

    def mails():
        box = list(mailbox.mbox(c.path("reports.mbox")))
        assert len({m["To"] for m in box}) == len(box) and not any(m.defects for m in box)
        return f"{len(box)} messages, without defects"
    c.run("return", "--to", "mail", "--out", "reports.mbox", "--sender", "GPU <gpu@uni.example>", back=mails)


def autolab(c):
    for what in "scores", "feedback":
        def check(what=what):
            with open(c.path(what + ".csv"), encoding="utf-8") as file:
                lines = list(csv.reader(file))
            assert len({line[0] for line in lines}) == len(lines) and all(len(line) == 2 for line in lines)
            if what == "scores":
                [float(line[1]) for line in lines]
            return f"{len(lines)} lines, one per address"
        c.run("export", "--to", "autolab-" + what, "--out", what + ".csv", "--earned", back=check)


with tempfile.TemporaryDirectory() as folder:
    for site in sites:
        c = Class(site, f"{folder}/{site}")
        c.run("batch", "--submissions", c.submissions, "--lab", "dot", "--backend", "cpu", "--no-nvcc",
              "--seed", "5", "--quiet", *["--no-check"] * (not distinct),
              back=lambda: f"{sum(r['state'] == 'graded' for r in c.table('graded/grades.csv'))} grades")
        by_hand(c)
        anonymous(c)
        globals()[site](c)
        shutil.rmtree(c.folder)
    print("| site | command | seconds | what came back |\n| --- | --- | ---: | --- |")
    for site, command, seconds, back in rows:
        print(f"| {site} | `{command}` | {seconds:.1f} | {back} |")
    print(f"\n{count} students, {'all' if distinct else 3} different submissions: {sum(r[2] for r in rows) / 60:.1f} minutes in all.")
