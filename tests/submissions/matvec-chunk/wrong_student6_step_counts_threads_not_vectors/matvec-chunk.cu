#include "matvec-chunk.h"
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void one_output_per_thread(long long nvec, const real* __restrict__ v, real* __restrict__ u)
{
    int group = threadIdx.x / M;
    int row = threadIdx.x % M;
    int per_block = blockDim.x / M;
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long h = (long long)blockIdx.x * per_block + group; h < nvec; h += step) {
        real acc = 0;
        for (int c = 0; c < N; c++)
            acc += matrix[row][c] * v[h * N + c];
        u[h * M + row] = acc;
    }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads)
{
    if (S == 0) return;
    int tpb = threads / M * M;   // whole groups only
    one_output_per_thread<<<blocks, tpb>>>(S, in, out);
}
