// Each warp of a block counts in counters of its own: fewer threads add to the same counter at once.
#include "../histogram.cu"

__global__ void warps_kernel(int n, const unsigned char* data, int bins, unsigned* counts) {
  constexpr int warps = block / 32;
  __shared__ unsigned own[warps][256];
  for (int b = threadIdx.x; b < warps * 256; b += blockDim.x) own[b / 256][b % 256] = 0;
  __syncthreads();
  unsigned* const mine = own[threadIdx.x / 32];
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (long long i = first; i < n; i += threads) atomicAdd(&mine[data[i] * bins / 256], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < warps; ++w) sum += own[w][b];
    if (sum > 0) atomicAdd(&counts[b], sum);
  }
}

void warps(int n, const unsigned char* data, int bins, unsigned* counts) {
  cudaMemset(counts, 0, bins * sizeof(unsigned));
  if (n > 0) warps_kernel<<<blocks_for(n), block>>>(n, data, bins, counts);
}
