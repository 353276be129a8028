#include "matvec-chunk.h"

#include <cuda_runtime.h>
#include <stdio.h>

// block: x = output (M of them), y = which vector
__global__ void __launch_bounds__(1024) mxv1(int S, const real *in, real *out)
{
    int i = threadIdx.x;
    long long h = (long long)blockIdx.x * blockDim.y + threadIdx.y;
    // grid-stride loop
    long long stride = (long long)gridDim.x * blockDim.x * blockDim.y;

    while (h < S) {
        const real *v = in + h * N;
        real s = 0;
        for (int j = 0; j < N; j++)
            s += matrix[i][j] * v[j];
        out[h * M + i] = s;
        h += stride;
    }
}

void mxv_o_per_thd(int S, const real *in, real *out, int blocks, int threads)
{
    if (S == 0) return;
    dim3 block(M, threads / M);
    mxv1<<<blocks, block>>>(S, in, out);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) printf("mxv_o_per_thd: %s\n", cudaGetErrorString(e));
}

void mxv_sh(int S, const real *in, real *out, int blocks, int threads) { /* TODO */ }
void mxv_sh_ochunk(int S, const real *in, real *out, int blocks, int threads) { /* TODO */ }
void mxv_best(int S, const real *in, real *out, int blocks, int threads) { /* TODO */ }
