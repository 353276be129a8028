#include "jacobi.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) \
	do { \
		cudaError_t err = (x); \
		if (err != cudaSuccess) { \
			fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(err)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void sweep_kernel(int n, const real *A, const real *b, const real *x, real *y)
{
	long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	const real *row = A + i * n;
	real s = 0;
	for (int j = 0; j < n; j++)
		if (j != i) s += row[j] * x[j];
	y[i] = (b[i] - s) / row[i];
}

void jacobi_unified(int n, int iterations, const real *A, const real *b, real *x, int block_size)
{
	real *mA, *mb, *mx, *my;
	size_t nn = (size_t)n * n;
	int blocks, it, i;

	if (n == 0) return;

	CHECK(cudaMallocManaged((void **)&mA, nn * sizeof *mA));
	CHECK(cudaMallocManaged((void **)&mb, n * sizeof *mb));
	CHECK(cudaMallocManaged((void **)&mx, n * sizeof *mx));
	CHECK(cudaMallocManaged((void **)&my, n * sizeof *my));

	memcpy(mA, A, nn * sizeof *mA);
	memcpy(mb, b, n * sizeof *mb);
	for (i = 0; i < n; i++) mx[i] = 0;

	blocks = n / block_size + (n % block_size != 0);
	for (it = 0; it < iterations; it++) {
		sweep_kernel<<<blocks, block_size>>>(n, mA, mb, mx, my);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
		memcpy(mx, my, n);
	}
	memcpy(x, mx, n * sizeof *x);

	CHECK(cudaFree(mA));
	CHECK(cudaFree(mb));
	CHECK(cudaFree(mx));
	CHECK(cudaFree(my));
}

void jacobi_swap(int n, int iterations, const real *A, const real *b, real *x, int block_size) {}
void jacobi_shared(int n, int iterations, const real *A, const real *b, real *x, int block_size) {}
void jacobi_reduce(int n, int iterations, const real *A, const real *b, real *x, int block_size) {}
void jacobi_best(int n, int iterations, const real *A, const real *b, real *x, int block_size) {}
