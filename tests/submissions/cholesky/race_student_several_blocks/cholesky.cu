#include "cholesky.h"
#include <math.h>

__global__ void cholesky_kernel(int n, real* A, int* info)
{
    int tid = threadIdx.x;
    int nt = blockDim.x;

    for (int k = 0; k < n; ++k) {
        real pivot = A[(long)k * n + k];
        __syncthreads();
        if (!(pivot > 0)) {
            if (tid == 0) *info = k + 1;
            break;
        }
        pivot = sqrt(pivot);
        if (tid == 0) A[(long)k * n + k] = pivot;
        for (int j = k + 1 + tid; j < n; j += nt)
            A[(long)k * n + j] /= pivot;
        __syncthreads();

        for (int i = k + 1; i < n; ++i)
            for (int j = i + tid; j < n; j += nt)
                A[(long)i * n + j] -= A[(long)k * n + i] * A[(long)k * n + j];
        __syncthreads();
    }
}

int cholesky_single_block(int n, real* A, int threads)
{
    if (n == 0) return 0;
    int info = 0;
    int* d_info;
    cudaMalloc((void**)&d_info, sizeof(int));
    cudaMemcpy(d_info, &info, sizeof(int), cudaMemcpyHostToDevice);
    cholesky_kernel<<<(n + threads - 1) / threads, threads>>>(n, A, d_info);
    cudaMemcpy(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_info);
    return info;
}
