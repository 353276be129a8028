// The Poisson champion's passes of one to four sweeps, with and without the norm, by pairs and by
// single values, against as many sweeps of poisson_best. A GPU's compiler may contract other sums
// and products in the one than in the other. The champion itself takes passes only for grids too
// large for a test.
#include "variants/champion.cu"

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

struct Array {
  real* data = nullptr;
  explicit Array(std::size_t n) { cudaMalloc(&data, n * sizeof(real)); }
  ~Array() { cudaFree(data); }
  void set(const std::vector<real>& v) {
    cudaMemcpy(data, v.data(), v.size() * sizeof(real), cudaMemcpyHostToDevice);
  }
  std::vector<real> get(std::size_t n) const {
    std::vector<real> v(n);
    cudaMemcpy(v.data(), data, n * sizeof(real), cudaMemcpyDeviceToHost);
    return v;
  }
};

std::vector<real> values(std::size_t n, std::size_t factor) {
  std::vector<real> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = real(i * factor % 1000) / 1000;
  return v;
}

/// Five blocks, so that shares begin and end within columns of tiles.
bool passes_are_right(int N, int most, real tolerance) {
  constexpr int sweeps = 7, blocks = 5;
  constexpr real delta2 = 0.01;
  const auto n = std::size_t(N) * N * N;
  const std::vector<real> start = values(n, 7919);
  Array f(n), u(n), old(n);
  f.set(values(n, 104729));
  const auto run = [&](auto&& iterate) {
    u.set(start);
    old.set(start);
    const int done = iterate();
    return std::pair(done, u.get(n));
  };
  const auto wanted =
      run([&] { return poisson_best(N, sweeps, tolerance, delta2, f.data, u.data, old.data); });
  const fused::Sweeps all{N, 1, N - 2, nullptr, 0, 0, delta2, f.data, double(tolerance), most};
  const auto found = run([&] {
    return iterate_by_passes(
        N, sweeps, all.tolerance, most, u.data, old.data,
        [&](int count, const real* from, real* to, double* norms, const double* norms_before) {
          fused::pass<fused::most>(all, blocks, count, from, to, norms, norms_before);
        });
  });
  double off = 0;
  for (std::size_t i = 0; i < n; ++i)
    off = std::fmax(off, std::fabs(double(found.second[i]) - double(wanted.second[i])));
  constexpr double bound = 4 * sweeps * std::numeric_limits<real>::epsilon();  // values are below 1
  if (found.first == wanted.first && off <= bound && cudaGetLastError() == cudaSuccess) return true;
  std::printf("wrong: N = %d, %d sweeps a pass, tolerance %g: %d sweeps of %d, off by %g\n", N,
              most, double(tolerance), found.first, wanted.first, off);
  return false;
}

}  // namespace

int main() {
  int device = 0, room = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  int wrong = 0;
  for (const int N : {5, 20, 21, 61, 66})
    for (int most = 1; most <= std::max(1, fused::most_in<fused::most>(room)); ++most)
      for (const real tolerance : {real(-1), real(0), real(0.5)})
        wrong += !passes_are_right(N, most, tolerance);
  return wrong != 0;
}
