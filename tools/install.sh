#!/bin/bash
# Copies what grading needs from this tree into a folder, from where it grades as it does here.
#   tools/install.sh TO [PROCESSOR]
# In a student's kit whose programs were not prepared yet, those in prebuilt/ are taken: for this machine's
# processor or the one that is named as `uname -m` would.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
to=$(realpath "$1")
shopt -s nullglob

build=build
processor=${2:-$(uname -m)}
[ -x build/warpgrade ] || build=prebuilt/$processor/build
parts=(LICENSE KIT labs skeletons data solutions baselines .deps prebuilt/{"$processor"/deps,licenses} handouts/*.{html,pdf} docs/examples
  tools/{prepare,cuda_home}.sh grader/{simt/{simtcc,include},runner,referee,measure})

# put FOLDER FILE...: those that are there
put() {
  local file there=()
  for file in "${@:2}"; do [ ! -e "$file" ] || there+=("$file"); done
  tar -cf - --exclude CMakeLists.txt --exclude .deps/build --exclude .warpgrade --exclude compile_commands.json "${there[@]}" |
    tar --no-same-owner -xf - -C "$1"
}
put "$to" "${parts[@]}"
mkdir -p "$to/build"
cd $build
programs=(warpgrade sandbox_init connect prepared runner/*.o simt/{simt_rewrite,libsimt.a,libsimt_check.a} simt/precompiled-*)
put "$to/build" "${programs[@]}"
