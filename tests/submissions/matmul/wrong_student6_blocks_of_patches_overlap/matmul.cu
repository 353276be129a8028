#include "matmul.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        exit(code);
    }
}

typedef long long ll;
#define BS 16

#define PY 4
#define PX 2

__global__ void gemm2(const real *a, const real *b, real *c, int m, int n, int k)
{
    int x0 = blockIdx.x * BS + threadIdx.x;
    int y0 = blockIdx.y * (BS * PY) + threadIdx.y;
    real acc[PY][PX] = {{0}};
    for (int e = 0; e < k; e++) {
        real av[PY], bv[PX];
        #pragma unroll
        for (int i = 0; i < PY; i++) {
            int y = y0 + i * BS;
            av[i] = y < m ? a[(ll)y * k + e] : (real)0;
        }
        #pragma unroll
        for (int j = 0; j < PX; j++) {
            int x = x0 + j * BS;
            bv[j] = x < n ? b[(ll)e * n + x] : (real)0;
        }
        #pragma unroll
        for (int i = 0; i < PY; i++)
            #pragma unroll
            for (int j = 0; j < PX; j++)
                acc[i][j] += av[i] * bv[j];
    }
    #pragma unroll
    for (int i = 0; i < PY; i++)
        #pragma unroll
        for (int j = 0; j < PX; j++) {
            int y = y0 + i * BS, x = x0 + j * BS;
            if (y < m && x < n)
                c[(ll)y * n + x] = acc[i][j];
        }
}

void matmul_coarse(int m, int n, int k, const real *A, const real *B, real *C)
{
    if (m == 0 || n == 0)
        return;
    dim3 threads(BS, BS);
    dim3 blocks((n + BS * PX - 1) / (BS * PX), (m + BS * PY - 1) / (BS * PY));
    gemm2<<<blocks, threads>>>(A, B, C, m, n, k);
    gpuErrchk(cudaGetLastError());
}
