#include "matvec-chunk.h"
#include <cuda_runtime.h>
#include <stdio.h>

#define OUTS ((M + CS - 1) / CS)

__global__ void chunked(long long nvec, const real* v, real* u)
{
    extern __shared__ real smem[];
    int me = threadIdx.x % CS;
    int grp = threadIdx.x / CS;
    int ngrp = blockDim.x / CS;
    real* chunk = smem + grp * CS;
    real acc[OUTS];
    for (int o = 0; o < OUTS; o++) acc[o] = 0;
    for (long long base = (long long)blockIdx.x * ngrp; base < nvec; base += (long long)gridDim.x * ngrp) {
        long long h = base + grp;
        for (int c0 = 0; c0 < N; c0 += CS) {
            chunk[me] = c0 + me < N ? v[h * N + c0 + me] : 0;
            __syncwarp();
            for (int o = 0; o < OUTS; o++) {
                int row = o * CS + me;
                if (row < M)
                    for (int q = 0; q < CS && c0 + q < N; q++)
                        acc[o] += matrix[row][c0 + q] * chunk[q];
            }
            __syncwarp();
        }
        for (int o = 0; o < OUTS; o++)
            if (o * CS + me < M) u[h * M + o * CS + me] = acc[o];
    }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads)
{
    if (S == 0) return;
    chunked<<<blocks, threads, threads * sizeof(real)>>>(S, in, out);
}
