// Loads by which a thread may wait for another one: volatile loads, and atomics that change
// nothing.
#pragma once

#include <cstdint>

namespace simt::check {

/// A thread's loads that may poll, and whether they repeat. A thread that waits goes through the
/// same loads again and again: the same addresses at the same places, with the same values. A
/// thread that counts through an array does not. Finds cycles of any length up to longest_cycle by
/// Brent's algorithm: it compares with one load, and takes a later one at growing distances.
class Polls {
 public:
  struct Load {
    std::uintptr_t pc, address;
    std::uint64_t value;
    bool operator==(const Load& o) const {
      return pc == o.pc && address == o.address && value == o.value;
    }
  };
  /// Returns whether the loads up to this one may be those of a thread that waits.
  bool repeat(const Load& load);

 private:
  static constexpr unsigned longest_cycle = 1024;
  /// A short loop that counts may load the same few words this often.
  static constexpr unsigned most_counted = 64;

  Load first_{};
  std::uint64_t since_ = 0, cycle_ = 0;  // hashes of the loads since first_, and of a whole cycle
  unsigned distance_ = 0, limit_ = 1, times_ = 0;
};

/// The running thread has loaded the word, or executed an atomic that left it unchanged.
void note_poll(std::uintptr_t address, unsigned size);

}  // namespace simt::check
