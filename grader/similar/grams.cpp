#include "similar/grams.h"

#include <algorithm>
#include <unordered_map>

namespace warpgrade::similar {
namespace {

/// The finalizer of splitmix64: every bit of `x` affects every bit of the result.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

std::vector<Gram> make_grams(const Tokens& tokens, std::size_t k) {
  const std::size_t n = tokens.size();
  std::vector<std::size_t> back(n, 0);    // distance to the previous equal name; 0: none
  std::vector<std::size_t> to_gap(n, 0);  // distance to the next gap
  std::unordered_map<std::uint32_t, std::size_t> last;
  for (std::size_t i = 0; i < n; ++i) {
    if (!tokens[i].is_name()) continue;
    const auto [found, fresh] = last.try_emplace(tokens[i].code, i);
    if (!fresh) back[i] = i - found->second;
    found->second = i;
  }
  for (std::size_t i = n; i-- > 0;)
    to_gap[i] = tokens[i].is_gap() ? 0 : 1 + (i + 1 < n ? to_gap[i + 1] : 0);
  std::vector<Gram> grams(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    if (to_gap[i] < k) continue;
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (std::size_t j = 0; j < k; ++j) {
      const std::size_t distance = back[i + j] <= j ? back[i + j] : 0;
      const std::uint64_t code =
          tokens[i + j].is_name() ? Token::name_bit + distance : tokens[i + j].code;
      hash = (hash ^ code) * 0x9ddfea08eb382d69u;
      hash ^= hash >> 29;
    }
    grams[i] = std::max<Gram>(mixed(hash), 1);
  }
  return grams;
}

std::vector<Gram> winnow(const std::vector<Gram>& grams, std::size_t window,
                         const std::function<bool(Gram)>& counts) {
  std::vector<Gram> selected;
  const std::size_t n = grams.size();
  std::vector<Gram> rank(n, 0);
  for (std::size_t i = 0; i < n; ++i) rank[i] = counts(grams[i]) ? grams[i] : ~Gram{0};
  constexpr std::size_t nowhere = ~std::size_t{0};
  std::size_t least = nowhere;
  for (std::size_t begin = 0, end = 0; end < n; ++end) {
    if (grams[end] == 0) {
      begin = end + 1;
      least = nowhere;
      continue;
    }
    if (end + 1 - begin < window) continue;
    const std::size_t first = end + 1 - window;
    if (least == nowhere || least < first) {
      least = first;
      for (std::size_t i = first; i <= end; ++i)
        if (rank[i] <= rank[least]) least = i;
    } else if (rank[end] <= rank[least]) {
      least = end;
    }
    if (rank[least] != ~Gram{0}) selected.push_back(rank[least]);
  }
  std::sort(selected.begin(), selected.end());
  selected.erase(std::unique(selected.begin(), selected.end()), selected.end());
  return selected;
}

}  // namespace warpgrade::similar
