#include "check/threads/polls.h"

#include <cstring>
#include <vector>

#include "check/state.h"

namespace simt::check {

bool Polls::repeat(const Load& load) {
  if (load == first_) {
    times_ = since_ == cycle_ ? times_ + 1 : 0;
    cycle_ = since_;
    since_ = distance_ = 0;
  } else if (++distance_ == limit_) {
    limit_ = limit_ < longest_cycle ? 2 * limit_ : limit_;
    first_ = load;
    since_ = cycle_ = distance_ = times_ = 0;
  } else {
    for (const std::uint64_t part :
         {std::uint64_t{load.pc}, std::uint64_t{load.address}, load.value})
      since_ = (since_ ^ part) * 0x9E3779B97F4A7C15u;
  }
  return times_ >= most_counted;
}

void note_poll(std::uintptr_t address, unsigned size) {
  if (current.parallel) return;
  std::vector<Polls>& polls = current_thread.block->polls;
  if (polls.empty()) polls.resize(self.block->count);
  Polls::Load load{current_thread.pc, address, 0};
  const auto* const bytes = reinterpret_cast<const char*>(address);
  for (unsigned i = 0; i < size; i += 8) {
    std::uint64_t part = 0;
    std::memcpy(&part, bytes + i, size - i < 8 ? size - i : 8);
    load.value = load.value * 0x9E3779B97F4A7C15u + part;
  }
  if (!polls[self.thread].repeat(load)) ++current_thread.progress;
}

}  // namespace simt::check
