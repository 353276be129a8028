#include "similar/common_code.h"

#include <algorithm>
#include <utility>

namespace warpgrade::similar {
namespace {

/// Maximal matching runs, the longest first.
std::vector<Match> longest_runs(const Program& a, const GramIndex& index, const Program& b,
                                std::size_t k) {
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
  for (std::size_t j = 0; j < b.grams.size(); ++j) {
    if (b.grams[j] == 0) continue;
    const auto [begin, end] = index.find(b.grams[j]);
    for (auto at = begin; at != end; ++at) add_run(at->at, j);
  }
  std::sort(runs.begin(), runs.end(), [](const Match& one, const Match& other) {
    return one.length != other.length
               ? one.length > other.length
               : std::pair(one.first_a, one.first_b) < std::pair(other.first_a, other.first_b);
  });
  return runs;
}

}  // namespace

GramIndex::GramIndex(const std::vector<Gram>& grams) : may_hold_(1 << 16, false) {
  for (std::size_t i = 0; i < grams.size(); ++i) {
    if (grams[i] == 0) continue;
    occurrences_.push_back({grams[i], i});
    may_hold_[grams[i] % may_hold_.size()] = true;
  }
  std::sort(occurrences_.begin(), occurrences_.end(), [](const Occurrence& x, const Occurrence& y) {
    return x.gram != y.gram ? x.gram < y.gram : x.at < y.at;
  });
}

std::pair<GramIndex::Iterator, GramIndex::Iterator> GramIndex::find(Gram gram) const {
  if (!may_hold_[gram % may_hold_.size()]) return {occurrences_.end(), occurrences_.end()};
  const auto begin = std::lower_bound(occurrences_.begin(), occurrences_.end(), gram,
                                      [](const Occurrence& x, Gram y) { return x.gram < y; });
  auto end = begin;
  constexpr std::ptrdiff_t most = 64;
  while (end != occurrences_.end() && end - begin < most && end->gram == gram) ++end;
  return {begin, end};
}

Comparison compare_programs(const Program& a, const GramIndex& index_of_a, const Program& b,
                            const Lengths& lengths, const std::function<bool(Gram)>& counts) {
  Comparison found;
  found.own_a = a.own;
  found.own_b = b.own;
  const std::size_t k = lengths.k, shortest = lengths.shortest();
  std::vector<char> used_a(a.tokens.size(), 0), used_b(b.tokens.size(), 0);
  const auto add_match = [&](const Match& run) {
    Match match = {0, 0, 0, 0};
    std::size_t evidence_until = 0;
    for (std::size_t i = 0; i < run.length; ++i) {
      if (i + k <= run.length && counts(a.grams[run.first_a + i])) evidence_until = i + k;
      if (i >= evidence_until || a.is_own[run.first_a + i] == 0 || b.is_own[run.first_b + i] == 0)
        continue;
      if (match.counted++ == 0) {
        match.first_a = run.first_a + i;
        match.first_b = run.first_b + i;
      }
      match.length = run.first_a + i + 1 - match.first_a;
    }
    if (match.counted < shortest) return;
    std::fill_n(used_a.begin() + static_cast<std::ptrdiff_t>(match.first_a), match.length, 1);
    std::fill_n(used_b.begin() + static_cast<std::ptrdiff_t>(match.first_b), match.length, 1);
    found.matches.push_back(match);
    found.counted += match.counted;
    found.longest = std::max(found.longest, match.counted);
  };
  for (const Match& run : longest_runs(a, index_of_a, b, k)) {
    if (run.length < shortest) break;
    for (std::size_t begin = 0; begin < run.length;) {
      std::size_t end = begin;
      while (end < run.length && used_a[run.first_a + end] == 0 && used_b[run.first_b + end] == 0)
        ++end;
      if (end - begin >= shortest)
        add_match({run.first_a + begin, run.first_b + begin, end - begin, 0});
      begin = end + 1;
    }
  }
  std::sort(found.matches.begin(), found.matches.end(),
            [](const Match& x, const Match& y) { return x.first_a < y.first_a; });
  return found;
}

bool is_reported(const Comparison& comparison, const Thresholds& thresholds) {
  const std::size_t fewer = std::min(comparison.own_a, comparison.own_b);
  return comparison.longest >= thresholds.longest ||
         (comparison.counted >= thresholds.counted &&
          static_cast<double>(comparison.counted) >= thresholds.share * static_cast<double>(fewer));
}

}  // namespace warpgrade::similar
