// Many locks, one for each bucket, taken by one thread of a warp at a time with fences on both
// sides.
#include <cuda_runtime.h>

#include <cstdio>

struct Bucket {
  int lock, count, sum;
};

__global__ void insert(int n, const int* in, Bucket* buckets) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 != 0 || warp >= n) return;
  Bucket* b = &buckets[in[warp] % 4];
  while (atomicCAS(&b->lock, 0, 1) != 0) __nanosleep(20);
  __threadfence();
  b->count += 1;
  b->sum += in[warp];
  __threadfence();
  atomicExch(&b->lock, 0);
}

int main() {
  const int n = 30;
  int h[n], *in, wrong = 0;
  Bucket r[4], *buckets, expected[4] = {};
  for (int i = 0; i < n; ++i) {
    h[i] = i * 5 % 19;
    expected[h[i] % 4].count += 1;
    expected[h[i] % 4].sum += h[i];
  }
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&buckets, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(buckets, 0, sizeof(r));
  insert<<<8, 128>>>(n, in, buckets);
  cudaMemcpy(r, buckets, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(buckets);
  for (int b = 0; b < 4; ++b)
    if (r[b].count != expected[b].count || r[b].sum != expected[b].sum) ++wrong;
  return wrong != 0;
}
