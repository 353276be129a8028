// dot.cu - two launches, no atomics: partial sums, then one block adds them
#include "dot.h"

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 264
#define THREADS 256
#define LANES ((int)(16 / sizeof(real)))   /* numbers in 16 bytes */

struct __align__(16) pack { real v[16 / sizeof(real)]; };

__device__ real partial[BLOCKS];

__device__ real add_block(real x)
{
    __shared__ real s[THREADS];
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int h = THREADS / 2; h > 0; h >>= 1) {
        if (t < h)
            s[t] += s[t + h];
        __syncthreads();
    }
    return s[0];
}

__global__ void first_pass(long long n, const real *A, const real *B)
{
    const long long me = (long long)blockIdx.x * THREADS + threadIdx.x;
    const long long all = (long long)gridDim.x * THREADS;
    const long long packs = n / LANES;
    const struct pack *a = (const struct pack *)A;
    const struct pack *b = (const struct pack *)B;
    real sum = 0;

    for (long long i = me; i < packs; i += all) {
        struct pack x = a[i], y = b[i];
        for (int l = 0; l < LANES; l++)
            sum += x.v[l] * y.v[l];
    }
    /* what does not fill a pack */
    for (long long i = packs + me; i < n; i += all)
        sum += A[i] * B[i];

    sum = add_block(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

__global__ void second_pass(real *result)
{
    real sum = 0;
    for (int i = threadIdx.x; i < BLOCKS; i += THREADS)
        sum += partial[i];
    sum = add_block(sum);
    if (threadIdx.x == 0)
        *result = sum;
}

void dot_mutex(int n, const real *A, const real *B, real *result, int block_size) { }
void dot_atomic(int n, const real *A, const real *B, real *result, int block_size) { }
void dot_shuffle(int n, const real *A, const real *B, real *result, int block_size) { }

void dot_best(int n, const real *A, const real *B, real *result)
{
    first_pass<<<BLOCKS, THREADS>>>(n, A, B);
    second_pass<<<1, THREADS>>>(result);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        fprintf(stderr, "dot_best: %s\n", cudaGetErrorString(e));
        exit(1);
    }
}
