// Atomics that change nothing are reads: atomicAdd(p, 0) beside plain reads. And variables that
// come back to an old value without being locks: counts of who is inside, places in a table, a
// stack's top.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void limits(const int* limit, int* at, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Both read the same word.
  const int most = i % 2 ? *limit : atomicAdd(const_cast<int*>(limit), 0);
  if (in[i] < most) atomicAdd(out, 1);
  if (i < 0) *at = 0;
}

__global__ void max_of_none(int* most, int* out) {
  atomicMax(most, -5);
  out[threadIdx.x] = *most;
}

__global__ void failing_cas(int* state, int* out) {
  if (threadIdx.x < 32) atomicCAS(state, 77, 1);
  if (threadIdx.x >= 32) out[threadIdx.x] = *state;
}

__global__ void inside(int* count, int* most) {
  const int now = atomicAdd(count, 1) + 1;
  atomicMax(most, now);
  atomicSub(count, 1);
}

__global__ void slots(int* table, int* failed) {
  const int key = threadIdx.x + 1, at = threadIdx.x % 8;
  if (atomicCAS(&table[at], 0, key) == 0)
    atomicExch(&table[at], 0);
  else
    atomicAdd(failed, 1);
}

__global__ void swapped_back(int* a) {
  const int old = atomicExch(a, 100 + threadIdx.x);
  atomicExch(a + 1 + threadIdx.x, old);
  atomicCAS(a, 100 + static_cast<int>(threadIdx.x), old);
}

__global__ void top_of_a_stack(int* top, int* sum) {
  const int at = atomicAdd(top, 1);
  atomicAdd(sum, at >= 0);
  atomicSub(top, 1);
}

int main() {
  const int n = 64;
  int *a, *b, h[n], wrong = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, 4 * n * sizeof(int));
  cudaMalloc(&b, sizeof(h));
  cudaMemset(a, 0, 4 * n * sizeof(int));
  cudaMemcpy(b, h, sizeof(h), cudaMemcpyHostToDevice);
  const auto get = [&](int at) {
    int v;
    cudaMemcpy(&v, a + at, sizeof(v), cudaMemcpyDeviceToHost);
    return v;
  };
  limits<<<2, 32>>>(b + 40, a + 1, b, a);
  wrong += get(0) != 40;
  max_of_none<<<1, n>>>(a + 1, a + n);
  failing_cas<<<1, n>>>(a + 2, a + n);
  wrong += get(n + 40) != 0;
  inside<<<2, 32>>>(a + 3, a + 4);
  wrong += get(3) != 0 || get(4) < 1;
  slots<<<1, 32>>>(a + 8, a + 5);
  swapped_back<<<1, 32>>>(a + 2 * n);
  top_of_a_stack<<<1, 32>>>(a + 6, a + 7);
  wrong += get(6) != 0 || get(7) != 32;
  cudaFree(a);
  cudaFree(b);
  return wrong != 0;
}
