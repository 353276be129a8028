// C = A B, with A of `Tile` rows, each block a tile of C.
#include "arrays.cuh"

constexpr int blocks = 3, inner = 64;

__global__ void matmul_naive(int n, int k, const float* a, const float* b, float* c) {
  const int row = threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

template <class Real, int Tile>
__device__ void matmul(int n, int k, const Real* a, const Real* b, Real* c) {
  __shared__ Real as[Tile][Tile], bs[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * Tile + x;
  Real sum = 0;
  for (int first = 0; first < k; first += Tile) {
    as[y][x] = a[y * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int i = 0; i < Tile; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[y * n + column] = sum;
}

__global__ void matmul_tiled(int n, int k, const float* a, const float* b, float* c) {
  matmul<float, 32>(n, k, a, b, c);
}

__global__ void matmul_tiled_16(int n, int k, const float* a, const float* b, float* c) {
  matmul<float, 16>(n, k, a, b, c);
}

__global__ void matmul_tiled_double(int n, int k, const double* a, const double* b, double* c) {
  matmul<double, 16>(n, k, a, b, c);
}

template <class Real>
struct Problem {
  int m, n = m * blocks;
  std::vector<Real> a = numbers<Real>(m * inner), b = numbers<Real>(inner * n);
  DeviceArray<Real> da{a}, db{b}, dc{static_cast<std::size_t>(m * n)};

  explicit Problem(int tile) : m(tile) {}
  dim3 block() const { return dim3(m, m); }
  int wrong() const {
    const std::vector<Real> c = dc.values();
    int count = 0;
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        Real sum = 0;
        for (int i = 0; i < inner; ++i) sum += a[row * inner + i] * b[i * n + column];
        count += !(c[row * n + column] == sum);
      }
    return count;
  }
};

int main() {
  Problem<float> p(16), q(32), r(16);
  Problem<double> s(16);
  matmul_naive<<<blocks, p.block()>>>(p.n, inner, p.da, p.db, p.dc);
  matmul_tiled<<<blocks, q.block()>>>(q.n, inner, q.da, q.db, q.dc);
  matmul_tiled_16<<<blocks, r.block()>>>(r.n, inner, r.da, r.db, r.dc);
  matmul_tiled_double<<<blocks, s.block()>>>(s.n, inner, s.da, s.db, s.dc);
  return verdict(p.wrong() + q.wrong() + r.wrong() + s.wrong());
}
