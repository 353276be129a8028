#include "check/transfers/transfer_counts.h"

#include <mutex>

#include "check/races/ages.h"
#include "check/races/split_words.h"
#include "check/shadow.h"

namespace simt::check {

namespace {

TransferCounts transferred;

std::mutex& seen_lock() {
  static auto* made = new std::mutex;
  return *made;
}

/// For each word, the number of the store that the host has seen last.
std::unordered_map<std::uintptr_t, std::uint64_t>& seen() {
  static auto* all = new std::unordered_map<std::uintptr_t, std::uint64_t>;
  return *all;
}

std::uint64_t of_others(Key write) { return write == 0 || set_by_host(write) ? 0 : write; }

/// The number of the store that produced the word's value; 0 if there is none or the host stored
/// it.
std::uint64_t last_store(std::uintptr_t word) {
  const Cell cell = __atomic_load_n(cell_at(word), __ATOMIC_RELAXED);
  if (cell != split_cell) return of_others(last_write(cell));
  std::uint64_t all = 0;
  for (unsigned i = 0; i < 4; ++i) all = all * 31 + of_others(last_write(byte_cell(word + i)));
  return all;
}

}  // namespace

void reset_transfer_counts() {
  transferred = {};
  seen().clear();
}

SeenWords::SeenWords() { before_.swap(seen()); }

bool SeenWords::has(std::uintptr_t word) const {
  if (before_.empty()) return false;
  const auto at = before_.find(word);
  return at != before_.end() && at->second == last_store(word);
}

void SeenWords::keep(std::uintptr_t word) { seen()[word] = last_store(word); }

const TransferCounts& transfer_counts() { return transferred; }

void note_from_host() { ++transferred.from_host; }

void note_for_host(std::uint64_t words) {
  __atomic_fetch_add(&transferred.to_host, words, __ATOMIC_RELAXED);
}

void note_seen_by_host(std::uint64_t words) {
  __atomic_fetch_add(&transferred.seen_by_host, words, __ATOMIC_RELAXED);
}

void note_seen_by_host(std::uintptr_t cells, std::size_t size) {
  const std::uintptr_t end = cells + size;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; word < end; word += 4) {
    const std::uint64_t store = last_store(word);
    if (store == 0) continue;
    const std::lock_guard guard(seen_lock());
    std::uint64_t& before = seen()[word];
    transferred.seen_by_host += before != store;
    before = store;
  }
}

}  // namespace simt::check
