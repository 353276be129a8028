#include "check/memory/unwritten.h"

#include <functional>
#include <vector>

#include "check/memory/unset.h"
#include "check/report/findings.h"
#include "check/transfers/copy_touch.h"
#include "engine/memory/address_space.h"

namespace simt::check {

using detail::Space;

namespace {

Facts facts_of_unwritten(const Touch& t) {
  return Facts().add_running_thread().add_spot(t.address, t.size, false);
}

/// `address`: of an unwritten byte.
void report_unwritten(const At& place, std::uintptr_t address,
                      const std::function<Facts()>& facts) {
  const bool shared = detail::address_space(reinterpret_cast<void*>(address)) == Space::shared;
  if (shared) return found(Level::error, place, "read.unwritten-shared", facts);
  if (const auto copy = copied_unset(address))
    return found(Level::error, place, at(*copy), "read.copied-unset", facts);
  found(Level::error, place, "read.unwritten", facts);
}

std::vector<EarlyRead> grid_early_reads;

void report_reads(std::vector<EarlyRead>& all) {
  Facts facts;
  for (const EarlyRead& r : all) {
    if (r.what) facts = *r.what;
    const Cell cell = *cell_at(r.word);
    const Key w = cell == split_cell ? 0 : last_write(cell);
    if (w != 0 && thread_id(w) != r.thread) continue;
    report_unwritten(at(r.pc), r.word, [&] { return facts; });
  }
  all.clear();
}

}  // namespace

void report_uninitialized(const Touch& t, std::uintptr_t word) {
  report_unwritten(at(current_thread.pc), word, [&] { return facts_of_unwritten(t); });
}

void note_early_read(const Touch& t, std::uintptr_t word, bool shared) {
  need_serial();
  std::vector<EarlyRead>& all = shared ? current_thread.block->early_reads : grid_early_reads;
  bool first = true;
  for (auto r = all.rbegin(); r != all.rend() && first && r - all.rbegin() < 64; ++r)
    first = r->pc != current_thread.pc;
  // At this limit, further reads are counted but not recorded.
  if (all.size() < (1u << 20))
    all.push_back({word, current_thread.pc, self.thread,
                   first ? std::optional(facts_of_unwritten(t)) : std::nullopt});
}

void report_early_reads(BlockState& b) {
  if (!b.early_reads.empty()) report_reads(b.early_reads);
}

void report_grid_early_reads() { report_reads(grid_early_reads); }

bool written_unseen(const Touch& t) {
  if (!is_for_both(t.address)) return false;
  const std::uintptr_t word = t.address & ~std::uintptr_t{3};
  for (std::uintptr_t at = word; at < t.address + t.size; at += 4)
    if (is_set_unseen(at)) return true;
  return false;
}

bool partly_written(const Touch& t, std::uintptr_t cells, bool shared) {
  const std::uint32_t begun = shared ? begun_with(cells) : 0;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; t.size > 4 && word < cells + t.size;
       word += 4) {
    const Cell c = *cell_at(word);
    if (c == split_cell) return true;
    if (!t.bytes && is_complete(last_write(c))) continue;
    if (last_write(c) != 0 && interval_number(last_write(c)) >= begun) return true;
  }
  return false;
}

}  // namespace simt::check
