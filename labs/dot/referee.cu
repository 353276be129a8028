// Device code of the lab "dot": generates its values and verifies results. Truth and bound are the
// reference's (reference.cpp): Dot2 of Ogita, Rump and Oishi, here with a sum per thread.
#include <algorithm>

#include "referee/lab_tools.cuh"

namespace warpgrade::referee {
namespace {

/// A sum in twice the precision of double, and the magnitude of its terms.
struct Sums {
  double value, error;
  double magnitudes, squares;
  bool integers;
};

__host__ __device__ inline void add(Sums& to, const Sums& more) {
  const double next = to.value + more.value;  // TwoSum, Knuth
  const double part = next - to.value;
  to.error += (to.value - (next - part)) + (more.value - part) + more.error;
  to.value = next;
  to.magnitudes += more.magnitudes;
  to.squares += more.squares;
  to.integers = to.integers && more.integers;
}

__global__ void sum_terms(std::size_t n, const real* a, const real* b, Sums* of_block) {
  Sums sums{0, 0, 0, 0, true};
  for (std::size_t i = walk_from(); i < n; i += walk_step()) {
    const double x = a[i], y = b[i], term = x * y;
    add(sums, {term, fma(x, y, -term), fabs(term), term * term, term == nearbyint(term)});
  }
  __shared__ Sums part[threads_of_block];
  part[threadIdx.x] = sums;
  __syncthreads();
  for (unsigned half = threads_of_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) add(part[threadIdx.x], part[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) of_block[blockIdx.x] = part[0];
}

class DotDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    return facts.input == "uniform" && facts.integer("n") > 0;
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const DeviceArray &a = arrays.at("A"), &b = arrays.at("B");
    fill_drawn(a, facts, 0, -0.5, 0.5);
    fill_drawn(b, facts, a.size(), -0.5, 0.5);
  }

  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long /*returned*/) override {
    const DeviceArray &a = inputs.at("A"), &b = inputs.at("B");
    const std::size_t n = a.size();
    const unsigned blocks = blocks_for(n);
    Sums* const of_block = sums_.room<Sums>(blocks);
    sum_terms<<<blocks, threads_of_block>>>(n, a.data, b.data, of_block);
    check_launch("the dot product");
    std::vector<Sums> parts(blocks);
    check_cuda(cudaMemcpy(parts.data(), of_block, blocks * sizeof(Sums), cudaMemcpyDeviceToHost),
               "the dot product");
    real result;
    check_cuda(
        cudaMemcpy(&result, outputs.at("result").data, sizeof result, cudaMemcpyDeviceToHost),
        "the result");

    Sums sums{0, 0, 0, 0, true};
    for (const Sums& part : parts) add(sums, part);
    const double truth = sums.value + sums.error;
    double largest = sums.magnitudes;  // partial sum
    if (facts.statistical)
      largest = std::min(largest, std::fabs(truth) + 3 * std::sqrt(sums.squares));
    const bool exact = sums.integers && sums.magnitudes <= 1 / Facts::unit_roundoff();
    const auto terms = static_cast<double>(n);
    const double bound = exact ? 0 : facts.gamma_real(terms) * largest + terms * smallest_normal();
    Found found;
    found.right = std::fabs(static_cast<double>(result) - truth) <= bound;
    found.wrong = found.right ? 0 : 1;
    return found;
  }

 private:
  Scratch sums_;
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(DotDeviceReference)
