#!/bin/bash
# A student's kit brings the programs that `make build` would compile, in prebuilt/PROCESSOR (tools/kit_programs.sh).
# They are used while they start on this machine and the sources that they were compiled from are unchanged.
#   tools/prebuilt.sh TARGET...      puts them into build/. Exit status 0: nothing is left to build, 1: build
#   tools/prebuilt.sh --sources      prints the checksums of those sources
set -euo pipefail
cd "$(dirname "$0")/.."

# What an editor leaves beside a file is no source.
sources() {
  find CMakeLists.txt cmake grader labs -type f ! -name '.*' ! -name '*~' \
    \( ! -path 'labs/*' -o -name '*.h' -o -name '*.cpp' -o -name lab.json \) -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sed -E 's/^(.{12})[^ ]*/\1/'  # enough for an accident
}
if [ "${1:-}" = --sources ]; then
  sources
  exit
fi

[ ! -e .update ] || tools/update.sh --finish
# Once something was compiled here, CMake knows what is up to date.
[ ! -f build/configured ] || exit 1
ours=prebuilt/$(uname -m)
for target; do
  [ "$target" = all ] || [ -e "$ours/build/$target" ] || exit 1
done
if [ ! -d "$ours" ]; then
  misfit="they are for $(cd prebuilt && ls -d *64* | paste -sd ' '), and this is ${ours#*/}"
elif [ "$(sources)" != "$(<prebuilt/sources)" ]; then
  changed=$({ diff <(sources) prebuilt/sources || true; } | sed -n 's/^[<>] [0-9a-f]*  //p' | sort -u)
  misfit="${changed%%$'\n'*} is not the kit's; put it back, and they are used"
elif ! misfit=$($ours/build/warpgrade --version 2>&1); then
  misfit="they do not start here: ${misfit%%$'\n'*}"
else
  misfit=
fi
if [ -n "$misfit" ]; then
  echo "The programs in prebuilt/ are not used ($misfit). The grader is compiled, which takes about 4 minutes on two cores."
  exit 1
fi
tools/prepare.sh
