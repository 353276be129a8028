#!/bin/bash
# Grades labs in a GitHub workflow (grade.yml) and says the result in GitHub's words.
#
#   tools/classroom/grade.sh WARPGRADE OUT LAB...      WARPGRADE: the program; OUT: a folder for what is written
#
# Of a lab's files in the repository the one nearest to the top counts, as for a class (docs/import.md).
# For each lab: OUT/LAB.html, the student's page; OUT/LAB.json; OUT/LAB.sarif, what the check found. On standard
# output, annotations of lines, and the points as GitHub Classroom reads them from its own reporter
# (classroom-resources/autograding-grading-reporter, src/notify-classroom.js). In $GITHUB_STEP_SUMMARY, a table.
# On the CPU, points for speed are in neither sum. BACKEND in the environment: cpu (default), cuda or auto. Exit status: the worst of the labs', as `warpgrade grade` has it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

[ $# -ge 3 ] || { sed -n '4p' "$0" >&2; exit 2; }
warpgrade=$1 out=$2
shift 2
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
mkdir -p "$out"

# FILE:LINE:COLUMN: error: TEXT [CAUSE, TASK] to annotations; all else stays as it is.
annotations() {
  sed -E '/^[^ :]+:[0-9]+:[0-9]+: (error|warning|note): /{
    s/%/%25/g
    s/^([^:]+):([0-9]+):([0-9]+): ([a-z]+): (.*) \[([^],]*)(, [^]]*)?\]$/::\4 file=\1,line=\2,col=\3,title=\6::\5/
    s/^::note /::notice /
  }'
}

points=0 of=0 worst=0
for lab; do
  status=0
  rm -f "$out/$lab".{json,html,sarif}
  echo "::group::$lab"
  "$warpgrade" grade "$lab" --submission . --backend "${BACKEND:-cpu}" --no-history \
    --format gcc --json "$out/$lab.json" --html "$out/$lab.html" >"$out/annotations" || status=$?
  echo "::endgroup::"
  [ $status -le $worst ] || worst=$status
  annotations <"$out/annotations"
  if [ $status -gt 1 ]; then
    echo "::error title=$lab was not graded::By no fault of yours (status $status): see the log of this step, and run it again."
    continue
  fi
  "$warpgrade" check "$lab" --submission . --format sarif >"$out/$lab.sarif" 2>/dev/null || true
  # What these tasks cannot earn here: on the CPU all that is for speed, on a GPU what lacks its baseline.
  out_of_reach='def out_of_reach(tasks): (if .backend == "cpu" then [tasks.performance[].max_points] else [tasks.pending] end) | add // 0;'
  read -r its possible <<<"$(jq -r "$out_of_reach"'"\(.score) \(.max_score - out_of_reach(.tasks[]))"' "$out/$lab.json")"
  points=$(jq -n "$points + $its") of=$(jq -n "$of + $possible")
  {
    echo "## $lab: $its of $possible points"
    jq -r "$out_of_reach"'
      "", "| task | verdict | points |", "| --- | --- | ---: |",
      (.tasks[] as $task | "| `\($task.task)` | \(if $task.written then $task.verdict else "not written yet" end) | \($task.points) of \($task.max_points - out_of_reach($task)) |"),
      "", (if .backend == "cpu" then "Points for speed need a GPU and are not counted here. " else "" end) + "The page with your source and what was found: *Artifacts*, `pages`."' "$out/$lab.json"
  } >>"$summary"
done
rm -f "$out/annotations"

if [ $worst -le 1 ]; then
  echo "::notice title=Autograding complete::Points $points/$of"
  echo "::notice title=Autograding report::{\"totalPoints\":$points,\"maxPoints\":$of}"
fi
exit $worst
