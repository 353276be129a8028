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
  if (at->second > who_mask) return at->second = several_warps;
  s.by_code.push_back(warps);
  return at->second;
}

std::uint32_t warps_of(Key who) {
  if (who < several) return 1u << who / 32;
  if (who < several_warps) return 1u << (who - lanes_of_warp);
  if (who < first_warp_set) return ~0u;
  Sets& s = sets();
  const std::lock_guard guard(s.lock);
  return s.by_code[who - first_warp_set];
}

}  // namespace simt::check
