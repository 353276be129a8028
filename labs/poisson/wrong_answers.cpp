#include "wrong_answers.h"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace warpgrade::poisson {
namespace {

/// k sweeps that use new values immediately, in memory order.
Values gauss_seidel(const Grid& grid, Values u, long long count) {
  for (long long s = 0; s < count; ++s) {
    for (std::size_t i = 1; i + 1 < grid.N; ++i) {
      for (std::size_t j = 1; j + 1 < grid.N; ++j) {
        for (std::size_t k = 1; k + 1 < grid.N; ++k) {
          const std::size_t at = grid.at(i, j, k);
          u[at] = (neighbors(grid, u, at) + grid.delta2 * grid.f[at]) / 6;
        }
      }
    }
  }
  return u;
}

/// k sweeps that skip every point for which `skips(i, j, k)`.
template <class Skips>
Values sweep_but(const Grid& grid, const Values& start, long long count, const Skips& skips) {
  Values now = start, next = start;
  for (long long s = 0; s < count; ++s) {
    for_each_inner(grid, [&](std::size_t i, std::size_t at) {
      const bool skipped = skips(i, at / grid.N % grid.N, at % grid.N);
      next[at] = skipped ? now[at] : (neighbors(grid, now, at) + grid.delta2 * grid.f[at]) / 6;
    });
    now.swap(next);
  }
  return now;
}

/// How the other half's boundary plane is wrong in each of two halves.
struct Faces {
  bool first, second;  // whether that half's is wrong
  bool late;           // true: from one sweep too early; false: from the start
};

/// Two halves, planes i < cut and i ≥ cut.
Values halves(const Grid& grid, const Values& start, long long count, std::size_t cut,
              const Faces& wrong) {
  const std::size_t plane = grid.N * grid.N;
  Values before = start, now = start, next = start;
  for (long long s = 0; s < count; ++s) {
    const Values& face = wrong.late ? before : start;
    for_each_inner(grid, [&](std::size_t i, std::size_t at) {
      double sum = neighbors(grid, now, at);
      if (wrong.first && i + 1 == cut) sum += face[at + plane] - now[at + plane];
      if (wrong.second && i == cut) sum += face[at - plane] - now[at - plane];
      next[at] = (sum + grid.delta2 * grid.f[at]) / 6;
    });
    before.swap(now);
    now.swap(next);
    next = now;
  }
  return now;
}

}  // namespace

std::vector<Alternative> known_wrong_answers(const Grid& grid, const Values& start, long long k,
                                             const std::string& entry) {
  std::vector<Alternative> wrong;
  const auto add = [&](std::string meaning, Values values, std::string mistake = "") {
    wrong.push_back({std::move(meaning), std::move(values), std::move(mistake)});
  };
  add("the iterate after one sweep more than it should be", iterate(grid, start, k + 1));
  if (k == 0) return wrong;
  add("the iterate after one sweep fewer than it should be", iterate(grid, start, k - 1));
  if (k > 1) {
    add("the start: nothing was done to it, or the result is in another array", start);
    add("the iterate after a single sweep", iterate(grid, start, 1));
    add("Gauss–Seidel's iterate: new values of u were used within the sweep",
        gauss_seidel(grid, start, k));
  }
  add("the iterate after twice as many sweeps as it should be", iterate(grid, start, 2 * k));
  add("the iterate for f in place of δ²·f", iterate({grid.N, 1, grid.f}, start, k));
  add("the iterate without the source f", iterate({grid.N, 0, grid.f}, start, k));
  add("the iterate for −f: δ²·f was subtracted", iterate({grid.N, -grid.delta2, grid.f}, start, k));
  const std::size_t last = grid.N - 2;
  add("what comes out when the points with i = N − 2 are left out",
      sweep_but(grid, start, k, [=](auto i, auto, auto) { return i == last; }));
  add("what comes out when the points with j = N − 2 are left out",
      sweep_but(grid, start, k, [=](auto, auto j, auto) { return j == last; }));
  add("what comes out when the points with k = N − 2 are left out",
      sweep_but(grid, start, k, [=](auto, auto, auto x) { return x == last; }));
  if (entry == "poisson_dual" && grid.N > 3 && k > 1) {
    for (const std::size_t cut : std::set{grid.N / 2, (grid.N + 1) / 2, grid.N / 2 + 1}) {
      if (cut < 2 || cut > last) continue;
      const std::string where = fmt::format(" (planes i < {} and i ≥ {})", cut, cut);
      const std::string both = "; after each sweep the faces are copied in both directions";
      add("what comes out when the two halves never exchange their faces" + where + both,
          halves(grid, start, k, cut, {true, true, false}), "faces never exchanged");
      add("what comes out when the first half never gets the second one's face" + where + both,
          halves(grid, start, k, cut, {true, false, false}), "first half without face");
      add("what comes out when the second half never gets the first one's face" + where + both,
          halves(grid, start, k, cut, {false, true, false}), "second half without face");
      add("what comes out when the two halves get each other's face one sweep late" + where,
          halves(grid, start, k, cut, {true, true, true}), "faces one sweep late");
    }
  }
  return wrong;
}

}  // namespace warpgrade::poisson
