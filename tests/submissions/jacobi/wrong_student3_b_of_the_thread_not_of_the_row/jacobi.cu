#include "jacobi.h"

#include <cstdio>

#define CHECK_CUDA(e) \
    if ((e) != cudaSuccess) { printf("CUDA error %s:%d\n", __FILE__, __LINE__); }

// Aufgabe 4: ein Block pro Zeile

__global__ void reduce_rows(int n, const real *A, const real *b, const real *x, real *x_neu)
{
    extern __shared__ real teil[];

    const int tid = threadIdx.x;
    const int zeile = blockIdx.x;
    const real *a = A + (long long)zeile * n;

    // Teilsumme dieses Threads
    real s = 0;
    for (int j = tid; j < n; j += blockDim.x)
        if (j != zeile)
            s += a[j] * x[j];
    teil[tid] = s;
    __syncthreads();

    // Baum; die Anzahl kann ungerade werden
    int anzahl = blockDim.x;
    while (anzahl > 1)
    {
        const int rest = (anzahl + 1) / 2;
        if (tid + rest < anzahl)
            teil[tid] += teil[tid + rest];
        __syncthreads();
        anzahl = rest;
    }

    if (tid == 0)
        x_neu[zeile] = (b[tid] - teil[0]) / a[zeile];
}

void jacobi_reduce(int n, int iterations, const real *A, const real *b, real *x, int block_size)
{
    if (n == 0)
        return;

    size_t vek = sizeof(real) * n;
    real *dA, *db, *dx[2];
    CHECK_CUDA(cudaMalloc(&dA, vek * n));
    CHECK_CUDA(cudaMalloc(&db, vek));
    CHECK_CUDA(cudaMalloc(&dx[0], vek));
    CHECK_CUDA(cudaMalloc(&dx[1], vek));

    CHECK_CUDA(cudaMemcpy(dA, A, vek * n, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(db, b, vek, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(dx[0], 0, vek));

    int alt = 0;
    for (int it = 0; it < iterations; it++)
    {
        reduce_rows<<<n, block_size, block_size * sizeof(real)>>>(n, dA, db, dx[alt], dx[1 - alt]);
        CHECK_CUDA(cudaGetLastError());
        alt = 1 - alt;
    }

    CHECK_CUDA(cudaMemcpy(x, dx[alt], vek, cudaMemcpyDeviceToHost));

    cudaFree(dA);
    cudaFree(db);
    cudaFree(dx[0]);
    cudaFree(dx[1]);
}
