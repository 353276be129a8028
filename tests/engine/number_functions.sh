#!/bin/bash
# No function of CUDA's headers for numbers is forgotten: each name in number_functions.txt is declared by
# the engine, but for those behind which the list says why not; and where NVIDIA's toolkit is, the list
# has all names that its headers declare.
set -uo pipefail
cd "$(dirname "$0")/../.."
list=tests/engine/number_functions.txt
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

grep -v '^#' "$list" | awk 'NF == 1 { print $1 }' >"$work/wanted"
{
  echo '#include <cuda_bf16.h>'
  echo '#include <cuda_fp16.h>'
  echo '#include <cuda_fp8.h>'
  awk '{ print "namespace of_" $1 " { using ::" $1 "; }" }' "$work/wanted"
} >"$work/all.cu"
grader/simt/simtcc -c -o "$work/all.o" "$work/all.cu" >"$work/said" 2>&1
while read -r name; do
  if grep -q "'$name' has not been declared" "$work/said"; then
    failed=$((failed + 1))
    echo "failed: the engine has no $name"
  else
    passed=$((passed + 1))
  fi
done <"$work/wanted"
if grep -E 'error|unsupported' "$work/said" | grep -qv 'has not been declared'; then
  failed=$((failed + 1))
  echo "failed: the list compiles" && grep -E 'error|unsupported' "$work/said" | grep -v 'has not been declared' | head -n 3
fi

# Comments away, then what stands before the parameters of a declaration.
declared() {
  cat "$@" 2>/dev/null | tr '\n' ' ' | sed 's|/\*|\n/*|g; s|\*/|*/\n|g' | grep -v '^/\*' | tr ';{}' '\n' |
    sed -E 's/__CUDA_FP16_DEPRECATED__\(.*//' |
    grep -oE '[A-Za-z_][A-Za-z0-9_]*\s*\([^()]*\)\s*((__THROW|throw\(\)|noexcept|__DEF_IF_HOST|__asm__.*)\s*)*$' |
    sed -E 's/\s*\(.*//' | sort -u
}
include=${CUDA_HOME:-/usr/local/cuda}/include
if [ -f "$include/crt/math_functions.h" ]; then
  # What begins so is NVIDIA's own, or another compiler's.
  declared "$include"/crt/{math_functions,device_functions,device_double_functions,sm_*_rt}.h \
    "$include"/sm_*_{intrinsics,atomic_functions}.h "$include"/{device_atomic_functions,cuda_fp16,cuda_bf16,cuda_fp8}.h |
    grep -vE '^(__nv_[abd-z]|__NV_|__cuda[A-Z]|__builtin|_[A-Z]|__CUDA|__half2?$|__internal|[A-Z_]+$|_*[xy]$|defined$|alignas$|__(HALF|BFLOAT)|__(cmath_power|pow_helper|has_trivial_copy|is_trivially_copyable)$)' |
    while read -r name; do
      grep -qE "^$name( |$)" "$list" || echo "failed: $name, of $include, is not in $list"
    done >"$work/unlisted"
  cat "$work/unlisted"
  failed=$((failed + $(wc -l <"$work/unlisted")))
  passed=$((passed + 1))
else
  skipped=1
  echo "skipped: the list has all names (there is no CUDA toolkit)"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
