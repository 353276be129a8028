// Device code of the lab "matmul": generates its values and verifies results with the reference's
// bound. Every element is judged, except where double is very slow and products are large: then
// sums of elements.
#include "referee_freivalds.cuh"
#include "referee_products.cuh"

#ifndef WARPGRADE_FULL_WORK  // tests set both to 0, to get sums on every device
#define WARPGRADE_FULL_WORK 0x1p33
#define WARPGRADE_SLOW_DOUBLE 16
#endif

namespace warpgrade::referee {
namespace {

/// m·n·k up to which every element is judged on every device. At 0.5 TFLOP/s in double, as on
/// gaming GPUs, the two products take 70 ms.
constexpr double full_work = WARPGRADE_FULL_WORK;

/// The ratio of float to double speed above which double counts as slow: such devices have 32 or
/// 64, others 2 or 3.
constexpr int slow_double = WARPGRADE_SLOW_DOUBLE;

bool double_is_slow() {
  int device = 0, ratio = 0;
  check_cuda(cudaGetDevice(&device), "the device");
  check_cuda(cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device),
             "the device's speed in double");
  return ratio >= slow_double;
}

class MatmulDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    return (facts.input == "uniform" || facts.input == "decimal") && facts.integer("m") > 0 &&
           facts.integer("n") > 0 && facts.integer("k") > 0;
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const DeviceArray &a = arrays.at("A"), &b = arrays.at("B");
    fill_drawn(a, facts, 0, -1, 1);
    fill_drawn(b, facts, a.size(), -1, 1);
  }

  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long /*returned*/) override {
    const DeviceArray &a = inputs.at("A"), &b = inputs.at("B"), &c = outputs.at("C");
    const auto terms = static_cast<double>(a.cols);
    const Product product{a.rows,
                          b.cols,
                          a.cols,
                          a.data,
                          b.data,
                          c.data,
                          facts.gamma_real(terms) + facts.gamma_double(terms),
                          terms * smallest_normal()};
    const double work = static_cast<double>(a.rows) * static_cast<double>(b.cols) * terms;
    unsigned long long* const wrong = tally_.start();
    if (work > full_work && double_is_slow())
      freivalds_(product, wrong);
    else
      full_(product, wrong);
    return tally_.found();
  }

 private:
  FullVerification full_;
  Freivalds freivalds_;
  Tally tally_;
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(MatmulDeviceReference)
