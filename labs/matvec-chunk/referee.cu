// Device code of the lab "matvec-chunk": generates its values and verifies results element by
// element, with the reference's truth and bound (reference.cpp).
#include "referee/lab_tools.cuh"

namespace warpgrade::referee {
namespace {

/// out[h][i] = Σ_j a[i][j]·in[h][j], within gamma·Σ_j |a[i][j]·in[h][j]| + underflow.
__global__ void judge_products(DeviceArray a, DeviceArray in, DeviceArray out, double gamma,
                               double underflow, unsigned long long* wrong) {
  const std::size_t rows = a.rows, terms = a.cols;
  for (std::size_t e = walk_from(); e < in.rows * rows; e += walk_step()) {
    const real* const row = a.data + e % rows * terms;
    const real* const vector = in.data + e / rows * terms;
    double product = 0, magnitude = 0;
    for (std::size_t j = 0; j < terms; ++j) {
      const double term = static_cast<double>(row[j]) * static_cast<double>(vector[j]);
      product += term;
      magnitude += fabs(term);
    }
    if (!accepts(out.data[e], product, gamma * magnitude + underflow)) atomicAdd(wrong, 1ull);
  }
}

class MatvecDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    return (facts.input == "uniform" || facts.input == "decimal") && facts.integer("M") > 0 &&
           facts.integer("N") > 0 && facts.integer("S") > 0;
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const DeviceArray &a = arrays.at("A"), &in = arrays.at("in");
    fill_drawn(a, facts, 0, -1, 1);
    fill_drawn(in, facts, a.size(), -1, 1);
  }

  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long /*returned*/) override {
    const DeviceArray &a = inputs.at("A"), &in = inputs.at("in"), &out = outputs.at("out");
    const auto terms = static_cast<double>(a.cols);
    judge_products<<<blocks_for(in.rows * a.rows), threads_of_block>>>(
        a, in, out, facts.gamma_real(terms) + facts.gamma_double(terms), terms * smallest_normal(),
        tally_.start());
    check_launch("verification");
    return tally_.found();
  }

 private:
  Tally tally_;
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(MatvecDeviceReference)
