#!/bin/bash
# The wheel that tools/wheel/wheel.py makes of a student's kit: what is in it, that pip installs it, and that
# `warpgrade lab` and `warpgrade grade` work from it, out of a folder that nobody can write to. The kit is put
# together here from what is built.
# Needs: solutions
# After: tests/scripts/kit.sh
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash
tests=(
  "the wheel says what it is, and its platform is the C library's that its programs need"
  "it holds the program, labs and licenses, and no answers"
  "pip installs it"
  "the version is the kit's"
  "warpgrade lab writes a lab's folder"
  "warpgrade lab overwrites nothing"
  "the first grade prepares the grader in the user's cache, and says so once"
  "commands in a report are those of PATH"
  "a cache that cannot be written to is named"
)
[ -x build/prebuilt/warpgrade ] || skip_all "the programs of a kit were not made: make kit"
command -v python3 >/dev/null || skip_all "there is no python3"
python3 -c 'import ensurepip, venv' 2>/dev/null || skip_all "python3 makes no environments: apt-get install python3-venv"
tmp=$(mktemp -d)
log=$tmp/log
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
export LC_ALL=C.UTF-8 XDG_CACHE_HOME=$tmp/cache

kit=$tmp/kit
mkdir "$kit"
KIT_LABS=dot tools/kit.sh list student | tar -cf - --no-recursion -T - | tar -xf - -C "$kit"
echo "<h1>Dot product</h1><code>make findings LAB=dot TASK=dot_<wbr>mutex</code>" >"$kit/handouts/dot.html"
echo "Warpgrade 1.0.20300102.3, the student's kit of 2030-01-02" >"$kit/KIT"
tools/kit_programs.sh "$kit" >"$log"
python3 tools/wheel/wheel.py "$kit" "$tmp" >>"$log" 2>&1 && wheel=$(echo "$tmp"/*.whl) &&
  needs=$(objdump -T build/prebuilt/warpgrade | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -n 1) &&
  [[ $wheel = */warpgrade-1.0.20300102.3-py3-none-manylinux_2_*_x86_64.whl && $wheel = *"_${needs#*.}_x86"* ]]
ok "the wheel says what it is, and its platform is the C library's that its programs need"
python3 -m zipfile -l "$wheel" | awk '{ print $1 }' >"$log"
says warpgrade/kit/build/{warpgrade,simt/libsimt_check.a,runner/dot_float.o} warpgrade/kit/{labs/dot/dot.h,skeletons/dot/dot.cu,handouts/dot.html} \
  dist-info/licenses/{bubblewrap,libvalijson-dev,libstdc++6} && ! says labs/matmul && ! says hidden.json && ! says solutions/dot/dot.cu && ! says .deps/
ok "it holds the program, labs and licenses, and no answers"

python3 -m venv "$tmp/venv" && "$tmp/venv/bin/pip" --isolated install -q --no-index "$wheel" >"$log" 2>&1 &&
  chmod -R a-w "$tmp"/venv/lib
ok "pip installs it"
PATH=$tmp/venv/bin:$PATH
mkdir "$tmp/work" && cd "$tmp/work" || exit
warpgrade --version >"$log" 2>&1 && says "warpgrade 1.0.20300102.3" && ! says "First run"
ok "the version is the kit's"
warpgrade lab dot >"$log" 2>&1 && says dot/dot.cu dot/dot.h dot/dot.html "warpgrade grade dot --task dot_mutex" &&
  cmp <(sed 's/make grade LAB=dot TASK=/warpgrade grade dot --task /' "$OLDPWD/skeletons/dot/dot.cu") dot/dot.cu &&
  grep -q 'warpgrade check dot --task dot_<wbr>mutex<' dot/dot.html && ! grep 'make \(grade\|findings\|explain\) ' dot/*
ok "warpgrade lab writes a lab's folder"
cp "$OLDPWD/solutions/dot/dot.cu" dot/dot.cu
sed -i 's/__syncthreads();//' dot/dot.cu
cp dot/dot.cu "$tmp/mine.cu"
warpgrade lab dot >"$log" 2>&1 && says "kept   dot/dot.cu" && cmp dot/dot.cu "$tmp/mine.cu"
ok "warpgrade lab overwrites nothing"
export CUDA_HOME=$tmp/none
warpgrade grade dot --task dot_mutex --backend cpu --try-remedies 0 >"$log" 2>&1
status=$?
cat "$log" >"$tmp/report"
[ $status = 1 ] && says "First run" "✗ dot_mutex" && [ -d dot/.warpgrade ] && [ -f "$XDG_CACHE_HOME"/warpgrade/1.0.20300102.3-*/build/prepared ] &&
  warpgrade check dot --task dot_mutex >"$log" 2>&1
[ $? = 1 ] && ! says "First run"
ok "the first grade prepares the grader in the user's cache, and says so once"
log=$tmp/report
says "explain: warpgrade explain race." && ! says build/warpgrade
ok "commands in a report are those of PATH"
log=$tmp/log
XDG_CACHE_HOME=/proc warpgrade lab >"$log" 2>&1
[ $? = 1 ] && says "/proc/warpgrade cannot be written" XDG_CACHE_HOME
ok "a cache that cannot be written to is named"
summary
