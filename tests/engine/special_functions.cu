// CUDA's special functions that the C library lacks, to the errors that CUDA documents
// ("Mathematical Functions" of the programming guide). Values by mpmath with 60 digits.
#include <cmath>
#include <limits>

#include "expect.h"

using expect::Device;

enum class Function { erfcx, erfinv, erfcinv, normcdf, normcdfinv, i0, i1, sinpi, cospi };
struct Value {
  Function f;
  double x, y;
};
struct Bound {
  const char* name;
  int doubles, floats;  // in units in the last place
};
constexpr Bound bounds[] = {{"erfcx", 4, 4},         {"erfinv", 5, 2},     {"erfcinv", 6, 4},
                            {"normcdf", 5, 5},       {"normcdfinv", 8, 5}, {"cyl_bessel_i0", 6, 6},
                            {"cyl_bessel_i1", 6, 6}, {"sinpi", 2, 1},      {"cospi", 2, 1}};

const std::vector<Value> values = {
    {Function::erfcx, -20.0, 1.0442939379528289e+174},
    {Function::erfcx, -3.7, 1764092.7560908962},
    {Function::erfcx, -1.0, 5.008980080762283},
    {Function::erfcx, -0.1, 1.1236433541992095},
    {Function::erfcx, 0.0, 1.0},
    {Function::erfcx, 1e-10, 0.999999999887162},
    {Function::erfcx, 0.3, 0.7345993345676551},
    {Function::erfcx, 1.0, 0.427583576155807},
    {Function::erfcx, 2.5, 0.2108063640611436},
    {Function::erfcx, 4.9, 0.11287909055975874},
    {Function::erfcx, 7.3, 0.07658060847147892},
    {Function::erfcx, 9.99, 0.05619664070685882},
    {Function::erfcx, 10.01, 0.056085454355001924},
    {Function::erfcx, 17.5, 0.03218702473823041},
    {Function::erfcx, 100.0, 0.005641613782989433},
    {Function::erfcx, 100000000.0, 5.641895835477562e-09},
    {Function::erfinv, -0.999999, -3.458910737275499},
    {Function::erfinv, -0.7, -0.7328690779592167},
    {Function::erfinv, -0.5, -0.4769362762044699},
    {Function::erfinv, -0.001, -0.0008862271574665521},
    {Function::erfinv, 1e-12, 8.86226925452758e-13},
    {Function::erfinv, 0.1, 0.08885599049425769},
    {Function::erfinv, 0.3, 0.2724627147267543},
    {Function::erfinv, 0.49, 0.46586860023505733},
    {Function::erfinv, 0.51, 0.4881220505159588},
    {Function::erfinv, 0.8, 0.9061938024368233},
    {Function::erfinv, 0.95, 1.3859038243496777},
    {Function::erfinv, 0.999999999, 4.320005388105362},
    {Function::erfcinv, 1e-300, 26.209469960516124},
    {Function::erfcinv, 1e-100, 15.065574702592645},
    {Function::erfcinv, 1e-20, 6.601580622355143},
    {Function::erfcinv, 1e-06, 3.4589107372795},
    {Function::erfcinv, 0.01, 1.8213863677184496},
    {Function::erfcinv, 0.2, 0.9061938024368232},
    {Function::erfcinv, 0.49, 0.4881220505159588},
    {Function::erfcinv, 0.51, 0.46586860023505733},
    {Function::erfcinv, 0.9, 0.08885599049425767},
    {Function::erfcinv, 1.1, -0.08885599049425777},
    {Function::erfcinv, 1.5, -0.4769362762044699},
    {Function::erfcinv, 1.7, -0.7328690779592167},
    {Function::erfcinv, 1.999, -2.3267537655135464},
    {Function::normcdf, -37.0, 5.725571222524577e-300},
    {Function::normcdf, -30.3, 5.731723503315496e-202},
    {Function::normcdf, -20.7, 1.7318518790197378e-95},
    {Function::normcdf, -10.1, 2.762109471764517e-24},
    {Function::normcdf, -5.55, 1.4283479893922769e-08},
    {Function::normcdf, -3.0, 0.0013498980316300946},
    {Function::normcdf, -1.0, 0.15865525393145705},
    {Function::normcdf, -0.3, 0.3820885778110474},
    {Function::normcdf, 0.0, 0.5},
    {Function::normcdf, 0.4, 0.6554217416103242},
    {Function::normcdf, 1.0, 0.8413447460685429},
    {Function::normcdf, 3.0, 0.9986501019683699},
    {Function::normcdf, 8.0, 0.9999999999999993},
    {Function::normcdfinv, 1e-300, -37.0470962993612},
    {Function::normcdfinv, 1e-50, -14.933337534788489},
    {Function::normcdfinv, 1e-10, -6.361340902404057},
    {Function::normcdfinv, 0.001, -3.0902323061678136},
    {Function::normcdfinv, 0.1, -1.2815515655446004},
    {Function::normcdfinv, 0.24, -0.7063025628400875},
    {Function::normcdfinv, 0.26, -0.643345405392917},
    {Function::normcdfinv, 0.4, -0.2533471031357997},
    {Function::normcdfinv, 0.55, 0.12566134685507416},
    {Function::normcdfinv, 0.7, 0.5244005127080407},
    {Function::normcdfinv, 0.9, 1.2815515655446006},
    {Function::normcdfinv, 0.999, 3.090232306167813},
    {Function::i0, 0.0, 1.0},
    {Function::i0, 1e-05, 1.000000000025},
    {Function::i0, 0.5, 1.0634833707413236},
    {Function::i0, 1.0, 1.2660658777520084},
    {Function::i0, 3.3, 6.242630465183028},
    {Function::i0, 8.0, 427.5641157218048},
    {Function::i0, 12.0, 18948.925349296307},
    {Function::i0, 15.0, 339649.3732979139},
    {Function::i0, 17.7, 4646169.6493049925},
    {Function::i0, 19.9, 39513376.52006682},
    {Function::i0, 20.1, 48017874.1071365},
    {Function::i0, 25.0, 5774560606.4663105},
    {Function::i0, 50.0, 2.9325537838493362e+20},
    {Function::i0, 200.0, 2.0396871734097245e+85},
    {Function::i0, 700.0, 1.5295933476718737e+302},
    {Function::i0, -4.0, 11.30192195213633},
    {Function::i1, 0.0, 0.0},
    {Function::i1, 1e-05, 5.0000000000625004e-06},
    {Function::i1, 0.5, 0.2578943053908963},
    {Function::i1, 1.0, 0.565159103992485},
    {Function::i1, 3.3, 5.180958855355928},
    {Function::i1, 8.0, 399.8731367825601},
    {Function::i1, 12.0, 18141.348781638833},
    {Function::i1, 15.0, 328124.9219702064},
    {Function::i1, 17.7, 4512952.879101102},
    {Function::i1, 19.9, 38507423.87486228},
    {Function::i1, 20.1, 46807739.533029884},
    {Function::i1, 25.0, 5657865129.878701},
    {Function::i1, 50.0, 2.903078590103557e+20},
    {Function::i1, 200.0, 2.034581549332063e+85},
    {Function::i1, 700.0, 1.5285003902339006e+302},
    {Function::i1, -4.0, -9.75946515370445},
    {Function::sinpi, 1e-08, 3.141592653589793e-08},
    {Function::sinpi, 0.1, 0.30901699437494745},
    {Function::sinpi, 0.25, 0.7071067811865476},
    {Function::sinpi, 0.4, 0.9510565162951536},
    {Function::sinpi, 0.999, 0.003141587485879566},
    {Function::sinpi, 1.001, -0.0031415874858792174},
    {Function::sinpi, 2.5, 1.0},
    {Function::sinpi, -3.3, 0.8090169943749471},
    {Function::sinpi, 1000.3, 0.8090169943748634},
    {Function::sinpi, 1000000000.25, 0.7071067811865476},
    {Function::cospi, 1e-08, 0.9999999999999996},
    {Function::cospi, 0.1, 0.9510565162951535},
    {Function::cospi, 0.25, 0.7071067811865476},
    {Function::cospi, 0.4999, 0.00031415926019123195},
    {Function::cospi, 0.5001, -0.00031415926019123195},
    {Function::cospi, 1.001, -0.9999950652018582},
    {Function::cospi, 2.0, 1.0},
    {Function::cospi, -3.3, -0.5877852522924736},
    {Function::cospi, 1000.3, 0.5877852522925887},
    {Function::cospi, 1000000000.25, 0.7071067811865476},
};

