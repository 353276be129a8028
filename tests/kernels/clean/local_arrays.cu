// Local arrays with indices from data, always within them: a small sort and a histogram for each
// thread.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void medians(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int window[5], counts[8] = {};
  for (int k = 0; k < 5; ++k) {
    const int from = min(max(i + k - 2, 0), n - 1);
    window[k] = in[from];
    ++counts[in[from] % 8];
  }
  for (int a = 1; a < 5; ++a) {
    const int v = window[a];
    int b = a;
    for (; b > 0 && window[b - 1] > v; --b) window[b] = window[b - 1];
    window[b] = v;
  }
  out[i] = window[2] + 100 * counts[window[2] % 8];
}

int main() {
  const int n = 90;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  medians<<<3, 32>>>(n, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    int less = 0, equal = 0, same = 0;
    const int m = r[i] % 100;
    for (int k = -2; k <= 2; ++k) {
      const int v = h[i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k];
      less += v < m;
      equal += v == m;
      same += v % 8 == m % 8;
    }
    if (less > 2 || less + equal < 3 || r[i] / 100 != same) ++wrong;
  }
  return wrong != 0;
}
