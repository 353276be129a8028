#include "dot.h"

#include <assert.h>

#define WARP 32
#define ALL 0xffffffffu

__global__ void dot_shuffle_kernel(int n, const real *A, const real *B, real *result)
{
	__shared__ real sums[WARP]; /* at most 1024 / 32 warps */

	const int lane = threadIdx.x / WARP;
	const int wid  = threadIdx.x % WARP;
	const int nwarps = blockDim.x / WARP;

	/* terms of this thread */
	real v = 0;
	const long long step = (long long)gridDim.x * blockDim.x;
	for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		v += A[i] * B[i];

	/* sum of the warp: ends up in its first lane */
	for (int delta = WARP / 2; delta >= 1; delta /= 2)
		v += __shfl_down_sync(ALL, v, delta);

	if (lane == 0)
		sums[wid] = v;
	__syncthreads();

	/* few enough for one thread */
	if (threadIdx.x == 0) {
		real total = 0;
		for (int w = 0; w < nwarps; w++)
			total += sums[w];
		atomicAdd(result, total);
	}
}

void dot_shuffle(int n, const real *A, const real *B, real *result, int block_size)
{
	cudaError_t err = cudaMemsetAsync(result, 0, sizeof *result);
	assert(err == cudaSuccess);
	dot_shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
	err = cudaGetLastError();
	assert(err == cudaSuccess);
}
