// float2, float4, double2, int3 and short4 in memory and in shared memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void swap_parts(int n, const float4* in, double2* sums, float2* halves, int3* triples) {
  __shared__ float4 s[32];
  __shared__ short4 small[32];
  const int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t];
    small[t] = make_short4(t, t + 1, t + 2, t + 3);
  }
  __syncthreads();
  if (t >= n) return;
  const float4 v = s[n - 1 - t];
  sums[t] = make_double2(v.x + v.y, v.z + v.w);
  halves[t] = make_float2(v.w, v.x);
  triples[t] = make_int3(small[n - 1 - t].x, small[n - 1 - t].y, small[n - 1 - t].w);
}

int main() {
  const int n = 27;
  float4 h[n], *in;
  double2 sums[n], *dsums;
  float2 halves[n], *dhalves;
  int3 triples[n], *dtriples;
  for (int i = 0; i < n; ++i) h[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&dsums, sizeof(sums));
  cudaMalloc(&dhalves, sizeof(halves));
  cudaMalloc(&dtriples, sizeof(triples));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  swap_parts<<<1, 32>>>(n, in, dsums, dhalves, dtriples);
  cudaMemcpy(sums, dsums, sizeof(sums), cudaMemcpyDeviceToHost);
  cudaMemcpy(halves, dhalves, sizeof(halves), cudaMemcpyDeviceToHost);
  cudaMemcpy(triples, dtriples, sizeof(triples), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(dsums);
  cudaFree(dhalves);
  cudaFree(dtriples);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int k = n - 1 - i;
    if (sums[i].x != 3 * k || sums[i].y != 7 * k || halves[i].x != 4 * k) ++wrong;
    if (halves[i].y != k || triples[i].x != k || triples[i].z != k + 3) ++wrong;
  }
  return wrong != 0;
}
