// Lanes with equal keys find each other; a loop that the warp leaves when all have found their
// place.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_equal(const int* in, int* out, int* steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned same = __match_any_sync(0xffffffffu, in[i]);
  out[i] = __popc(same);
  int x = in[i], s = 0;
  while (__any_sync(0xffffffffu, x > 0)) {
    if (x > 0) x -= 3;
    ++s;
  }
  if (__all_sync(0xffffffffu, x <= 0) && threadIdx.x % 32 == 0) steps[i / 32] = s;
}

int main() {
  const int n = 64;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int* steps;
  int s[2];
  cudaMalloc(&steps, sizeof(s));
  count_equal<<<1, n>>>(in, out, steps);
  cudaMemcpy(s, steps, sizeof(s), cudaMemcpyDeviceToHost);
  cudaFree(steps);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    int equal = 0, largest = 0;
    for (int k = 0; k < 32; ++k) {
      if (h[i / 32 * 32 + k] == h[i]) ++equal;
      largest = h[i / 32 * 32 + k] > largest ? h[i / 32 * 32 + k] : largest;
    }
    if (r[i] != equal || s[i / 32] != (largest + 2) / 3) ++wrong;
  }
  return wrong != 0;
}
