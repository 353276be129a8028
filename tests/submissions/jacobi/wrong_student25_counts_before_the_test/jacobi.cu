/* jacobi_swap: A and b go to the card once, two x-vectors take turns. */
#include "jacobi.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static void die_if(cudaError_t err, int line)
{
    if (err == cudaSuccess) return;
    printf("cuda error in line %d: %s\n", line, cudaGetErrorString(err));
    abort();
}
#define TRY(x) die_if((x), __LINE__)

/* dot product of a row with x, without the diagonal */
static __device__ real offdiag(const real *row, const real *x, int n, int skip)
{
    real acc = 0;
    for (int j = 0; j < n; ++j)
        acc += (j == skip) ? real(0) : row[j] * x[j];
    return acc;
}

__global__ void relax(const real *A, const real *b, const real *in, real *out, int n)
{
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i >= (size_t)n) return;
    const real *row = &A[i * n];
    out[i] = (b[i] - offdiag(row, in, n, (int)i)) / row[i];
}

static real *on_card(size_t count)
{
    real *p = NULL;
    TRY(cudaMalloc((void **)&p, count * sizeof(real)));
    return p;
}

void jacobi_swap(int n, int iterations, const real *A, const real *b, real *x, int block_size)
{
    if (n <= 0) return;

    const size_t len = (size_t)n;
    real *dA = on_card(len * len);
    real *db = on_card(len);
    real *d_in = on_card(len);
    real *d_out = on_card(len);

    TRY(cudaMemcpy(dA, A, len * len * sizeof(real), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(db, b, len * sizeof(real), cudaMemcpyHostToDevice));
    TRY(cudaMemset(d_in, 0, len * sizeof(real)));

    const unsigned grid = (unsigned)((len + block_size - 1) / block_size);

    int todo = iterations;
    while (--todo > 0) {
        relax<<<grid, block_size>>>(dA, db, d_in, d_out, n);
        TRY(cudaGetLastError());
        real *t = d_in;   /* the newest x is always in d_in */
        d_in = d_out;
        d_out = t;
    }

    TRY(cudaMemcpy(x, d_in, len * sizeof(real), cudaMemcpyDeviceToHost));

    TRY(cudaFree(d_out));
    TRY(cudaFree(d_in));
    TRY(cudaFree(db));
    TRY(cudaFree(dA));
}
