// The host fills managed memory with what libraries offer: memcpy, memset, the standard algorithms,
// assignment of structs, snprintf, the CUDA runtime itself; and reads it in the same ways.
#include <cuda_runtime.h>

#include <cstdio>

#include <algorithm>
#include <cstring>
#include <numeric>

struct Settings {
  int n, devices;
  float scale[4];
  char name[20];
};

__global__ void process(const Settings* s, const int* a, const int* b, const int* c, int* out) {
  const int i = threadIdx.x;
  if (i >= s->n) return;
  int sum = a[i] + b[i] + c[i] + (int)s->scale[i % 4];
  for (const char* p = s->name; *p; ++p) sum += *p == 'x';
  out[i] = sum + (s->devices > 0);
}

int main() {
  const int n = 40;
  Settings h = {n, 0, {1, 2, 3, 4}, ""}, *s;
  int source[n], *a, *b, *c, *out, result[n], wrong = 0;
  for (int i = 0; i < n; ++i) source[i] = i;
  cudaMallocManaged(&s, sizeof(Settings));
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&c, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  *s = h;
  cudaGetDeviceCount(&s->devices);
  snprintf(s->name, sizeof(s->name), "%s-%d", "xyx", 3);
  memcpy(a, source, sizeof(source));
  memset(b, 0, n * sizeof(int));
  std::fill(b, b + 10, 100);
  std::iota(c, c + 20, 5);
  std::copy(source, source + 20, c + 20);
  std::sort(c + 20, c + 40, [](int x, int y) { return x > y; });
  process<<<1, 64>>>(s, a, b, c, out);
  cudaDeviceSynchronize();
  memcpy(result, out, sizeof(result));
  const int sum = std::accumulate(out, out + n, 0);
  for (int i = 0; i < n; ++i) {
    const int ci = i < 20 ? 5 + i : 19 - (i - 20);
    if (result[i] != i + (i < 10 ? 100 : 0) + ci + 1 + i % 4 + 2 + 1) ++wrong;
  }
  if (sum != std::accumulate(result, result + n, 0)) ++wrong;
  cudaFree(s);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(out);
  return wrong != 0;
}
