#!/bin/bash
# The CPU engine on 64-bit ARM: compiled by the cross compiler, run by qemu's emulation. Engine tests, and from
# the kernel corpus programs with one mistake of each kind, which must be found at the same lines as on x86-64.
#   tests/scripts/arm.sh [all]      all: every engine test, the whole corpus, and a kit's programs, for an hour and more
# Emulated threads keep x86's memory order, and Linux's own part of faults is x86's. docs/arm.md says what has
# never run on such hardware.
# Needs: tests/kernels
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
. tests/scripts/shell_test.bash

corpus=tests/kernels
engine_tests=(atomics barriers check_simt failures rounding)
kernels=(defects/barrier_in_half_of_the_block defects/deadlock_lock_of_every_lane defects/leak_early_return
  defects/misaligned_float4_rows defects/out-of-bounds_no_such_function defects/out-of-bounds_shared_one_past_the_array
  defects/out-of-bounds_wild_pointer defects/race_lock_without_fences defects/race_tiled_used_before_loaded
  defects/timeout_run_away_loop defects/uninitialized_sum_not_zeroed defects/use-after-free_kernel
  defects/warp-mask_two_branches clean/norm_finished_by_the_last_block clean/tensor_product_in_two_stages)
# Emulation takes minutes for four million handovers, or another processor's memory protection is wanted.
skips=(engine_simt child_grids_simt cub launch_styles_simt thrust)
if [ "${1:-}" = all ]; then
  mapfile -t engine_tests < <(printf '%s\n' tests/engine/*.cu | sed 's|.*/||; s|\.cu$||' |
    grep -vxF "$(printf '%s\n' "${skips[@]}")")
  mapfile -t kernels < <(cd $corpus && grep -LE '^// (UNSEEN|NEEDS):' defects/*.cu clean/*.cu | sed 's|\.cu$||')
fi
tests=("${engine_tests[@]/#/engine/}" "a kernel's atomics call nothing" "${kernels[@]}")
[ "${1:-}" != all ] || tests+=("a kit's programs are made and start")

target=aarch64-linux-gnu
command -v $target-g++ >/dev/null || skip_all "g++-$target is not installed"
emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || skip_all "qemu-user is not installed"

out=build/arm
mkdir -p $out/{bin,simt,tests,defects,clean} || exit
for tool in ar ld nm objcopy objdump; do ln -sf "$(command -v $target-$tool)" $out/bin/$tool; done
ln -sf ../../simt/simt_rewrite $out/simt/simt_rewrite
# The program asks for the lines of /proc/PID/exe, which is the emulator.
printf '#!/bin/bash\nexec %s-addr2line "${@/#\\/proc\\/*\\/exe/$ARM_PROGRAM}"\n' $target >$out/bin/addr2line
chmod +x $out/bin/addr2line
export PATH=$PWD/$out/bin:$PATH SIMT_CXX=$target-g++ SIMT_BUILD=$PWD/$out/simt HOSTTYPE=aarch64

# library PART ARCHIVE: as grader/simt/CMakeLists.txt makes it
library() {
  local archive=$out/simt/$2
  [ -z "$(find grader/simt "$archive" ! -type d -newer "$archive" 2>&1)" ] && return
  find "grader/simt/$1" -name '*.cpp' -printf '#include "%p"\n' | sort |
    $SIMT_CXX -std=c++20 -O2 -Wall -Wextra -Wshadow -Werror -fno-strict-aliasing -fno-gnu-unique -fvisibility=hidden \
      -I. -Igrader -Igrader/simt -Igrader/simt/include -include simt/visible.h -x c++ -c - -o "$out/$1.o" &&
    rm -f "$archive" && ar rcs "$archive" "$out/$1.o" &&
    grader/simt/name_sections.sh "$archive"
}

# compile SOURCE PROGRAM [OPTION]...
compile() { grader/simt/simtcc -o "$2" "$1" "${@:3}"; }

# emulated SECONDS PROGRAM
emulated() {
  ARM_PROGRAM=$2 timeout -k 60 "$1" "$emulator" -L /usr/$target "$2" </dev/null
}

log=$out/output
{ library engine libsimt.a && library check libsimt_check.a &&
  grader/simt/simtcc --precompile && grader/simt/simtcc --precompile --mode check; } &>$log
status=$?
if [ $status != 0 ]; then
  ok "the engine is compiled for ARM"
  summary
fi

for name in "${engine_tests[@]}"; do
  options=()
  [ "$name" != check_simt ] || options=(--mode check)
  { compile "tests/engine/$name.cu" "$out/tests/$name" "${options[@]}" && emulated 600 "$out/tests/$name"; } &>$log
  status=$?
  [ $status = 0 ]
  ok "engine/$name"
done

# What links a submission takes a function that g++ adds for one of the host's.
compile tests/engine/atomics.cu $out/atomics.o -c &>$log && nm -u $out/atomics.o >$log && ! grep __aarch64_ $log
ok "a kernel's atomics call nothing"

# as_expected NAME SECONDS: runs the program; writes to $log what it did not tell.
as_expected() {
  local source=$corpus/$1.cu program=$out/$1 clean=0
  [[ $1 != clean/* ]] || clean=1
  : >"$program.findings"
  SIMT_FINDINGS=$program.findings emulated "$2" "$program" &>"$program.output"
  awk -v name="${1##*/}" -v clean=$clean -v status=$? -f $corpus/expect.awk "$source" "$program.findings" &>$log
  [ ! -s $log ]
}

for name in "${kernels[@]}"; do
  # One that never ends may have hardly begun after 10 seconds of a busy machine.
  limits=(300)
  ! grep -q '^// TIMEOUT' "$corpus/$name.cu" || limits=(10 120)
  compile "$corpus/$name.cu" "$out/$name" --mode check &>$log && {
    as_expected "$name" "${limits[0]}" || { [ ${#limits[@]} -gt 1 ] && as_expected "$name" "${limits[1]}"; }
  }
  ok "$name"
done

if [ "${1:-}" = all ]; then
  unset HOSTTYPE
  PATH=${PATH#*:} KIT_PROCESSORS=aarch64 tools/arm_programs.sh &>$log &&
    "$emulator" -L /usr/$target build/aarch64/prebuilt/warpgrade --version &>$log && grep '^warpgrade [0-9]' $log >/dev/null
  ok "a kit's programs are made and start"
fi
summary
