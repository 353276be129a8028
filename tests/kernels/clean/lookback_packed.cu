// A scan in one pass: each block publishes its sum and later its prefix, packed with their state
// into eight bytes, and looks back over the blocks before it. Value and state travel in one
// volatile word.
#include <cuda_runtime.h>

#include <cstdio>

typedef unsigned long long Packed;

__global__ void scan(const int* in, int* out, volatile Packed* states, unsigned* order) {
  __shared__ int s[32], before, number;
  const int t = threadIdx.x;
  if (t == 0) number = atomicAdd(order, 1u);
  __syncthreads();
  const int b = number, i = b * 32 + t;
  s[t] = in[i];
  __syncthreads();
  if (t == 0) {
    int total = 0, prefix = 0;
    for (int k = 0; k < 32; ++k) total += s[k];
    states[b] = Packed(1) << 32 | unsigned(total);
    for (int k = b - 1; k >= 0; --k) {
      Packed p;
      do p = states[k];
      while (p >> 32 == 0);
      prefix += int(unsigned(p));
      if (p >> 32 == 2) break;
    }
    states[b] = Packed(2) << 32 | unsigned(prefix + total);
    before = prefix;
  }
  __syncthreads();
  int sum = before;
  for (int k = 0; k <= t; ++k) sum += s[k];
  out[i] = sum;
}

int main() {
  const int n = 320;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  Packed* states;
  unsigned* order;
  cudaMalloc(&states, n / 32 * sizeof(Packed));
  cudaMalloc(&order, sizeof(unsigned));
  cudaMemset(states, 0, n / 32 * sizeof(Packed));
  cudaMemset(order, 0, sizeof(unsigned));
  scan<<<n / 32, 32>>>(in, out, states, order);
  cudaFree(states);
  cudaFree(order);
  int sum = 0;
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    sum += h[i];
    if (r[i] != sum) ++wrong;
  }
  return wrong != 0;
}
