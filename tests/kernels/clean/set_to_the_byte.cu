// All is set that is read, to the byte: texts of odd lengths, structures with padding, memory of
// the host that is set only where it is used, by whatever function, and several copies to one word.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

struct Padded {
  char kind;
  int value;
  short more;
};

struct alignas(16) Point {
  float x, y, z;
};

__global__ void count(int n, const char* text, char c, int* out) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += text[i] == c;
  *out = sum;
}

__global__ void copy_padded(const Padded* a, Padded* b) { b[threadIdx.x] = a[threadIdx.x]; }

__global__ void make_points(Point* p) {
  p[threadIdx.x].x = 1;
  p[threadIdx.x].y = 2;
  p[threadIdx.x].z = threadIdx.x;
}

__global__ void copy_points(const Point* a, Point* b) {
  const Point p = a[threadIdx.x];
  b[threadIdx.x] = p;
}

__global__ void first_half(int n, const int* a, int* out) {
  int sum = 0;
  for (int i = 0; i < n / 2; ++i) sum += a[i];
  *out = sum;
}

__global__ void sum_of(int n, const int* a, int* out) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  *out = sum;
}

int main() {
  const int n = 16;
  char *d, *e;
  int *out, wrong = 0;
  cudaMalloc(&d, 1024);
  cudaMalloc(&e, 1024);
  cudaMalloc(&out, sizeof(int));
  const auto result = [&] {
    int v;
    cudaMemcpy(&v, out, sizeof(v), cudaMemcpyDeviceToHost);
    return v;
  };
  const char* text = "banana and ananas";
  cudaMemcpy(d, text, std::strlen(text), cudaMemcpyHostToDevice);
  count<<<1, 1>>>(std::strlen(text), d, 'a', out);
  wrong += result() != 7;
  // A word in three pieces.
  cudaMemset(e, 0, 7);
  cudaMemcpy(e + 7, text, 3, cudaMemcpyHostToDevice);
  cudaMemcpy(e + 10, d, 6, cudaMemcpyDeviceToDevice);
  sum_of<<<1, 1>>>(4, reinterpret_cast<int*>(e), out);
  Padded h[n];
  for (int i = 0; i < n; ++i) {
    h[i].kind = 'x';
    h[i].value = i;
    h[i].more = 3;
  }
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  copy_padded<<<1, n>>>(reinterpret_cast<Padded*>(d), reinterpret_cast<Padded*>(e));
  cudaMemcpy(h, e, sizeof(h), cudaMemcpyDeviceToHost);
  wrong += h[5].value != 5;
  make_points<<<1, n>>>(reinterpret_cast<Point*>(d));
  cudaMemcpy(e, d, n * sizeof(Point), cudaMemcpyDeviceToDevice);
  copy_points<<<1, n>>>(reinterpret_cast<Point*>(e), reinterpret_cast<Point*>(d));
  // Only the first half is set, and only that is read.
  int* half = static_cast<int*>(std::malloc(n * sizeof(int)));
  for (int i = 0; i < n / 2; ++i) half[i] = i;
  cudaMemcpy(d, half, n * sizeof(int), cudaMemcpyHostToDevice);
  first_half<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 28;
  std::memset(half, 0, n * sizeof(int));
  std::iota(half, half + n, 1);
  cudaMemcpy(d, half, n * sizeof(int), cudaMemcpyHostToDevice);
  sum_of<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 136;
  std::vector<int> v(n);
  cudaMemcpyAsync(d, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum_of<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 0;
  int* zeros = static_cast<int*>(std::calloc(n, sizeof(int)));
  cudaMemcpy(d, zeros, n * sizeof(int), cudaMemcpyHostToDevice);
  sum_of<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 0;
  // Filled by functions that the check does not see.
  int* read = new int[n];
  std::FILE* file = std::tmpfile();
  std::fwrite(half, sizeof(int), n, file);
  std::rewind(file);
  wrong += std::fread(read, sizeof(int), n, file) != n;
  std::fclose(file);
  cudaMemcpy(d, read, n * sizeof(int), cudaMemcpyHostToDevice);
  sum_of<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 136;
  // The same of pinned memory.
  int* pinned;
  file = std::tmpfile();
  std::fwrite(half, sizeof(int), n, file);
  std::rewind(file);
  cudaMallocHost(&pinned, n * sizeof(int));
  wrong += std::fread(pinned, sizeof(int), n, file) != n;
  std::fclose(file);
  cudaMemcpy(d, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
  sum_of<<<1, 1>>>(n, reinterpret_cast<int*>(d), out);
  wrong += result() != 136;
  std::free(half);
  std::free(zeros);
  delete[] read;
  cudaFreeHost(pinned);
  cudaFree(d);
  cudaFree(e);
  cudaFree(out);
  return wrong != 0;
}
