// Mean of each bin. An empty bin gets 0.
#include <cstdio>

__global__ void means(const int* sums, const int* counts, int* out) {
  const int bin = threadIdx.x;
  out[bin] = counts[bin] > 0 ? sums[bin] / counts[bin] : 0;
}

int main() {
  const int bins = 32;
  int *sums, *counts, *out;
  cudaMallocManaged(&sums, bins * sizeof(int));
  cudaMallocManaged(&counts, bins * sizeof(int));
  cudaMallocManaged(&out, bins * sizeof(int));
  for (int i = 0; i < bins; ++i) {
    counts[i] = i % 4;
    sums[i] = 5 * counts[i];
  }
  means<<<1, bins>>>(sums, counts, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[4], out[5]);  // should print 0 5
  cudaFree(sums);
  cudaFree(counts);
  cudaFree(out);
}
