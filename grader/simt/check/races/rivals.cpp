#include "check/races/rivals.h"

#include <unordered_map>

namespace simt::check {

namespace {

// No lock needed: races are reported only when one worker runs the grid.
std::unordered_map<const Origin*, Rival>& rivals() {
  static auto* all = new std::unordered_map<const Origin*, Rival>;
  return *all;
}

}  // namespace

void note_rival(const Origin* word, const Rival& rival) {
  constexpr std::size_t most = 4096;
  if (rivals().size() < most || rivals().count(word) > 0) rivals()[word] = rival;
}

Rival find_rival(const Origin* word) {
  if (rivals().empty()) return {};
  const auto at = rivals().find(word);
  return at == rivals().end() ? Rival{} : at->second;
}

void forget_rivals() { rivals().clear(); }

}  // namespace simt::check
