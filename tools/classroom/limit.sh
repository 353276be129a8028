#!/bin/bash
# Were as many pushes graded today (UTC) as the course allows? Prints reached=true or reached=false for
# $GITHUB_OUTPUT, and an annotation on standard error's stream that GitHub shows.
#
#   tools/classroom/limit.sh N WORKFLOW      runs of WORKFLOW are counted by `gh`
set -euo pipefail
limit=$1 workflow=$2
today=$(date -u +%F)
# Runs that were limited themselves count, too: GitHub does not say which they were. This one is among them.
runs=$(gh run list --workflow "$workflow" --created "$today" --limit 1000 --json databaseId --jq length)
if [ "$runs" -gt "$limit" ]; then
  echo "reached=true"
  echo "::warning title=Not graded::$limit pushes are graded a day (UTC), and this is number $runs. Push again tomorrow, or run the grader on your machine." >&2
else
  echo "reached=false"
fi
