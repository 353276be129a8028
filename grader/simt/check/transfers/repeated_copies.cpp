#include "check/transfers/repeated_copies.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "check/memory/registered_memory.h"
#include "check/races/operations.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/shadow.h"
#include "check/state.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

constexpr unsigned least_times = 4;
// Zeros are often alike by chance, as in a case whose values are all 0, but not in every round of
// many.
constexpr unsigned least_times_of_zeros = 32;

/// What one line of the program copies.
struct CopyCall {
  detail::CallSite call{};
  std::uint64_t latest = 0;  // its operation
  unsigned times = 0, changes = 0;
  std::uint64_t stores = 0, earlier = 0;  // who stored what the latest copied, and the one before
  std::uint64_t bytes = 0;                // of the latest
  bool changed = false;                   // by the latest
  bool zeros = true;                      // whenever nothing changed
};

/// By address, file and line.
using CopyCalls = std::map<std::tuple<const void*, const char*, int>, CopyCall>;

CopyCalls& copy_calls() {
  static auto* all = new CopyCalls;
  return *all;
}

/// A number that is another one when somebody has stored in the source since: then nobody could
/// know before that the values are the same. Of memory without cells the values alone tell.
std::uint64_t find_stores(std::uintptr_t from, std::size_t size) {
  if (!detail::is_device(detail::address_space(reinterpret_cast<void*>(from))) &&
      !is_for_both(from))
    return 0;
  from = cell_address(from);
  std::uint64_t all = 0;
  for (std::uintptr_t word = from & ~std::uintptr_t{3}; word < from + size; word += 4) {
    const Cell cell = *cell_at(word);
    all = all * 31 + (cell == split_cell ? 0 : last_write(cell));
  }
  return all;
}

/// All rows of the latest copy have been noted.
void end_copy(CopyCall& c) {
  if (c.changed || (c.times > 1 && c.stores != c.earlier)) ++c.changes;
  c.changed = false;
  c.earlier = std::exchange(c.stores, 0);
}

bool are_zeros(const char* bytes, std::size_t size) {
  return std::all_of(bytes, bytes + size, [](char byte) { return byte == 0; });
}

}  // namespace

void reset_repeated_copies() { copy_calls().clear(); }

void note_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size) {
  const detail::CallSite& call = queued_by(current.id);
  CopyCall& c = copy_calls()[{call.pc, call.file, call.line}];
  if (c.latest != current.id || c.times == 0) {  // else another row of the same copy
    end_copy(c);
    c.call = call;
    c.latest = current.id;
    c.bytes = 0;
    ++c.times;
  }
  c.bytes += size;
  c.stores = c.stores * 31 + find_stores(from, size);
  if (c.changed) return;
  const auto* const source = reinterpret_cast<const char*>(from);
  if (std::memcmp(reinterpret_cast<const char*>(to), source, size) != 0) {
    c.changed = true;
  } else {
    c.zeros = c.zeros && are_zeros(source, size);
  }
}

void report_repeated_copies() {
  for (auto& [place, c] : copy_calls()) {
    end_copy(c);
    if (c.times < (c.zeros ? least_times_of_zeros : least_times) || c.changes > 1) continue;
    found(Level::advice, at(c.call), "copy.repeated", [&c = c] {
      return Facts()
          .add("call", c.call.call ? c.call.call : "A copy")
          .add("times", std::to_string(c.times))
          .add("bytes", plural(c.bytes, "byte"));
    });
  }
}

}  // namespace simt::check
