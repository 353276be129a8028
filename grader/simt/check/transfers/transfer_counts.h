// Counts data moved between the host and memory with cells in the running call, in 4-byte words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace simt::check {

struct TransferCounts {
  // A word counts once until something else is stored there.
  std::uint64_t from_host = 0;  // produced by the host
  std::uint64_t to_host = 0;    // not produced by the host, and readable by it
  // The words of `to_host` that the host has read: each store counts once.
  std::uint64_t seen_by_host = 0;
};

void reset_transfer_counts();
/// The words that the host has seen, while the numbers of intervals restart: none at first, but
/// those that are kept.
class SeenWords {
 public:
  SeenWords();
  /// By the cell's old number.
  bool has(std::uintptr_t word) const;
  /// By its new number.
  static void keep(std::uintptr_t word);

 private:
  std::unordered_map<std::uintptr_t, std::uint64_t> before_;
};
const TransferCounts& transfer_counts();
/// The host, or a copy, has stored a word that did not hold the host's value before.
void note_from_host();
/// Copies brought this many words to the host, or kernels stored them in memory that the host
/// reads.
void note_for_host(std::uint64_t words);

/// The host reads these bytes. `cells`: the address that indexes their cells.
void note_seen_by_host(std::uintptr_t cells, std::size_t size);
/// A kernel has stored this many words that the host reads while it runs.
void note_seen_by_host(std::uint64_t words);

}  // namespace simt::check
