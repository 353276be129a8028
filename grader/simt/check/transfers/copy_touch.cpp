#include "check/transfers/copy_touch.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/memory/spots.h"
#include "check/memory/unset.h"
#include "check/memory/variable_memory.h"
#include "check/races/ages.h"
#include "check/races/operations.h"
#include "check/races/split_words.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "check/transfers/transfer_counts.h"
#include "engine/memory/address_space.h"
#include "engine/memory/device_heap.h"

namespace simt::check {

namespace {

using detail::Space;

bool has_cells(std::uintptr_t address) {
  const Space space = detail::address_space(reinterpret_cast<void*>(address));
  return detail::is_device(space) || is_for_both(address) ||
         (space == Space::elsewhere && in_variables(address));
}

bool copy_may_not(Key k) {
  if (interval_number(k) <= long_ago) return false;
  const Interval& then = intervals[interval_number(k)];
  if (then.block == Interval::host) return then.operation_id >= current.id;
  return then.operation_id != current.id && !ordered(then.operation_id, current.id);
}

/// Nothing orders the copy after the access of `other`.
void report_conflict(std::uintptr_t address, bool write, Key other, bool with_write,
                     const Origin& origin) {
  const std::uint32_t pc = (with_write ? origin.write_pc : origin.read_pc[0]) & pc_mask;
  const Interval& then = intervals[interval_number(other)];
  const At there = pc ? at(pc) : at(queued_by(then.operation_id));
  const detail::CallSite& by = queued_by(current.id);
  const bool with_host = then.block == Interval::host;
  found(Level::error, at(by), there, with_host ? "race.host" : "race.streams", [&] {
    const char* call = queued_by(then.operation_id).call;
    const std::string party = with_host ? "the host"
                              : then.block < Interval::host
                                  ? std::string("kernel ") + (call ? call : "")
                                  : std::string(call ? call : "another copy");
    return Facts()
        .add("who", by.call ? by.call : "A copy")
        .add("does", write ? "writes" : "reads")
        .add_spot(address, 4, write)
        .add("party", party)
        .add("party_does", with_write ? "writes" : "reads");
  });
}

struct CopiedBytes {
  std::uintptr_t address, word;
  unsigned first, last;  // [first, last) of the word
  bool write;
  Key key;
  bool written;  // the source is initialized
};

/// Compares the copy with the accesses of a cell. Returns the cell that a copy from there leaves.
Cell meet_cell(const CopiedBytes& c, Cell cell, const Origin& origin) {
  const Key w = last_write(cell), r = last_read(cell);
  const bool with_write = copy_may_not(w);
  if (with_write || (c.write && copy_may_not(r)))
    report_conflict(c.address, c.write, with_write ? w : r, with_write, origin);
  return r == 0 || !copy_may_not(r) ? make_cell(w, c.key) : cell;
}

void copy_word(const CopiedBytes& c) {
  Cell* const cell = cell_at(c.word);
  Origin& origin = *origin_at(c.word);
  const auto meet = [&](Cell& met) {
    const Cell read = meet_cell(c, met, origin);
    if (!c.write) met = read;
  };
  const bool hosts = has_hosts_value(c.word);
  if (*cell != split_cell) {
    meet(*cell);
  } else {
    const std::lock_guard guard(split_lock());
    Bytes& bytes = split(c.word);
    for (unsigned i = c.first; i < c.last; ++i) meet(bytes[i]);
  }
  if (!c.write) {
    origin.read_pc[0] = 0;
    return;
  }
  if (set_by_host(c.key) && !hosts) note_from_host();
  set_bytes(c.word, c.first, c.last, c.written ? make_cell(c.key, 0) : 0);
  origin.write_pc = 0;
}

struct UnsetCopy {
  std::size_t size;
  detail::CallSite by;
};

/// By destination.
std::map<std::uintptr_t, UnsetCopy>& unset_copies() {
  static auto* all = new std::map<std::uintptr_t, UnsetCopy>;
  return *all;
}

class Copy {
 public:
  Copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, bool by_host, std::uintptr_t at)
      : to_(to),
        from_(from),
        at_(at),
        size_(size),
        by_host_(by_host),
        known_from_(from != 0 && has_cells(from)),
        known_to_(has_cells(to)),
        from_cells_(known_from_ ? cell_address(from) : 0),
        to_cells_(known_to_ ? cell_address(to) : 0),
        interval_(new_interval({Interval::operation, 0, current.id})) {
    // For a copy from ordinary host memory, find out which words are initialized.
    const bool hosts_memory = from != 0 && !known_from_ && !by_host && known_to_ && at % 4 == 0;
    for (std::size_t i = 0; hosts_memory && all_set_ && i + 4 <= size; i += 4) all_set_ = is_set(i);
    no_gap_ = (from == 0 && !by_host) || (hosts_memory && all_set_);
  }

  void touch() const {
    note_unset();
    if (known_from_) touch_source();
    if (known_from_ && (!known_to_ || in_registered(to_))) note_seen_by_host(from_cells_, size_);
    // Go by words of the destination, or of the source if the destination has no cells.
    const std::uintptr_t start = known_to_ ? to_cells_ : from_cells_, end = start + size_;
    for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < end; word += 4) {
      const unsigned first = first_byte(word, start), last = last_byte(word, end);
      const std::size_t i = word + first - start;
      const Brought what = brought(i, last - first);
      if (known_to_) touch_goal(word, first, last, i, what);
      const bool for_host = !known_to_ || is_for_both(to_);
      if (for_host && known_from_ && what.written && !what.host_written) note_for_host(1);
    }
  }

 private:
  struct Brought {
    bool written;       // false: the source is uninitialized
    bool host_written;  // the host produced the value
  };

