// Checks an access of a kernel that the fast paths do not handle: may the kernel use this memory?
// touch_memory.h then checks each word that has a cell.
#include "check/fast_paths.h"
#include "check/memory/image.h"
#include "check/memory/registered_memory.h"
#include "check/memory/shared_memory.h"
#include "check/memory/variable_memory.h"
#include "check/metrics/metrics_request.h"
#include "check/races/flags.h"
#include "check/races/pending_stores.h"
#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/threads/built_ins.h"
#include "check/touch_memory.h"
#include "check/transfers/host_touch.h"
#include "check/transfers/transfer_counts.h"
#include "engine/fiber_stack.h"
#include "engine/memory/address_space.h"
#include "engine/memory/argument_memory.h"
#include "engine/memory/symbols.h"

namespace simt::check {

using detail::Space;

namespace {

void report_wrong_memory(const Touch& t) {
  const bool null = t.address < 65536;
  found(Level::error, at(current_thread.pc), null ? "pointer.null" : "pointer.of-host", [&] {
    Facts facts;
    facts.add_running_thread().add("does", verb(t));
    if (t.address != 0) facts.add("further", ", " + plural(t.address, "byte") + " further on");
    return facts;
  });
  stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void report_local_of_other(const Touch& t) {
  found(Level::error, at(current_thread.pc), "pointer.of-other-thread",
        [&] { return Facts().add_running_thread().add("does", verb(t)); });
  stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void report_constant(const Touch& t) {
  found(Level::error, at(current_thread.pc), "pointer.to-constant", [&] {
    return Facts().add_running_thread().add("does", verb(t)).add_spot(t.address, t.size, true);
  });
  stop_kernel(cudaErrorLaunchFailure);
}

/// Memory outside of the engine's spaces: a variable of the program, or memory that a kernel must
/// not access.
void touch_elsewhere(const Touch& t) {
  auto* const address = reinterpret_cast<void*>(t.address);
  const bool reads = t.what == What::read;
  if (!reads && detail::is_constant_symbol(address)) report_constant(t);
  const bool registered = in_registered(t.address);
  if ((registered || in_variables(t.address)) && locate(t.address, t.size, true) == Where::inside) {
    // The host may read it without a hook.
    if (registered && !reads) note_seen_by_host(std::uint64_t{(t.size + 3) / 4});
    return touch_memory(t, cell_address(t.address), false);
  }
  const bool constant = reads && is_read_only_image(t.address);
  const bool past_a_variable =
      near_variables(t.address) && t.address >= 65536 && (in_variables(t.address) || !constant);
  if (past_a_variable || near_registered(t.address) || detail::is_near_spaces(t.address)) {
    report_out_of_bounds(t);
    stop_kernel(cudaErrorIllegalAddress);
  }
  if (is_engine_memory(t.address))
    return reads ? void() : report_built_in(at(current_thread.pc), verb(t));
  if (constant) return;
  report_wrong_memory(t);
}

/// Where kernels' arguments lie, a kernel may read its own, and make those of a kernel that it
/// launches.
void touch_arguments(const Touch& t) {
  const detail::Grid& grid = *self.worker->grid;
  const std::uintptr_t from = t.address - reinterpret_cast<std::uintptr_t>(grid.closure);
  const bool its_own = from < grid.closure_size && from + t.size <= grid.closure_size;
  if ((its_own && t.what == What::read) || detail::in_open_arguments(t.address, t.size)) return;
  report_wrong_memory(t);
}

/// Another device's memory counts as unmapped until peer access is enabled.
void require_access(const Touch& t, Space space) {
  if (static_cast<std::uintptr_t>(space) != current_thread.closed) return;
  const Where where = locate(t.address, t.size, t.what != What::read);
  if (where == Where::outside || where == Where::freed) return;  // the more serious mistake
  found(Level::error, at(current_thread.pc), "pointer.of-other-device", [&] {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read)
        .add("device", std::to_string(current.grid->device))
        .add("owner", std::to_string(1 - current.grid->device));
  });
  stop_kernel(cudaErrorIllegalAddress);
}

Access classify_access(const Touch& t, bool shared) {
  if (shared)
    return t.what == What::read    ? Access::shared_load
           : t.what == What::write ? Access::shared_store
                                   : Access::shared_atomic;
  return t.what == What::read    ? Access::global_load
         : t.what == What::write ? Access::global_store
                                 : Access::global_atomic;
}

/// Whether the variable's word had its value before this call: the matrix that a lab hands over, a
/// table of the program.
bool is_set_before_call(std::uintptr_t address) {
  const Cell cell = *cell_at(cell_address(address));
  return cell != split_cell && !written_in_call(last_write(cell));
}

/// Records the cost of an access to memory of any kind. The thread's own stack and parameters are
/// free, as registers and parameters are on a GPU. So are loads of constants that were there before
/// the call: their cache holds all of them. What the call itself copies into constant memory is
/// counted; otherwise it would be a free way to any input.
void record(const Touch& t, Space space) {
  auto* const p = reinterpret_cast<void*>(t.address);
  std::uintptr_t address = t.address;
  if (space == Space::elsewhere) {
    if (is_engine_memory(address)) return;  // threadIdx and the like
    if (t.what == What::read) {
      if (detail::is_constant_symbol(p)) {
        if (is_set_before_call(address)) return;
        address = constant_address(address);
      } else if (!in_variables(address) && is_read_only_image(address)) {
        return;  // nvcc places the tables of a program in constant memory
      }
    }
  }
  if (t.frees || t.waits) return;
  current_thread.block->requested[space == Space::shared] += t.size;
  if (!current_thread.trace) return;
  const Access access = classify_access(t, space == Space::shared);
  if (t.bulk)
    current_thread.trace->bulk(current_thread.pc, access, address, t.size);
  else
    current_thread.trace->access(self.thread, current_thread.pc, access, address, t.size);
}

/// Whether it is shared memory of another block in the cluster that has not begun or has ended.
bool is_of_absent_block(const Touch& t) {
  const detail::Block* const owner = find_owner(t.address);
  if (owner == nullptr || owner == self.block) return false;
  const auto facts = [&](const char* when) {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add("rank", std::to_string(owner->cluster_rank))
        .add("when", when);
  };
  if (owner->state != detail::Block::State::running) {
    const bool ended = owner->state == detail::Block::State::ended;
    found(Level::error, at(current_thread.pc), "cluster.block-absent",
          [&] { return facts(ended ? "has ended" : "may not have begun"); });
    return true;
  }
  // If that block ends before the next barrier, it might as well have ended before this access.
  auto& visit = block_state(*owner)->visit;
  if (visit.pc != current_thread.pc || visit.phase != owner->cluster->phase)
    visit = {current_thread.pc, owner->cluster->phase, facts("may have ended")};
  return false;
}

/// In a sampled block, every access comes here so that the trace records it. Then it may still use
/// the fast paths. Returns false if more checks are needed.
bool goes_short_way(const Touch& t) {
  const bool usual = t.what != What::atomic && !t.is_volatile && !t.bytes && !t.frees;
  const bool size = t.size == 4 || t.size == 8 || t.size == 16;
  if (!usual || !size || !aligned_for_hook(t.address, t.size) || !has_cell(t.address)) return false;
  const bool watches =
      replaced.there || suspect.there || current_thread.pending || misaligned.count != 0;
  if (self.block->cluster != nullptr || watches) return false;
  current_thread.interval = current_thread.block->interval;
  const unsigned thread = self.thread;
  const Key current_key = current_thread.block->keys[thread];
  bool all = true;
  for (unsigned i = 0; i < t.size / 4 && all; ++i) {
    const std::uintptr_t word = t.address + 4 * i;
    Cell* const cell = cell_at(word);
    if (t.what == What::read)
      all = read_before(*cell, current_key, thread) ||
            read_quickly(cell, word, current_key, thread, current_thread.pc);
    else
      all = *cell == current_key
                ? current_thread.parallel || stored_here(word, 1, current_thread.pc)
                : write_quickly(cell, word, current_key, current_thread.pc);
  }
  current_thread.interval = 0;
  return all;
}

void touch_in_kernel(const Touch& t) {
  if (replaced.there) restore_value();
  if (current_thread.pending) resolve_pending();
  if (suspect.there) resolve_suspect(t.address);
  const Space space = detail::address_space(reinterpret_cast<void*>(t.address));
  if (space == Space::stacks && !detail::on_this_stack(t.address)) report_local_of_other(t);
  if (space == Space::stacks) return;
  if (space == Space::arguments) return touch_arguments(t);
  record(t, space);
  if (space == Space::elsewhere) return touch_elsewhere(t);
  require_access(t, space);
  if (current.host_sees_stores && t.what != What::read && is_for_both(t.address))
    note_seen_by_host(std::uint64_t{(t.size + 3) / 4});
  const bool shared = space == Space::shared;
  if (shared && is_of_absent_block(t)) return;
  if (current_thread.trace && goes_short_way(t)) return;
  touch_memory(t, t.address, shared);
}

}  // namespace

void touch(const Touch& t) {
  current_thread.touching = &t;
  if (current_thread.block)
    touch_in_kernel(t);
  else
    touch_on_host(t);
  current_thread.touching = nullptr;
}

}  // namespace simt::check
