#include "input.h"

#include <cmath>
#include <numbers>

#include "base/fault.h"

namespace warpgrade::poisson {

using std::numbers::pi;

Manufactured::Manufactured(double delta, std::size_t N) {
  for (std::size_t a = 0; a < N; ++a) {
    const double x = -1 + delta * static_cast<double>(a);
    at_.push_back(x);
    for (const int m : {1, 2, 3}) sines_[m - 1].push_back(std::sin(m * pi * x));
  }
}

double Manufactured::value(std::size_t i, std::size_t j, std::size_t k, double sines) const {
  const double x = at_[k], y = at_[j], z = at_[i];
  return waves(i, j, k, sines) + 1 + x + 2 * y - 3 * z + x * x - 2 * y * y + 3 * z * z + x * y * z;
}

double Manufactured::source(std::size_t i, std::size_t j, std::size_t k, double sines) const {
  return waves(i, j, k, 14 * pi * pi * sines) - 4;
}

double Manufactured::waves(std::size_t i, std::size_t j, std::size_t k, double scale) const {
  return scale * sines_[0][k] * sines_[1][j] * sines_[2][i];
}

// The sines are eigenvectors of the difference quotients too, with Σ (2 − 2·cos mπδ)/δ² in place of
// Σ (mπ)², m = 1, 2, 3.
double on_the_grid(double delta) {
  double sum = 0;
  for (const int m : {1, 2, 3}) {
    const double s = std::sin(m * pi * delta / 2);
    sum += 4 * s * s / (delta * delta);
  }
  return 14 * pi * pi / sum;
}

Input::Input(const Case& c, std::size_t N, Random& random)
    : kind_(c.input),
      N_(N),
      random_(random),
      amplitude_(random.uniform(1, 2)),
      solution_(delta(), c.input == "manufactured" ? N : 0) {}

Point Input::point(std::size_t i, std::size_t j, std::size_t k) {
  const double d2 = delta() * delta();
  const auto ends = [&](std::size_t a) { return a == 0 || a + 1 == N_; };
  const bool wall = ends(i) || ends(j) || ends(k);
  if (kind_ == "room") {
    // Where −1 ≤ x ≤ −3/8, −1 ≤ y ≤ −1/2 and −2/3 ≤ z ≤ 0, as in the course's code: it takes the
    // distance of points as 2/N, here and in δ²·f. This reproduces its numbers of iterations,
    // 973, 2925, 8361 and 23248 for N = 64, 128, 256 and 512 and a tolerance of 1.
    const bool heated = k <= 5 * N_ / 16 && j <= N_ / 4 && i >= N_ / 6 && i <= N_ / 2;
    const double apart = 2 / static_cast<double>(N_);
    return {!wall ? 10.0 : j == 0 ? 0.0 : 20.0, heated ? 200 * apart * apart : 0};
  }
  if (kind_ == "manufactured")
    return {wall ? solution_.value(i, j, k, amplitude_) : 0,
            solution_.source(i, j, k, amplitude_) * d2};
  if (kind_ == "random") return {random_.uniform(-1, 1), random_.uniform(-1, 1)};
  if (kind_ == "graded") {
    // From 10⁻⁴ in one corner to 10⁴ in the opposite one.
    const double scale = std::pow(10, 8 * share(i + j + k) / 3 - 4);
    return {scale * random_.uniform(0.5, 1), scale * random_.uniform(-1, 1)};
  }
  if (kind_ == "integers") {
    // Multiples of 36, so that the first sweep gives multiples of 6 and the second one integers;
    // in floating point too where δ² is a power of two.
    const bool exact = N_ > 1 && ((N_ - 1) & (N_ - 2)) == 0;
    const auto any = [&] { return 36 * static_cast<double>(random_.integer(-50, 50)); };
    return {any(), exact ? any() : 0};
  }
  if (kind_ != "asymmetric") throw GraderError("the lab poisson has no input kind '" + kind_ + "'");
  // Steep along i, less along j, and the reverse in f.
  return {
      100 * std::pow(share(i), 2) + 10 * share(j) - std::pow(share(k), 3) + random_.uniform(0, 0.5),
      20 * share(k) - 3 * share(j) + random_.uniform(0, 0.5)};
}

double Input::share(std::size_t a) const {
  return N_ > 1 ? static_cast<double>(a) / static_cast<double>(N_ - 1) : 0;
}

}  // namespace warpgrade::poisson
