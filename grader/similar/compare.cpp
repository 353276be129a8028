#include "similar/compare.h"

#include <algorithm>
#include <utility>

namespace warpgrade::similar {
namespace {

/// Runs that go on neither to the left nor to the right, the longest first.
std::vector<Match> longest_runs(const Program& a, const Program& b, std::size_t k) {
  // A program that repeats itself must not take time by the square of its length.
  constexpr std::ptrdiff_t most = 64;
  std::vector<Match> runs;
  const auto add_run = [&](std::size_t i, std::size_t j) {
    const auto alike = [&](std::size_t x, std::size_t y) {
      return x < a.grams.size() && y < b.grams.size() && a.grams[x] != 0 &&
             a.grams[x] == b.grams[y];
    };
    if (i > 0 && j > 0 && alike(i - 1, j - 1)) return;
    std::size_t grams = 1;
    while (alike(i + grams, j + grams)) ++grams;
    runs.push_back({i, j, grams + k - 1, 0});
  };
  const auto end_of = [](auto at, const std::vector<Occurrence>& all) {
    auto end = at;
    while (end != all.end() && end->gram == at->gram) ++end;
    return end;
  };
  auto x = a.occurrences.begin(), y = b.occurrences.begin();
  while (x != a.occurrences.end() && y != b.occurrences.end()) {
    if (x->gram < y->gram) {
      ++x;
    } else if (y->gram < x->gram) {
      ++y;
    } else {
      const auto end_x = end_of(x, a.occurrences), end_y = end_of(y, b.occurrences);
      for (auto i = x; i != x + std::min(end_x - x, most); ++i)
        for (auto j = y; j != y + std::min(end_y - y, most); ++j) add_run(i->at, j->at);
      x = end_x;
      y = end_y;
    }
  }
  std::sort(runs.begin(), runs.end(), [](const Match& one, const Match& other) {
    return one.length != other.length ? one.length > other.length
                                      : std::pair(one.first_a, one.first_b) <
                                            std::pair(other.first_a, other.first_b);
  });
  return runs;
}

}  // namespace

Comparison compare_programs(const Program& a, const Program& b, const Lengths& lengths,
                            const std::function<bool(Gram)>& counts) {
  Comparison found;
  found.own_a = a.own;
  found.own_b = b.own;
  const std::size_t k = lengths.k, shortest = lengths.shortest();
  std::vector<char> used_a(a.tokens.size(), 0), used_b(b.tokens.size(), 0);
  const auto take = [&](Match match) {
    std::size_t counted_until = 0;
    for (std::size_t i = 0; i < match.length; ++i) {
      if (i + k <= match.length && counts(a.grams[match.first_a + i])) counted_until = i + k;
      if (i < counted_until) ++match.counted;
    }
    if (match.counted < shortest) return;
    std::fill_n(used_a.begin() + static_cast<std::ptrdiff_t>(match.first_a), match.length, 1);
    std::fill_n(used_b.begin() + static_cast<std::ptrdiff_t>(match.first_b), match.length, 1);
    found.matches.push_back(match);
    found.counted += match.counted;
    found.longest = std::max(found.longest, match.counted);
  };
  for (const Match& run : longest_runs(a, b, k)) {
    if (run.length < shortest) break;
    for (std::size_t begin = 0; begin < run.length;) {
      std::size_t end = begin;
      while (end < run.length && used_a[run.first_a + end] == 0 && used_b[run.first_b + end] == 0)
        ++end;
      if (end - begin >= shortest)
        take({run.first_a + begin, run.first_b + begin, end - begin, 0});
      begin = end + 1;
    }
  }
  std::sort(found.matches.begin(), found.matches.end(),
            [](const Match& x, const Match& y) { return x.first_a < y.first_a; });
  return found;
}

bool is_told(const Comparison& comparison, const Thresholds& thresholds) {
  const std::size_t fewer = std::min(comparison.own_a, comparison.own_b);
  return comparison.longest >= thresholds.longest ||
         (comparison.counted >= thresholds.counted &&
          static_cast<double>(comparison.counted) >= thresholds.share * static_cast<double>(fewer));
}

}  // namespace warpgrade::similar
