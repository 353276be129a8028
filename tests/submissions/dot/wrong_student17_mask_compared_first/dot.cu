#include "dot.h"

#include <cuda_runtime.h>
#include <stdio.h>

#define FULL_MASK 0xffffffff

void dot_mutex(int n, const real *A, const real *B, real *result, int block_size) {}
void dot_atomic(int n, const real *A, const real *B, real *result, int block_size) {}

__inline__ __device__ real warpReduceSum(real val)
{
    for (int mask = 16; mask > 0; mask >>= 1)
        val += __shfl_xor_sync(FULL_MASK, val, mask);
    return val;
}

__global__ void dotShuffle(int n, const real *A, const real *B, real *result)
{
    __shared__ real warpSums[32];
    real sum = 0;
    size_t stride = (size_t)blockDim.x * gridDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)n; i += stride)
        sum += A[i] * B[i];

    sum = warpReduceSum(sum);
    if (threadIdx.x & 31 == 0)
        warpSums[threadIdx.x >> 5] = sum;
    __syncthreads();

    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x >> 5) ? warpSums[threadIdx.x] : (real)0;
        sum = warpReduceSum(sum);
        if (threadIdx.x == 0)
            atomicAdd(result, sum);
    }
}

void dot_shuffle(int n, const real *A, const real *B, real *result, int block_size)
{
    cudaMemset(result, 0, sizeof(real));
    dotShuffle<<<dot_blocks, block_size>>>(n, A, B, result);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess)
        printf("dotShuffle: %s\n", cudaGetErrorString(err));
}

void dot_best(int n, const real *A, const real *B, real *result) {}
