// Threads past the end have returned. The others vote with a full mask: lanes that have ended are
// not waited for and do not vote.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_odd(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned odd = __ballot_sync(0xffffffffu, in[i] % 2);
  if (threadIdx.x % 32 == 0) out[i / 32] = __popc(odd);
}

int main() {
  const int n = 80;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count_odd<<<2, 64>>>(n, in, out);
  cudaMemcpy(r, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int counts[3] = {}, wrong = 0;
  for (int i = 0; i < n; ++i) counts[i / 32] += h[i] % 2;
  for (int w = 0; w < 3; ++w)
    if (r[w] != counts[w]) ++wrong;
  return wrong != 0;
}
