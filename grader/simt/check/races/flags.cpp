#include "check/races/flags.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "check/report/findings.h"

namespace simt::check {

namespace {

/// The value before the block's first volatile store since its latest barrier, which published
/// earlier ones.
struct Before {
  std::uint32_t block = 0, epoch = 0;
  unsigned size = 0;
  unsigned char bytes[16] = {};
};

struct Read {
  std::uintptr_t pc, address;
};

struct Thread {
  std::uint32_t block;
  unsigned thread;
  bool operator<(const Thread& o) const {
    return block != o.block ? block < o.block : thread < o.thread;
  }
};

struct PutOff {
  std::uintptr_t word;
  bool both_write;
  Race race;
};

struct Flags {
  std::map<Thread, std::vector<Read>> reads;
  std::set<std::uintptr_t> polled, latches;  // words
  std::unordered_map<std::uintptr_t, Before> before;
  std::vector<PutOff> races;
  std::map<std::pair<std::uint64_t, std::uint64_t>, unsigned> times_postponed;  // by pair of places
  bool read_postponed = false;
  bool used = false;
};

Flags& flags() {
  static auto* all = new Flags;
  return *all;
}

/// A polling thread alternates between at most this many variables.
constexpr std::size_t most_polled = 4;
/// Races recorded per pair of places.
constexpr unsigned most_postponed = 64;

std::uintptr_t word_address(std::uintptr_t address) { return address & ~std::uintptr_t{3}; }

Thread running() { return {current_thread.block->index, self.thread}; }

}  // namespace

void note_volatile_read(std::uintptr_t address, unsigned size) {
  if (current.parallel) return;
  Flags& f = flags();
  f.used = true;
  std::vector<Read>& reads = f.reads[running()];
  const auto again = std::find_if(reads.begin(), reads.end(), [address](const Read& r) {
    return r.address == address && r.pc == current_thread.pc;
  });
  if (again != reads.end()) {
    for (unsigned i = 0; i < size; i += 4) f.polled.insert(word_address(address + i));
    return;
  }
  if (reads.size() == most_polled) reads.erase(reads.begin());
  reads.push_back({current_thread.pc, address});
}

void note_volatile_store(std::uintptr_t address, unsigned size) {
  if (current.parallel) return;
  Flags& f = flags();
  f.used = true;
  f.reads[running()].clear();
  if (size > sizeof Before::bytes) return;
  const BlockState& b = *current_thread.block;
  const auto [at, made] = f.before.try_emplace(address);
  Before& before = at->second;
  if (!made && (before.block != b.index || before.epoch == b.epoch)) return;
  before.block = b.index;
  before.epoch = b.epoch;
  before.size = size;
  std::memcpy(before.bytes, reinterpret_cast<void*>(address), size);
}

bool is_flag(std::uintptr_t address) { return flags().polled.count(word_address(address)) != 0; }

void note_latch(std::uintptr_t address) {
  if (!current.parallel) flags().latches.insert(word_address(address));
}

void postpone_race(const RaceWith& r, const Touch& t, std::uintptr_t pc) {
  need_serial();
  Flags& f = flags();
  f.used = true;
  // Lanes of one warp run so closely together that none would read an outdated value.
  f.read_postponed = t.what == What::read && !in_same_warp(r.other);
  if (++f.times_postponed[{pc, r.pc}] > most_postponed) return;
  f.races.push_back(
      {word_address(t.address), t.what == What::write && r.wrote, make_race(r, t, pc)});
}

bool consume_postponed_read() { return std::exchange(flags().read_postponed, false); }

void replace_value(std::uintptr_t address, unsigned size) {
  const auto at = flags().before.find(address);
  if (at == flags().before.end() || at->second.size != size) return;
  ReplacedValue& s = replaced;
  s = {true, address, size, {}, {}};
  auto* const memory = reinterpret_cast<unsigned char*>(address);
  std::memcpy(s.value, memory, size);
  std::memcpy(s.instead, at->second.bytes, size);
  std::memcpy(memory, s.instead, size);
  disable_fast_paths();
}

void restore_value() {
  replaced.there = false;
  auto* const memory = reinterpret_cast<void*>(replaced.address);
  // Skip it if the host has stored there in the meantime.
  if (std::memcmp(memory, replaced.instead, replaced.size) == 0)
    std::memcpy(memory, replaced.value, replaced.size);
  resume_fast_paths();
}

void report_postponed_races() {
  Flags& f = flags();
  if (!f.used) return;
  for (const PutOff& p : f.races) {
    if (f.polled.count(p.word) || (!p.both_write && f.latches.count(p.word))) continue;
    found(Level::error, p.race.place, p.race.other, p.race.cause, [&] { return p.race.facts; });
  }
  f = Flags{};
}

}  // namespace simt::check
