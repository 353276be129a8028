#!/bin/bash
# Puts into a student's kit what its `make build` would compile, so that a student compiles only their own
# file (tools/prebuilt.sh): for C libraries that are not older than this machine's.
#   tools/kit_programs.sh KIT      KIT: a folder with the kit's files
# KIT_PROCESSORS, "x86_64 aarch64" by default: those of them that were built (tools/arm_programs.sh).
#
# prebuilt/ in it holds a folder for each processor, by the name that `uname -m` gives it: build/, what goes to
# build/; deps/, what goes to .deps/ where there is no bubblewrap. And sources, the checksum of what they were
# compiled from; licenses/, of what is linked or copied.
set -euo pipefail
cd "$(dirname "$0")/.."
kit=$1

# take TO FILE...: the first FILE that is there
take() {
  local to=$1 file
  shift
  for file; do
    [ ! -e "$file" ] || { cp -L "$file" "$to" && return; }
  done
}

# programs PROCESSOR BUILD STRIP LIBRARIES...: LIBRARIES: where a Debian system's files lie, or were unpacked to
programs() {
  local to=$kit/prebuilt/$1 built=$2 strip=$3 triplet=$1-linux-gnu lab
  shift 3
  mkdir -p "$to"/build/{simt,runner} "$to/deps/usr/bin" "$to/deps/usr/lib/$triplet"
  cp "$built"/{prebuilt/warpgrade,sandbox_init,connect} "$to/build"
  cp "$built"/simt/{simt_rewrite,libsimt.a,libsimt_check.a} "$to/build/simt"
  $strip "$to/build/simt/simt_rewrite"
  cp "$built"/runner/sealed-{fast,check}.o "$to/build/runner"
  for lab in "$kit"/labs/*/lab.json; do
    cp "$built/runner/$(basename "$(dirname "$lab")")"_{float,double}.o "$to/build/runner"
  done
  take "$to/deps/usr/bin/bwrap" "${@/%//usr/bin/bwrap}"
  take "$to/deps/usr/lib/$triplet" "${@/%//usr/lib/$triplet/libcap.so.2}" "${@/%//lib/$triplet/libcap.so.2}"
}
here=$(uname -m) unpacked=(.deps/packages)
for processor in ${KIT_PROCESSORS:-x86_64 aarch64}; do
  if [ "$processor" != "$here" ]; then
    [ -x "build/$processor/prebuilt/warpgrade" ] || continue
    programs "$processor" "build/$processor" "$processor-linux-gnu-strip" "build/$processor/deps"
    unpacked+=("build/$processor/deps/packages")
  elif [ -x build/prebuilt/warpgrade ]; then
    programs "$processor" build strip .deps ''
  fi
done
if [ ! -d "$kit/prebuilt" ]; then
  echo "kit: without programs, so the grader is compiled where the kit is used: they are made on x86-64 and AArch64, with libopenblas.a"
  exit
fi

to=$kit/prebuilt
mkdir "$to/licenses"
packages=(bubblewrap libc6-dev libcap2 libcli11-dev libfmt-dev libopenblas-pthread-dev libseccomp-dev libstdc++6
  libvalijson-dev nlohmann-json3-dev)
for package in "${packages[@]}"; do
  take "$to/licenses/$package" {.deps/usr,/usr}/share/doc/"$package"/copyright
  [ -f "$to/licenses/$package" ] || {
    echo "kit: not made: the license of $package, which goes with the programs, is not here. If it is in .deps/packages: rm -r .deps && make deps" >&2
    exit 3
  }
done
{ cat "${unpacked[@]}"; dpkg-query -W -f '${Package} ${Version}\n' "${packages[@]}"; } 2>/dev/null |
  grep -E "^($(IFS='|' && echo "${packages[*]//+/.}")) " | sort -u >"$to/licenses/versions" || true
(cd "$kit" && tools/prebuilt.sh --sources) >"$to/sources"
