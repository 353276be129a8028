// Device code of the lab "poisson": generates its values and verifies results. Truth, bound and the
// range for the number of sweeps are the reference's (reference.cpp).
#include <algorithm>
#include <memory>

#include "referee_iterates.cuh"

namespace warpgrade::referee {
namespace {

/// The longest chain of roundings in a sweep (reference.cpp).
constexpr double roundings = 9;

/// u (twice, if there is u_old) and f. "room": draws no numbers. "random": number 0 is not for the
/// arrays, and then each point has two.
__global__ void fill_cube(std::size_t N, double delta2, bool room, std::uint64_t seed, real* f,
                          real* u, real* u_old) {
  for (std::size_t at = walk_from(); at < N * N * N; at += walk_step()) {
    const std::size_t i = at / (N * N), j = at / N % N, k = at % N;
    double start, source;
    if (room) {
      const auto ends = [N](std::size_t x) { return x == 0 || x + 1 == N; };
      const bool wall = ends(i) || ends(j) || ends(k);
      const bool heated = k <= 5 * N / 16 && j <= N / 4 && i >= N / 6 && i <= N / 2;
      const double apart = 2 / static_cast<double>(N);
      start = !wall ? 10.0 : j == 0 ? 0.0 : 20.0;
      source = heated ? 200 * apart * apart : 0;
    } else {
      start = uniform_at(seed, 1 + 2 * at, -1, 1);
      source = uniform_at(seed, 2 + 2 * at, -1, 1);
    }
    u[at] = static_cast<real>(start);
    if (u_old != nullptr) u_old[at] = static_cast<real>(start);
    f[at] = static_cast<real>(delta2 > 0 ? source / delta2 : 0);
  }
}

/// The bound if sweeps were not computed one by one: gamma·magnitude·min(sweeps, 3·x·(N − 1 − x)),
/// where x is one of the point's three indices.
struct BoundAtOnce {
  double gamma_magnitude, sweeps;

  __host__ __device__ static double across(std::size_t N, std::size_t x) {
    return 3 * static_cast<double>(x) * static_cast<double>(N - 1 - x);
  }
  __device__ double of(std::size_t N, std::size_t at) const {
    const double least =
        fmin(across(N, at / (N * N)), fmin(across(N, at / N % N), across(N, at % N)));
    return gamma_magnitude * fmin(sweeps, least);
  }
};

/// `error`: the bound, or null for BoundAtOnce.
__global__ void judge_points(std::size_t N, const real* u, const double* exact, const double* error,
                             BoundAtOnce at_once, unsigned long long* wrong) {
  for (std::size_t at = walk_from(); at < N * N * N; at += walk_step()) {
    const double bound = error != nullptr ? error[at] : at_once.of(N, at);
    if (!accepts(u[at], exact[at], bound)) atomicAdd(wrong, 1ull);
  }
}

bool stops_by_norm(const Facts& facts) {
  return facts.entry == "poisson_norm" || facts.entry == "poisson_best";
}

class PoissonDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    return (facts.input == "random" || facts.input == "room") && facts.integer("N") > 0;
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const auto N = static_cast<std::size_t>(facts.integer("N"));
    const double delta = N > 1 ? 2 / static_cast<double>(N - 1) : 0;
    const auto u_old = arrays.find("u_old");
    fill_cube<<<blocks_for(N * N * N), threads_of_block>>>(
        N, delta * delta, facts.input == "room", facts.seed, arrays.at("f").data,
        arrays.at("u").data, u_old == arrays.end() ? nullptr : u_old->second.data);
    check_launch("making values");
  }

  /// u belongs to the number of sweeps that is returned. Frees the verification's memory
  /// afterwards: N³ doubles, two to six times.
  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long returned) override {
    const Grid grid{static_cast<std::size_t>(facts.integer("N")), facts.reals.at("delta2"),
                    inputs.at("f").data, inputs.at("u").data};
    const bool stops = stops_by_norm(facts);
    const long long most = facts.integer(stops ? "max_iterations" : "iterations");
    const double gamma = facts.gamma_real(roundings);
    const double start = largest(grid.start, grid.points());
    const double source = std::fabs(grid.delta2) * largest(grid.f, grid.points()) / 6;
    const bool sweeps = reference_sweeps(grid, most);

    std::unique_ptr<Iterates> iterates;
    if (!sweeps)
      iterates = std::make_unique<Transformed>(grid);
    else if (stops)
      iterates = std::make_unique<Swept>(grid, 0);
    if (stops) {
      const Stop stop =
          find_stop(grid, *iterates, most, facts.reals.at("tolerance"), gamma, start + source);
      if (!(stop.low <= returned && returned <= stop.high)) return {false, 0};
    }
    // The truth is computed in double and has errors, too.
    const double both = gamma * (1 + 0x1p-53 / Facts::unit_roundoff());
    if (sweeps) {
      iterates.reset();  // its memory, first
      iterates = std::make_unique<Swept>(grid, both);
    }

    Scratch memory;
    const long long done = stops ? returned : most;
    double* const exact = memory.room<double>(grid.points());
    iterates->u(done, exact);
    const double across = BoundAtOnce::across(grid.N, grid.N / 2);
    const auto k = static_cast<double>(done);
    const BoundAtOnce at_once{both * (start + source * (1 + std::min(k, across))), k};
    judge_points<<<blocks_for(grid.points()), threads_of_block>>>(
        grid.N, outputs.at("u").data, exact,
        sweeps ? static_cast<Swept&>(*iterates).error() : nullptr, at_once, tally_.start());
    check_launch("verification");
    return tally_.found();
  }

 private:
  Tally tally_;
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(PoissonDeviceReference)
