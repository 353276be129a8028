#!/usr/bin/env python3
"""Grades at most N submissions of a student in 24 hours.

  limit.py N METADATA RESULTS

Exit status 0: grade this one. 3: the limit is reached, and RESULTS repeats the last grade with a message.
METADATA is Gradescope's submission_metadata.json.
"""
import datetime
import json
import sys

limit, metadata, results = int(sys.argv[1]), json.load(open(sys.argv[2], encoding="utf-8")), sys.argv[3]


def time(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def was_graded(before):
    return bool(before.get("results")) and not (before["results"].get("extra_data") or {}).get("limited")


now = time(metadata["created_at"])
graded = sorted((b for b in metadata.get("previous_submissions") or [] if was_graded(b)),
                key=lambda b: time(b["submission_time"]))
counted = [b for b in graded if now - time(b["submission_time"]) < datetime.timedelta(days=1)]
if len(counted) < limit:
    sys.exit(0)
again = time(counted[-limit]["submission_time"]) + datetime.timedelta(days=1)
message = (f"This submission is not graded: {limit} of yours were graded in the last 24 hours. "
           f"Submit again after {again:%Y-%m-%d %H:%M %z}. Below is your last grade.\n\n")
last = graded[-1]["results"]
last["output"] = message + (last.get("output") or "")
last["extra_data"] = {"limited": True}
with open(results, "w", encoding="utf-8") as file:
    json.dump(last, file)
sys.exit(3)
