// Two collectives of CUB's share their storage, and no barrier lies between them.
#include <cstdio>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_radix_sort.cuh>

constexpr int threads = 64, items = 4, bins = 16;

struct Differ {
  __device__ bool operator()(int a, int b) const { return a != b; }
};

__global__ void histogram(const unsigned char* in, int* counts) {
  using Sort = cub::BlockRadixSort<unsigned char, threads, items>;
  using Flags = cub::BlockDiscontinuity<unsigned char, threads>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Flags::TempStorage flags;
  } storage;
  __shared__ int begin[bins], end[bins];
  if (threadIdx.x < bins) begin[threadIdx.x] = end[threadIdx.x] = 0;
  unsigned char value[items];
  for (int k = 0; k < items; ++k) value[k] = in[threadIdx.x * items + k];
  Sort(storage.sort).Sort(value);  // OTHER
  int head[items], tail[items];
  Flags(storage.flags).FlagHeadsAndTails(head, tail, value, Differ());  // FINDING race
  for (int k = 0; k < items; ++k) {
    const int at = threadIdx.x * items + k;
    if (head[k]) begin[value[k]] = at;
    if (tail[k]) end[value[k]] = at + 1;
  }
  __syncthreads();
  if (threadIdx.x < bins) counts[threadIdx.x] = end[threadIdx.x] - begin[threadIdx.x];
}

int main() {
  unsigned char host[threads * items];
  int counts[bins];
  for (int i = 0; i < threads * items; ++i) host[i] = i * i % bins;
  unsigned char* in;
  int* out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof counts);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  histogram<<<1, threads>>>(in, out);
  cudaMemcpy(counts, out, sizeof counts, cudaMemcpyDeviceToHost);
  for (int b = 0; b < bins; ++b) std::printf("%d ", counts[b]);
  std::printf("\n");
  cudaFree(in);
  cudaFree(out);
}
