// Atomics in shared and in global memory, several lanes of a warp at the same address and in the
// same bank.
#include "arrays.cuh"

constexpr int blocks = 3, threads = 128, per_thread = 4, count = blocks * threads * per_thread;
constexpr int bins = 96;

template <bool Weighted>
__device__ void count_in_shared(const int* in, int* out) {
  __shared__ int here[bins];
  if (threadIdx.x < bins) here[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < per_thread; ++i) {
    const int bin = in[(blockIdx.x * per_thread + i) * threads + threadIdx.x];
    atomicAdd(&here[bin], Weighted ? bin + 1 : 1);
  }
  __syncthreads();
  if (threadIdx.x < bins) out[blockIdx.x * bins + threadIdx.x] = here[threadIdx.x];
}

__global__ void histogram_shared(const int* in, int* out) { count_in_shared<false>(in, out); }

__global__ void histogram_shared_weighted(const int* in, int* out) {
  count_in_shared<true>(in, out);
}

__global__ void histogram_global(const int* in, int* out) {
  for (int i = 0; i < per_thread; ++i) {
    const int bin = in[(blockIdx.x * per_thread + i) * threads + threadIdx.x];
    atomicAdd(&out[blockIdx.x * bins + bin], bin + 1);
  }
}

// The old value is used, so that the instruction has to return it.
__global__ void places_global(const int* in, int* next, int* out) {
  for (int i = 0; i < per_thread; ++i) {
    const int at = (blockIdx.x * per_thread + i) * threads + threadIdx.x;
    out[at] = atomicAdd(&next[blockIdx.x * bins + in[at]], 1);
  }
}

int main() {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i * i % 101 * 13 % bins;
  std::vector<int> counts(blocks * bins), weights(blocks * bins);
  long long places_sum = 0;
  for (int i = 0; i < count; ++i) {
    const int bin = i / (threads * per_thread) * bins + values[i];
    places_sum += counts[bin]++;
    weights[bin] += values[i] + 1;
  }
  const DeviceArray<int> in(values), a(blocks * bins), b(blocks * bins), c(blocks * bins),
      next(blocks * bins), places(count);
  histogram_shared<<<blocks, threads>>>(in, a);
  histogram_shared_weighted<<<blocks, threads>>>(in, b);
  histogram_global<<<blocks, threads>>>(in, c);
  places_global<<<blocks, threads>>>(in, next, places);
  for (const int place : places.values()) places_sum -= place;
  return verdict((a.values() != counts) + (b.values() != weights) + (c.values() != weights) +
                 (next.values() != counts) + (places_sum != 0));
}
