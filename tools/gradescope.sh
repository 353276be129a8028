#!/bin/bash
# `make gradescope-autograder`: the zip that Gradescope takes as an autograder, for one lab.
#   tools/gradescope.sh LAB [OPTION]...     OPTION: of `warpgrade grade`, for every submission
#   PER_DAY=5 in the environment: grade at most 5 submissions of a student in 24 hours
#
# In it lie setup.sh and run_autograder (tools/gradescope/), their settings, and of this tree what
# grading that lab on the CPU needs: no solutions, no other labs, no tests. The programs are those of a student's
# kit (tools/kit_programs.sh), so setup.sh compiles the grader only where they do not start. A wheel would not do:
# it lacks the hidden cases. With --no-sandbox among the
# options the hidden cases stay out as well: code that is not isolated can read whatever lies there.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  printf 'gradescope: %s\n' "$@" >&2
  exit 2
}

lab=${1:-}
[ -n "$lab" ] || die "Which lab? make gradescope-autograder LAB=dot"
[ -f "labs/$lab/lab.json" ] || die "There is no lab $lab."
shift
command -v zip >/dev/null || die "zip is not installed: apt-get install zip"

per_day=${PER_DAY:-}
[[ $per_day =~ ^([1-9][0-9]*)?$ ]] || die "PER_DAY=$per_day is not a number of grades."
out=${GRADESCOPE_ZIP:-build/gradescope/$lab-autograder.zip}  # tests write elsewhere
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
leave_out='^(docs|handouts|solutions|tools/demo|\.ci|\.devcontainer|\.github|tests|research)/'
if [[ " $* " == *" --no-sandbox "* ]]; then
  leave_out+="|/hidden\.json$"
  printf '%s\n' "gradescope: ATTENTION: without the sandbox a submission can read what lies in the container, and" \
    "  can write its own grade. The hidden cases are left out; docs/gradescope.md says what remains." >&2
fi

mkdir -p "$stage/warpgrade" "$(dirname "$out")"
tools/kit.sh list | grep -vE "$leave_out" |
  awk -v lab="$lab" -F / '($1 != "labs" && $1 != "skeletons") || NF == 2 || $2 == lab' |
  tar -cf - --no-recursion -T - | tar -xf - -C "$stage/warpgrade"
KIT_PROCESSORS=x86_64 tools/kit_programs.sh "$stage/warpgrade"
cp tools/gradescope/{setup.sh,run_autograder,limit.py} "$stage"
chmod +x "$stage"/{setup.sh,run_autograder}
printf 'lab=%q\noptions=(%s)\nper_day=%q\n' "$lab" "$([ $# = 0 ] || printf '%q ' "$@")" "$per_day" >"$stage/autograder.conf"
rm -f "$out"
(cd "$stage" && zip -qr - .) >"$out.part"
mv "$out.part" "$out"
echo "$out: upload it under \"Configure Autograder\", with \"Zip file upload\""
