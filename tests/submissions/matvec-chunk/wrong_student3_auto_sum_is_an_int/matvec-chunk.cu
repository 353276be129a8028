#include "matvec-chunk.h"

#include <cstdio>

// M threads work on one vector: thread -> (vector in the block, output row)
__global__ void kernel_output_per_thread(int S, const real* in, real* out)
{
	const auto per_block = blockDim.x / M;
	const auto local     = threadIdx.x / M;
	const auto row       = threadIdx.x % M;

	auto h = (long long) blockIdx.x * per_block + local;
	const auto step = (long long) gridDim.x * per_block;

	while (h < S)
	{
		const auto* x = in + h * N;
		auto sum = 0;
		#pragma unroll
		for (int j = 0; j < N; j++)
			sum += matrix[row][j] * x[j];
		out[h * M + row] = sum;
		h += step;
	}
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads)
{
	if (S == 0)
		return;
	// no threads left over
	const int used = threads - threads % M;
	kernel_output_per_thread<<<blocks, used>>>(S, in, out);
	const auto err = cudaGetLastError();
	if (err != cudaSuccess)
		printf("kernel_output_per_thread: %s\n", cudaGetErrorName(err));
}
