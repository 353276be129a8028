#!/bin/bash
# The workflow for GitHub Classroom: it is one that GitHub takes, and its steps, run here, grade a push,
# annotate its lines and say its points.
# Needs: tests/submissions
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
workflow=tools/classroom/grade.yml
tests=(
  "the workflow is what GitHub's schema allows"
  "the compiler is part of the key that the grader is kept by"
  "isolation is allowed where the runner restricts it"
  "the grader is built, and finds the libraries that were fetched for it"
  "a push is graded: lines are annotated, points are said"
  "pages, SARIF and a summary are left for the steps behind"
  "the trouble of the grader gives no points"
  "full marks end with status 0"
)
tmp=$(mktemp -d)
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
command -v jq >/dev/null || skip_all "there is no jq"

if command -v check-jsonschema >/dev/null; then
  check-jsonschema --builtin-schema vendor.github-workflows $workflow &>"$log"
  ok "the workflow is what GitHub's schema allows"
else
  echo "skipped: the workflow is what GitHub's schema allows (there is no check-jsonschema: pip install check-jsonschema)"
fi

# step NAME: runs what that step of the workflow does, in this folder.
step() {
  awk -v name="$1" '
    /^      - / { on = 0 }
    $0 == "      - name: " name { on = 1 }
    on && /^        run: / { sub(/^        run: /, ""); if ($0 != "|") print; reading = 1; next }
    on && reading && /^          / { print substr($0, 11) }' "$here/$workflow" >"$tmp/step"
  [ -s "$tmp/step" ] || { echo "there is no step \"$1\"" >&2; return 99; }
  HOME=$tmp/home LABS=dot GITHUB_OUTPUT=$tmp/outputs GITHUB_STEP_SUMMARY=$tmp/summary PATH=$tmp/bin:$PATH \
    timeout 300 bash -e "$tmp/step"
}
here=$PWD
mkdir -p "$tmp"/{home,bin,repository/skeletons}
printf '#!/bin/bash\necho "$@" >%q\n' "$tmp/sudo" >"$tmp/bin/sudo"
chmod +x "$tmp/bin/sudo"

step "Which compiler" &>"$log" && grep -xE 'name=g..[-.A-Za-z0-9]*' "$tmp/outputs" >/dev/null
ok "the compiler is part of the key that the grader is kept by"
step "Allow isolation" &>"$log" &&
  { [ ! -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ] || grep 'userns=0' "$tmp/sudo" >/dev/null; }
ok "isolation is allowed where the runner restricts it"
step "Install the grader" &>"$log" && [ -x "$tmp/home/warpgrade/bin/warpgrade" ] &&
  readelf -d "$tmp/home/warpgrade/lib/warpgrade/build/warpgrade" | tee "$log" | grep -F '[$ORIGIN/../.deps/usr/lib/' >/dev/null
ok "the grader is installed, and finds the libraries that were fetched for it"

# A repository as a student pushes it.
cp -r tools "$tmp/repository"
rm -r "$tmp/repository/tools/demo" # a kit has none
cp -r skeletons/dot "$tmp/repository/skeletons"
cp tests/submissions/dot/race_every_block_sets_the_result/dot.cu "$tmp/repository/skeletons/dot"
cd "$tmp/repository" || exit
step "Grade" &>"$log"
status=$?
line=$(grep -n 'result = 0' skeletons/dot/dot.cu | head -n 1 | cut -d: -f1)
[ $status = 1 ] && says "::error file=skeletons/dot/dot.cu,line=$line,col=" ",title=race." &&
  says "::notice title=Autograding complete::Points 0/" '::notice title=Autograding report::{"totalPoints":0,"maxPoints":'
ok "a push is graded: lines are annotated, points are said"
[ -s grades/dot.html ] && jq -e '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri == "skeletons/dot/dot.cu"' grades/dot.sarif &>"$log" &&
  grep '| `dot_atomic` | race | 0 of ' "$tmp/summary" >/dev/null && [ "$(find grades -type f | wc -l)" = 3 ]
ok "pages, SARIF and a summary are left for the steps behind"

printf '#!/bin/bash\nexit 3\n' >"$tmp/broken"
chmod +x "$tmp/broken"
tools/classroom/grade.sh "$tmp/broken" grades dot &>"$log"
status=$?
[ $status = 3 ] && says "::error title=dot was not graded::By no fault of yours" && ! says "Autograding" && [ ! -e grades/dot.html ]
ok "the trouble of the grader gives no points"

# A grader that has found nothing: the real one takes half a minute for all of a lab.
cat >"$tmp/content" <<'END'
#!/bin/bash
while [ $# -gt 1 ]; do
  case $1 in
    --json) echo '{"lab": "dot", "backend": "cpu", "score": 65.5, "max_score": 100, "pending": 34.5, "tasks": [{"task": "dot_mutex", "verdict": "ok",
      "written": true, "points": 65.5, "max_points": 100, "performance": [{"max_points": 30}, {"max_points": 4.5}]}]}' >"$2" ;;
    --html) echo page >"$2" ;;
  esac
  shift
done
END
chmod +x "$tmp/content"
tools/classroom/grade.sh "$tmp/content" grades dot &>"$log"
status=$?
[ $status = 0 ] && says "::notice title=Autograding complete::Points 65.5/65.5" && ! says "::error"
ok "full marks end with status 0"
summary
