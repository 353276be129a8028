#include "check/races/covered_stores.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace simt::check {

namespace {

std::mutex covered_lock;
// False: nothing to look up, as in nearly all grids.
std::atomic<bool> some_covered{false};

std::unordered_map<const Origin*, CoveredStore>& covered_stores() {
  static auto* all = new std::unordered_map<const Origin*, CoveredStore>;
  return *all;
}

}  // namespace

void cover_store(const Origin* word, const CoveredStore& store) {
  const std::lock_guard guard(covered_lock);
  covered_stores()[word] = store;
  some_covered = true;
}

CoveredStore covered_store(const Origin* word) {
  if (!some_covered.load(std::memory_order_relaxed)) return {};
  const std::lock_guard guard(covered_lock);
  const auto at = covered_stores().find(word);
  return at == covered_stores().end() ? CoveredStore{} : at->second;
}

void forget_covered_stores() {
  if (!some_covered) return;
  const std::lock_guard guard(covered_lock);
  covered_stores().clear();
  some_covered = false;
}

}  // namespace simt::check
