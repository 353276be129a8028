#!/bin/bash
# Prints the folder of the CUDA toolkit, or nothing, as grader/toolchain/installation.h finds it.
nvcc=$(ls "${CUDA_HOME:-/none}/bin/nvcc" 2>/dev/null || command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)
cuda=${CUDA_HOME:-}
[ -n "$cuda" ] || [ -z "$nvcc" ] || cuda=$(dirname "$(dirname "$(realpath "$nvcc")")")
[ ! -f "$cuda/include/cuda_runtime.h" ] || printf '%s\n' "$cuda"
