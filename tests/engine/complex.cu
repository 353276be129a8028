// CUDA's complex numbers, and arithmetic with them that overflows only where the result does.
#include <cuComplex.h>

#include <cmath>

#include "expect.h"

using expect::Device;

__global__ void with_floats(const cuFloatComplex* in, cuFloatComplex* out, float* size) {
  const cuFloatComplex a = in[0], b = in[1], d = in[2];
  out[0] = cuCaddf(a, b);
  out[1] = cuCsubf(a, b);
  out[2] = cuCmulf(a, b);
  out[3] = cuCdivf(cuCmulf(a, b), b);
  out[4] = cuConjf(a);
  out[5] = cuCfmaf(a, b, d);
  out[6] = cuCdivf(make_cuComplex(1e30f, 1e30f), make_cuComplex(1e30f, 0));
  size[0] = cuCabsf(make_cuFloatComplex(3e30f, 4e30f));
  size[1] = cuCrealf(a) + cuCimagf(b);
}

__global__ void with_doubles(const cuDoubleComplex* in, cuDoubleComplex* out, double* size) {
  const cuDoubleComplex a = in[0], b = in[1], d = in[2];
  out[0] = cuCadd(a, b);
  out[1] = cuCsub(a, b);
  out[2] = cuCmul(a, b);
  out[3] = cuCdiv(cuCmul(a, b), b);
  out[4] = cuConj(a);
  out[5] = cuCfma(a, b, d);
  out[6] = cuCdiv(make_cuDoubleComplex(1e300, 1e300), make_cuDoubleComplex(1e300, 0));
  size[0] = cuCabs(make_cuDoubleComplex(3e300, 4e300));
  size[1] = cuCreal(a) + cuCimag(b);
}

template <class Complex, class Real>
void check(void (*kernel)(const Complex*, Complex*, Real*), Real unit, Real hypotenuse) {
  // (1 + 2i) and (3 - 4i): small integers, so that all but division is exact.
  std::vector<Complex> in(3);
  in[0].x = 1, in[0].y = 2, in[1].x = 3, in[1].y = -4, in[2].x = 10, in[2].y = 20;
  Device<Complex> d(in), out(7);
  Device<Real> size(2);
  kernel<<<1, 1>>>(d.data, out.data, size.data);
  const Real expected[][2] = {{4, -2}, {-2, 6}, {11, 2}, {1, 2}, {1, -2}, {21, 22}, {1, 1}};
  const std::vector<Complex> r = out.get();
  for (int i = 0; i < 7; ++i) {
    const Real bound = i == 3 || i == 6 ? 8 * unit : 0;
    EXPECT(std::fabs(r[i].x - expected[i][0]) <= bound);
    EXPECT(std::fabs(r[i].y - expected[i][1]) <= bound);
  }
  const std::vector<Real> s = size.get();
  EXPECT(std::fabs(s[0] / hypotenuse - 1) <= 4 * unit);
  EXPECT_EQ(s[1], Real(-3));
}

TEST(ComplexFloats) { check<cuFloatComplex, float>(with_floats, 6e-8f, 5e30f); }
TEST(ComplexDoubles) { check<cuDoubleComplex, double>(with_doubles, 1.2e-16, 5e300); }
