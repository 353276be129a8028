#!/bin/bash
# `warpgrade doctor` on this machine, and on one with two GPUs that are not there: a driver's library
# and an nvcc of the test's own, and the probe built for the CPU engine.
set -u
cd "$(dirname "$0")/../.."
passed=0 failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { # NAME STATUS
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: $1" && head -c 6000 "$report" && echo; fi
}
says() { # NAME TEXT: in the last report, wherever its lines are broken
  tr -s ' \n' ' ' <"$report" | grep -qF -- "$2"
  check "$1" $?
}

# What is the matter with this machine depends on it; how it is told does not.
report=$folder/here
build/warpgrade doctor --quick --json "$folder/here.json" >"$report" 2>&1
status=$?
case $status in
  0) says 'the verdict of status 0' 'Fit. It can grade' ;;
  1) says 'the verdict of status 1' 'Fit, with remarks. It can grade' ;;
  3) says 'the verdict of status 3' 'Not fit. ' ;;
  *) check "exit status $status" 1 ;;
esac
for text in "g++ " 'has no network' 'lets a submission start none' 'takes too much memory' 'OpenBLAS (' 'Skipped (--quick)'; do
  says "this machine: $text" "$text"
done

! grep -q 'Expected: it' "$report"
check 'this machine: its sandbox does what it should' $?
says 'this machine: how memory is counted' 'Memory is counted'

mkdir -p "$folder/cuda/bin" "$folder/driver"
g++ -shared -fPIC -o "$folder/driver/libnvidia-ml.so.1" tests/scripts/doctor/fake_nvml.cpp &&
  grader/simt/simtcc -O1 --own grader/measure -o "$folder/cuda/probe" grader/measure/device_probe.cu
check 'driver and probe can be built' $?
cat >"$folder/cuda/bin/nvcc" <<'END'
#!/bin/sh
case $1 in
  --version) echo 'Cuda compilation tools, release 13.0, V13.0.88' ;;
  --list-gpu-arch) printf 'compute_75\ncompute_80\n' ;;
  *) while [ $# -gt 1 ]; do [ "$1" = -o ] && exec cp "${0%/bin/nvcc}/probe" "$2"; shift; done ;;
esac
END
chmod +x "$folder/cuda/bin/nvcc"
report=$folder/gpus
FAKE_GPU=prohibited CUDA_HOME=$folder/cuda LD_LIBRARY_PATH=$folder/driver \
  build/warpgrade doctor --quick --json "$folder/gpus.json" --baseline "$folder/here.json" "$folder/here.json" >"$report" 2>&1
check 'a GPU that is prohibited is not fit' $(($? != 3))
for text in 'compiles for Warpgrade SIMT engine (virtual device 1) (compute capability 8.0)' \
  'Driver 580.1 runs programs of CUDA 13.0 and older' 'virtual device 0), ECC on, PCIe 4 x16, 40' \
  'memory bandwidth, peak 3352.3 GB/s' 'Copies between the GPUs:' 'Programs in it can use the GPU' \
  'GPU 0 runs no programs (compute mode: prohibited).' 'Run: nvidia-smi -c DEFAULT' 'including tasks for two GPUs' \
  '2 of 2 other machines have other GPUs than this one'; do
  says "two GPUs: $text" "$text"
done
! grep -q 'GPU 1 runs no programs' "$report"
check 'only the first is prohibited' $?

report=$folder/usage
for file in "$folder/nowhere" "$report"; do
  build/warpgrade doctor --quick --baseline "$file" >"$folder/said" 2>&1
  [ $? = 2 ] && mv "$folder/said" "$report"
  check "--baseline $file is a mistake of usage" $?
  says "the file is named" "--baseline $file"
done

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
