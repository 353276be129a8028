#include "dot.h"
#include <cuda_runtime.h>

__device__ real my_part(int n, const real *a, const real *b) {
    real temp = 0;
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += (long long)blockDim.x * gridDim.x;
    }
    return temp;
}

__inline__ __device__ real warpReduceSum(real val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ real blockReduceSum(real val) {
    __shared__ real shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void k_shuffle(int n, const real *a, const real *b, real *c) {
    real sum = my_part(n, a, b);
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        atomicAdd(*c, sum);
}

void dot_shuffle(int n, const real *A, const real *B, real *result, int block_size) {
    cudaMemset(result, 0, sizeof(real));
    k_shuffle<<<dot_blocks, block_size>>>(n, A, B, result);
}