__global__ void evaluate(const Value* v, double* d, float* f, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = v[i].x;
  const float y = static_cast<float>(x);
  switch (v[i].f) {
    case Function::erfcx:
      d[i] = erfcx(x), f[i] = erfcxf(y);
      break;
    case Function::erfinv:
      d[i] = erfinv(x), f[i] = erfinvf(y);
      break;
    case Function::erfcinv:
      d[i] = erfcinv(x), f[i] = erfcinvf(y);
      break;
    case Function::normcdf:
      d[i] = normcdf(x), f[i] = normcdff(y);
      break;
    case Function::normcdfinv:
      d[i] = normcdfinv(x), f[i] = normcdfinvf(y);
      break;
    case Function::i0:
      d[i] = cyl_bessel_i0(x), f[i] = cyl_bessel_i0f(y);
      break;
    case Function::i1:
      d[i] = cyl_bessel_i1(x), f[i] = cyl_bessel_i1f(y);
      break;
    case Function::sinpi:
      d[i] = sinpi(x), f[i] = sinpif(y);
      break;
    case Function::cospi:
      d[i] = cospi(x), f[i] = cospif(y);
      break;
  }
}

template <class T>
double units(T got, T expected) {
  if (got == expected) return 0;
  const T size = std::fabs(expected);
  return std::fabs(static_cast<double>(got) - static_cast<double>(expected)) /
         static_cast<double>(std::nextafter(size, std::numeric_limits<T>::infinity()) - size);
}

