#include "check/races/unordered_stores.h"

#include <unordered_map>

namespace simt::check {

namespace {

// No lock needed: races are reported only when one worker runs the grid.
std::unordered_map<const Origin*, UnorderedStore>& unordered_stores() {
  static auto* all = new std::unordered_map<const Origin*, UnorderedStore>;
  return *all;
}

}  // namespace

void note_unordered_store(const Origin* word, const UnorderedStore& rival) {
  constexpr std::size_t most = 4096;
  if (unordered_stores().size() < most || unordered_stores().count(word) > 0)
    unordered_stores()[word] = rival;
}

UnorderedStore find_unordered_store(const Origin* word) {
  if (unordered_stores().empty()) return {};
  const auto at = unordered_stores().find(word);
  return at == unordered_stores().end() ? UnorderedStore{} : at->second;
}

void forget_unordered_stores() { unordered_stores().clear(); }

}  // namespace simt::check
