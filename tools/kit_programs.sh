#!/bin/bash
# Puts into a student's kit what its `make build` would compile, so that a student compiles only their own
# file (tools/prebuilt.sh): for the processors of this machine's kind, and for C libraries that are not older than its own.
#   tools/kit_programs.sh KIT      KIT: a folder with the kit's files
#
# prebuilt/ in it holds: build/, what goes to build/; deps/, what goes to .deps/ where there is no bubblewrap;
# sources, the checksum of what it was compiled from; licenses/, of what is linked or copied.
set -euo pipefail
cd "$(dirname "$0")/.."
kit=$1 to=$1/prebuilt

if [ ! -x build/prebuilt/warpgrade ]; then
  echo "kit: without programs, so the grader is compiled where the kit is used: they are made on x86-64 and AArch64, with libopenblas.a"
  exit
fi
triplet=$(g++ -print-multiarch)
mkdir -p "$to"/build/{simt,runner} "$to/deps/usr/bin" "$to/deps/usr/lib/$triplet" "$to/licenses"
cp build/prebuilt/warpgrade build/sandbox_init build/connect "$to/build"
cp build/simt/{simt_rewrite,libsimt.a,libsimt_check.a} "$to/build/simt"
strip "$to/build/simt/simt_rewrite"
cp build/runner/sealed-{fast,check}.o "$to/build/runner"
for lab in "$kit"/labs/*/lab.json; do
  cp build/runner/"$(basename "$(dirname "$lab")")"_{float,double}.o "$to/build/runner"
done

# take TO FILE...: the first FILE that is there
take() {
  local to=$1 file
  shift
  for file; do
    [ ! -e "$file" ] || { cp -L "$file" "$to" && return; }
  done
}
take "$to/deps/usr/bin/bwrap" .deps/usr/bin/bwrap /usr/bin/bwrap
take "$to/deps/usr/lib/$triplet" {.deps/usr,.deps,/usr,}/lib/"$triplet"/libcap.so.2

packages=(bubblewrap libc6-dev libcap2 libcli11-dev libfmt-dev libopenblas-pthread-dev libseccomp-dev libstdc++6
  libvalijson-dev nlohmann-json3-dev)
for package in "${packages[@]}"; do
  take "$to/licenses/$package" {.deps/usr,/usr}/share/doc/"$package"/copyright
  [ -f "$to/licenses/$package" ] || {
    echo "kit: not made: the license of $package, which goes with the programs, is not here. If it is in .deps/packages: rm -r .deps && make deps" >&2
    exit 3
  }
done
{ cat .deps/packages && dpkg-query -W -f '${Package} ${Version}\n' "${packages[@]}"; } 2>/dev/null |
  grep -E "^($(IFS='|' && echo "${packages[*]//+/.}")) " | sort -u >"$to/licenses/versions" || true
(cd "$kit" && tools/prebuilt.sh --sources) >"$to/sources"