TEST(SpecialFunctionsWithinTheirDocumentedErrors) {
  const int n = static_cast<int>(values.size());
  Device<Value> v(values);
  Device<double> d(values.size());
  Device<float> f(values.size());
  evaluate<<<(n + 63) / 64, 64>>>(v.data, d.data, f.data, n);
  const std::vector<double> r = d.get();
  const std::vector<float> s = f.get();
  for (int i = 0; i < n; ++i) {
    const Bound& bound = bounds[static_cast<int>(values[i].f)];
    const double off = units(r[i], values[i].y);
    char text[160];
    std::snprintf(text, sizeof text, "%s(%.17g): %.17g, expected %.17g", bound.name, values[i].x,
                  r[i], values[i].y);
    if (!(off <= bound.doubles)) expect::fail(__FILE__, __LINE__, text);
    // Where the argument is a float, and the result a normal one.
    const float x = static_cast<float>(values[i].x), y = static_cast<float>(values[i].y);
    if (static_cast<double>(x) != values[i].x || !(std::fabs(y) >= 1e-30f && std::fabs(y) <= 1e30f))
      continue;
    std::snprintf(text, sizeof text, "%sf(%.9g): %.9g, expected %.9g", bound.name, x, s[i], y);
    if (!(units(s[i], y) <= bound.floats + 1)) expect::fail(__FILE__, __LINE__, text);
  }
}

__global__ void at_limits(double* o) {
  int i = 0;
  o[i++] = erfinv(1.0), o[i++] = erfinv(-1.0), o[i++] = erfinv(1.5);
  o[i++] = erfcinv(0.0), o[i++] = erfcinv(2.0), o[i++] = erfcinv(-1.0);
  o[i++] = normcdfinv(0.0), o[i++] = normcdfinv(1.0), o[i++] = normcdfinv(2.0);
  const double infinity = erfinv(1.0);
  o[i++] = erfcx(infinity), o[i++] = erfcx(-infinity), o[i++] = normcdf(infinity);
  o[i++] = normcdf(-infinity), o[i++] = cyl_bessel_i0(infinity), o[i++] = cyl_bessel_i1(-infinity);
}

TEST(SpecialFunctionsAtTheirLimits) {
  Device<double> out(15);
  at_limits<<<1, 1>>>(out.data);
  const std::vector<double> r = out.get();
  const double infinity = std::numeric_limits<double>::infinity();
  const double expected[] = {infinity, -infinity, NAN,      infinity, -infinity,
                             NAN,      -infinity, infinity, NAN,      0,
                             infinity, 1,         0,        infinity, -infinity};
  for (int i = 0; i < 15; ++i)
    EXPECT(std::isnan(expected[i]) ? std::isnan(r[i]) : r[i] == expected[i]);
}

__global__ void norms(double* o, float* f) {
  const double p[5] = {1e200, -2e200, 3e200, 4e200, -5e200};
  const float q[5] = {1e30f, -2e30f, 3e30f, 4e30f, -5e30f};
  o[0] = norm(5, p), o[1] = rnorm(5, p), o[2] = norm3d(p[0], p[1], p[1]);
  o[3] = norm4d(p[0], p[0], p[0], p[0]), o[4] = rnorm4d(p[0], p[0], p[0], p[0]);
  f[0] = normf(5, q), f[1] = rnormf(5, q), f[2] = norm3df(q[0], q[1], q[1]);
  f[3] = norm4df(q[0], q[0], q[0], q[0]), f[4] = rnorm4df(q[0], q[0], q[0], q[0]);
}

TEST(NormsWithoutOverflow) {
  Device<double> d(5);
  Device<float> f(5);
  norms<<<1, 1>>>(d.data, f.data);
  const std::vector<double> r = d.get();
  const std::vector<float> s = f.get();
  const double root = std::sqrt(55.0);
  const double expected[] = {root * 1e200, 1 / (root * 1e200), 3e200, 2e200, 0.5e-200};
  const double expected_f[] = {root * 1e30, 1 / (root * 1e30), 3e30, 2e30, 0.5e-30};
  for (int i = 0; i < 5; ++i) {
    EXPECT(std::fabs(r[i] - expected[i]) <= expected[i] * 1e-15);
    EXPECT(std::fabs(s[i] - expected_f[i]) <= expected_f[i] * 4e-7);
  }
}
