#!/bin/bash
# What Gradescope runs once, as root, to make the image: the compiler and the grader, which warpgrade/ contains; where
# its programs do not start, they are compiled.
# AUTOGRADER: the folder that holds source/ and the others, where it is not /autograder.
set -euo pipefail
top=${AUTOGRADER:-/autograder}
export DEBIAN_FRONTEND=noninteractive

# shellcheck source=/dev/null
. "$top/source/autograder.conf"
if ! command -v make g++ ${per_day:+python3} >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends make g++ ca-certificates ${per_day:+python3}
fi
cd "$top/source/warpgrade"
make build

# Does it grade here? The skeleton has no points: exit status 1.
status=0
build/warpgrade grade "${lab:?}" --submission "skeletons/$lab" --backend cpu "${options[@]}" >"$top/trial" 2>&1 ||
  status=$?
if [ $status != 1 ]; then
  cat "$top/trial"
  printf '%s\n' "" "setup: the trial with the skeleton ended with status $status where 1 was expected. If the container" \
    "  does not allow isolation, see docs/gradescope.md. Grading tries again with every submission."
fi
rm -f "$top/trial"
