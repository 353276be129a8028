// One step of Jacobi's method, a row for each thread: the lanes of a warp read down a column.
#include "arrays.cuh"

constexpr int blocks = 3, threads = 64, count = blocks * threads;

__global__ void jacobi_row_per_thread(int n, const float* a, const float* b, const float* x,
                                      float* next) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = b[row];
  for (int column = 0; column < n; ++column) sum -= a[row * n + column] * x[column];
  const float diagonal = a[row * n + row];
  next[row] = (sum + diagonal * x[row]) / diagonal;
}

__global__ void jacobi_without_diagonal(int n, const float* a, const float* b, const float* x,
                                        float* next) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = b[row];
  for (int column = 0; column < n; ++column)
    if (column != row) sum -= a[row * n + column] * x[column];
  next[row] = sum / a[row * n + row];
}

int main() {
  const std::vector<float> b = numbers<float>(count), x = numbers<float>(count);
  std::vector<float> a = numbers<float>(count * count);
  for (int i = 0; i < count; ++i) a[i * count + i] = 64;  // a power of two: quotients are exact
  const DeviceArray<float> da(a), db(b), dx(x), next(count), other(count);
  jacobi_row_per_thread<<<blocks, threads>>>(count, da, db, dx, next);
  jacobi_without_diagonal<<<blocks, threads>>>(count, da, db, dx, other);
  const std::vector<float> got = next.values(), got_other = other.values();
  int wrong = 0;
  for (int row = 0; row < count; ++row) {
    float sum = b[row];
    for (int column = 0; column < count; ++column)
      if (column != row) sum -= a[row * count + column] * x[column];
    wrong += !(got[row] == sum / 64) + !(got_other[row] == sum / 64);
  }
  return verdict(wrong);
}