  static unsigned first_byte(std::uintptr_t word, std::uintptr_t start) {
    return word < start ? static_cast<unsigned>(start - word) : 0;
  }
  static unsigned last_byte(std::uintptr_t word, std::uintptr_t end) {
    return static_cast<unsigned>(std::min<std::uintptr_t>(4, end - word));
  }

  bool is_set(std::size_t i) const {
    std::uint32_t value;
    std::memcpy(&value, reinterpret_cast<void*>(from_ + i), sizeof value);
    return !is_unset(at_ + i, value);
  }

  void note_unset() const {
    if (!all_set_)
      unset_copies()[to_cells_] = {size_, queued_by(current.id)};
    else if (!unset_copies().empty())
      unset_copies().erase(to_cells_);
  }

  void touch_source() const {
    const std::uintptr_t end = from_cells_ + size_;
    for (std::uintptr_t word = from_cells_ & ~std::uintptr_t{3}; word < end; word += 4)
      copy_word({from_ + (word - from_cells_), word, first_byte(word, from_cells_),
                 last_byte(word, end), false, key(false, no_gap_), true});
  }

  /// State of `size` bytes of a word, from byte `i` of the source on.
  Brought brought(std::size_t i, unsigned size) const {
    if (!known_from_) return {all_set_ || size != 4 || is_set(i), by_host_ || from_ != 0};
    const Cell cell = *cell_at(from_cells_ + i);
    if (cell == split_cell) return {true, has_hosts_value(from_cells_ + i)};
    const Key w = last_write(cell);
    const auto unseen = [&] { return is_set_unseen((from_ + i) & ~std::uintptr_t{3}); };
    return {w != 0 || (is_for_both(from_) && unseen()), set_by_host(w)};
  }

  /// Bytes [first, last) of a destination word; they come from byte `i` of the source on.
  void touch_goal(std::uintptr_t word, unsigned first, unsigned last, std::size_t i,
                  const Brought& what) const {
    const std::uintptr_t from = from_cells_ + i;
    const bool whole = no_gap_ || (known_from_ && is_complete(last_write(byte_cell(from))));
    const Key by = key(what.host_written, whole);
    if (!known_from_ || !(is_split(from) || is_split(from + last - first - 1)))
      return copy_word({to_ + i, word, first, last, true, by, what.written});
    for (unsigned b = first; b < last; ++b)
      copy_word({to_ + i, word, b, b + 1, true, by, last_write(byte_cell(from + b - first)) != 0});
  }

  static bool is_split(std::uintptr_t cells) { return *cell_at(cells) == split_cell; }

  /// `whole`: an unwritten byte next to it was left out by mistake; it is not padding.
  Key key(bool host_written, bool whole) const {
    return make_key(interval_, host_written ? whole ? complete_from_host : from_host
                               : whole      ? complete
                                            : no_thread);
  }

  const std::uintptr_t to_, from_, at_;
  const std::size_t size_;
  const bool by_host_, known_from_, known_to_;
  const std::uintptr_t from_cells_, to_cells_;  // 0 without cells
  const std::uint32_t interval_;
  bool all_set_ = true, no_gap_ = false;
};

}  // namespace

std::optional<detail::CallSite> copied_unset(std::uintptr_t address) {
  const auto after = unset_copies().upper_bound(address);
  if (after == unset_copies().begin()) return {};
  const auto& [start, copy] = *std::prev(after);
  return address < start + copy.size ? std::optional(copy.by) : std::nullopt;
}

void forget_copies(std::uintptr_t start, std::size_t size) {
  auto& all = unset_copies();
  all.erase(all.lower_bound(start), all.lower_bound(start + size));
}

bool report_freed(std::uintptr_t address, std::size_t size, bool write) {
  const bool of_device = detail::is_device(detail::address_space(reinterpret_cast<void*>(address)));
  if (!of_device || detail::on_heap(address)) return false;
  // The bounds were checked when the operation was requested.
  if (locate(address, size, write) != Where::freed) return false;
  const detail::CallSite& by = queued_by(current.id);
  found(Level::error, at(by), place_of_free(address), "memory.freed", [&] {
    return Facts()
        .add("who", by.call ? by.call : "A copy")
        .add("does", write ? "writes" : "reads")
        .add_spot(address, size, write);
  });
  return true;
}

void report_past_host_array(bool into, std::size_t bytes, const detail::HostArray& array) {
  found(Level::error, at(detail::current_call), "bounds.host-copy", [&] {
    const std::size_t room = array.size - array.offset;
    std::string name = "a host array of " + plural(array.size, "byte");
    if (array.offset != 0)
      name =
          "the last " + plural(room, "byte") + " of a host array of " + std::to_string(array.size);
    if (!array.exact)
      name = "a local variable of the host, which has at most " + plural(room, "byte");
    return Facts()
        .add("call", detail::current_call.call)
        .add("bytes", plural(bytes, "byte"))
        .add("where", into ? "into" : "from")
        .add("array", name)
        .add("harm", into ? "overwrites" : "copies");
  });
}

void report_reset_memory(std::uintptr_t address) {
  const Region* const freed = find_region(address) ? nullptr : freed_region(address);
  if (!freed || !freed->allocation.reset.call) return;
  found(Level::error, at(freed->allocation.reset), at(detail::current_call), "memory.reset", [&] {
    return Facts()
        .add("call", freed->allocation.reset.call)
        .add("arrays", describe(address, 1, false).name);
  });
}

void touch_by_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, bool by_host,
                   std::uintptr_t at) {
  Copy(to, from, size, by_host, at).touch();
}

}  // namespace simt::check
