// A large struct as an argument, of which elements are chosen at run time.
#include <cuda_runtime.h>

#include <cstdio>

struct Table {
  float value[100];
  short next[100];
};

__global__ void follow(Table table, int steps, float* out) {
  int at = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < steps; ++s) {
    sum += table.value[at];
    at = table.next[at];
  }
  out[threadIdx.x] = sum;
}

int main() {
  Table t;
  float r[100], *out;
  int wrong = 0;
  for (int i = 0; i < 100; ++i) {
    t.value[i] = i;
    t.next[i] = (i * 7 + 3) % 100;
  }
  cudaMalloc(&out, sizeof(r));
  follow<<<1, 100>>>(t, 10, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 100; ++i) {
    float sum = 0;
    for (int s = 0, at = i; s < 10; ++s, at = t.next[at]) sum += t.value[at];
    if (r[i] != sum) ++wrong;
  }
  return wrong != 0;
}
