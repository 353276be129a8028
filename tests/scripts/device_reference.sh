#!/bin/bash
# The labs' device halves, labs/<lab>/referee.cu, beside their references, in float and double: on the CPU
# engine, with BLAS in place of the vendor's libraries (device_reference/).
#   device_reference.sh [LAB]...        only these
# With DEVICE_REFERENCE_ARCH=sm_90 (or another) nvcc builds them, to run on a GPU.
# Long
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

work=$(mktemp -d) || exit
trap 'rm -rf -- "$work"' EXIT
triplet=$(g++ -print-multiarch)
includes="-Igrader -isystem .deps/usr/include -isystem .deps/usr/include/$triplet"
links="-Wl,-rpath-link,.deps/usr/lib/$triplet"
for folder in .deps/usr/lib/"$triplet"/openblas-pthread .deps/usr/lib/"$triplet" .deps/usr/lib; do
  links+=" -L$folder -Wl,-rpath,$PWD/$folder"
done
if [ -n "${DEVICE_REFERENCE_ARCH:-}" ]; then
  toolkit=$(realpath "$(dirname "$(realpath "$(command -v nvcc)")")/..")
  includes+=" -isystem $toolkit/include"
  links+=" -L$toolkit/lib64 -Wl,-rpath,$toolkit/lib64 -lcublas -lcusolver -lcudart"
  compile="nvcc -O3 -fmad=false -arch=$DEVICE_REFERENCE_ARCH -std=c++17"
else
  includes+=" -isystem grader/simt/include"
  links+=" build/simt/libsimt.a"
  compile="grader/simt/simtcc -O1 -DWARPGRADE_BLOCK=32 -Itests/scripts/device_reference/libraries --own grader/referee"
fi
links+=" -lfmt -lopenblas -lpthread -ldl"
objects=$(find build/grader/{base,lab,causes,findings} build/grader/simt/CMakeFiles/reads_code.dir -name '*.o' ! -name empty_main.cpp.o | tr '\n' ' ')  # lab.json says how much is told
export work includes links compile objects

# The reference's half, which is the same for all labs: build_trial REAL
build_trial() {
  # shellcheck disable=SC2086 # several words, here and below
  g++ -std=c++20 -O0 -Wall -Wextra -Wshadow -fno-pie -DWARPGRADE_REAL="$1" $includes \
    -c tests/scripts/device_reference/trial.cpp -o "$work/trial_$1.o"
}

# trial LAB REAL WAY: builds one and runs it. Panels are smaller than the matrices, so that there are
# several. The way "sums" is matmul's other verification, which may pass what is 80 bounds wrong.
trial() {
  local name=$1_$2_$3 options= factor=1.1 lines
  [ "$3" = elements ] || options='-DWARPGRADE_FULL_WORK=0 -DWARPGRADE_SLOW_DOUBLE=0' factor=100
  # shellcheck disable=SC2086
  $compile -c -DWARPGRADE_REAL="$2" -DWARPGRADE_PANEL=32 $options -Igrader -o "$work/$name.o" \
    "labs/$1/referee.cu" &>"$work/$name.log" &&
    g++ -no-pie -o "$work/$name" "$work/trial_$2.o" "$work/$name.o" build/labs/CMakeFiles/labs.dir/"$1"/*.o $objects \
      $links &>>"$work/$name.log" &&
    OPENBLAS_NUM_THREADS=1 timeout -k 10 600 "$work/$name" "$1" "$1 $2 $3" $factor &>>"$work/$name.log"
  lines=$(tail -n 1 "$work/$name.log" 2>/dev/null)
  [[ $lines =~ ^[0-9]+\ passed,\ [0-9]+\ failed ]] ||
    printf 'failed: %s %s %s has no result\n0 passed, 1 failed\n' "$1" "$2" "$3" >>"$work/$name.log"
}
export -f build_trial trial

[ $# -gt 0 ] || set -- $(for file in labs/*/referee.cu; do basename "$(dirname "$file")"; done)
printf '%s\n' float double | xargs -P "$(nproc)" -I{} bash -c 'build_trial {}' || exit
for lab in "$@"; do
  for real in float double; do
    echo "$lab $real elements"
    [ "$lab" != matmul ] || echo "$lab $real sums"
  done
done | xargs -P "$(nproc)" -L 1 bash -c 'trial "$@"' trial

cat "$work"/*_*_*.log | grep -v '^[0-9]* passed, '
cat "$work"/*_*_*.log | awk '/^[0-9]+ passed, / { passed += $1; failed += $3 }
  END { printf "%d passed, %d failed, 0 skipped\n", passed, failed; exit failed > 0 }'
