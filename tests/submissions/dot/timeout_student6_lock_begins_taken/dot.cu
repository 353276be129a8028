#include "dot.h"
#include <cuda_runtime.h>

__device__ int mutex = 1;

__device__ void lock_it(int *mx) {
    while (atomicCAS(mx, 0, 1) != 0);
    __threadfence();
}

__device__ void unlock_it(int *mx) {
    __threadfence();
    atomicExch(mx, 0);
}

__device__ real my_part(int n, const real *a, const real *b) {
    real temp = 0;
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += (long long)blockDim.x * gridDim.x;
    }
    return temp;
}

// sum over the block, result in cache[0]
__device__ void tree(real *cache) {
    int cnt = blockDim.x;
    __syncthreads();
    while (cnt > 1) {
        int up = (cnt + 1) / 2;
        if (threadIdx.x < cnt / 2)
            cache[threadIdx.x] += cache[threadIdx.x + up];
        __syncthreads();
        cnt = up;
    }
}

__global__ void k_mutex(int n, const real *a, const real *b, real *c) {
    extern __shared__ real cache[];
    cache[threadIdx.x] = my_part(n, a, b);
    tree(cache);
    if (threadIdx.x == 0) {
        lock_it(&mutex);
        *c += cache[0];
        unlock_it(&mutex);
    }
}

void dot_mutex(int n, const real *A, const real *B, real *result, int block_size) {
    cudaMemset(result, 0, sizeof(real));
    k_mutex<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
