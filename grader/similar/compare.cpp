#include "similar/compare.h"

#include <algorithm>

namespace warpgrade::similar {
namespace {

struct Occurrence {
  Gram gram;
  std::size_t at;
  bool operator<(const Occurrence& other) const {
    return gram != other.gram ? gram < other.gram : at < other.at;
  }
};

std::vector<Occurrence> occurrences_of(const std::vector<Gram>& grams) {
  std::vector<Occurrence> places;
  for (std::size_t i = 0; i < grams.size(); ++i)
    if (grams[i] != 0) places.push_back({grams[i], i});
  std::sort(places.begin(), places.end());
  return places;
}

/// Runs that go on neither to the left nor to the right, the longest first.
std::vector<Match> longest_runs(const std::vector<Gram>& a, const std::vector<Gram>& b,
                                std::size_t k) {
  // A program that repeats itself must not take time by the square of its length.
  constexpr std::ptrdiff_t most_occurrences = 64;
  const std::vector<Occurrence> in_b = occurrences_of(b);
  std::vector<Match> runs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0) continue;
    auto place = std::lower_bound(in_b.begin(), in_b.end(), Occurrence{a[i], 0});
    const auto end = in_b.end() - place > most_occurrences ? place + most_occurrences : in_b.end();
    for (; place != end && place->gram == a[i]; ++place) {
      const std::size_t j = place->at;
      if (i > 0 && j > 0 && a[i - 1] != 0 && a[i - 1] == b[j - 1]) continue;
      std::size_t grams = 1;
      while (i + grams < a.size() && j + grams < b.size() && a[i + grams] != 0 &&
             a[i + grams] == b[j + grams])
        ++grams;
      runs.push_back({i, j, grams + k - 1, 0});
    }
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Match& x, const Match& y) { return x.length > y.length; });
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
  for (const Match& run : longest_runs(a.grams, b.grams, k)) {
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
