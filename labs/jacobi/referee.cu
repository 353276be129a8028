// Device code of the lab "jacobi": generates its values and verifies results. Truth and bound are
// the reference's (referee_solution.cuh).
#include "referee_solution.cuh"

namespace warpgrade::referee {
namespace {

/// The recipe of lab/linear_system.h. A row has n draws, the diagonal's last; b follows all rows.
/// One block per row. Sums of integers are exact in any order.
__global__ void fill_system(std::size_t n, std::uint64_t seed, real* a, real* b) {
  const auto largest = static_cast<long long>(n);
  for (std::size_t i = blockIdx.x; i < n; i += gridDim.x) {
    double sum = 0;
    for (std::size_t draw = threadIdx.x; draw + 1 < n; draw += blockDim.x) {
      const long long entry = integer_at(seed, i * n + draw, 1, largest);
      a[i * n + draw + (draw < i ? 0 : 1)] = static_cast<real>(entry);
      sum += static_cast<double>(entry);
    }
    const double total = block_sum(sum);
    if (threadIdx.x == 0) {
      const long long more = integer_at(seed, i * n + n - 1, 2, largest + 1);
      a[i * n + i] = static_cast<real>(total + static_cast<double>(more));
      b[i] = static_cast<real>(integer_at(seed, n * n + i, 1, largest));
    }
  }
}

class JacobiDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    // A hundred thousand sweeps of a small system, one by one, are not faster here.
    const auto n = static_cast<double>(facts.integer("n"));
    const auto k = static_cast<double>(facts.integer("iterations"));
    return facts.input == "recipe" && n > 0 && k >= 0 && !(k > 1e5 && k * n * n <= direct_work) &&
           (facts.judge.empty() || facts.judge == "limit");
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const DeviceArray &a = arrays.at("A"), &b = arrays.at("b");
    const std::size_t n = a.rows;
    fill_system<<<blocks_for(n * threads_of_block), threads_of_block>>>(
        n, bits_at(facts.seed, 0), a.data, b.data);  // the recipe uses its own Random
    check_launch("making values");
  }

  /// Frees the verification's memory afterwards: 3·n² or 4·n² doubles.
  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long /*returned*/) override {
    const Values b = read(inputs.at("b")), x = read(outputs.at("x"));
    const Solution solution(facts, b.size(), inputs.at("A").data, b);
    if (!solution.judges()) return {false, 0};
    Found found;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool right = std::fabs(x[i] - solution.x()[i]) <= solution.bound()[i];
      found.wrong += right ? 0 : 1;
    }
    found.right = found.wrong == 0;
    return found;
  }

 private:
  static Values read(const DeviceArray& array) {
    std::vector<real> values(array.size());
    check_cuda(
        cudaMemcpy(values.data(), array.data, values.size() * sizeof(real), cudaMemcpyDeviceToHost),
        "a vector");
    return {values.begin(), values.end()};
  }
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(JacobiDeviceReference)
