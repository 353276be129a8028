#include "check/threads/warp_sets.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace simt::check {

namespace {

struct Sets {
  std::mutex lock;
  std::vector<std::uint32_t> by_code;
  std::unordered_map<std::uint32_t, Key> codes;
};

Sets& sets() {
  static auto* all = new Sets;
  return *all;
}

}  // namespace

Key code_of_warps(std::uint32_t warps) {
  Sets& s = sets();
  const std::lock_guard guard(s.lock);
  const auto [at, made] =
      s.codes.try_emplace(warps, first_warp_set + static_cast<Key>(s.by_code.size()));
  if (!made) return at->second;
  if (at->second > thread_id_mask) return at->second = several_warps;
  s.by_code.push_back(warps);
  return at->second;
}

std::uint32_t warp_set(Key accessor) {
  if (accessor < several) return 1u << accessor / 32;
  if (accessor < several_warps) return 1u << (accessor - lanes_of_warp);
  if (accessor < first_warp_set) return ~0u;
  Sets& s = sets();
  const std::lock_guard guard(s.lock);
  return s.by_code[accessor - first_warp_set];
}

}  // namespace simt::check
