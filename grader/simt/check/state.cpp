#include "check/state.h"

#include "check/memory/shared_memory.h"
#include "check/report/findings.h"
#include "engine/worker.h"

namespace simt::check {

namespace {

/// Keys that match no cell, so that every access goes to touch().
struct HiddenKeys {
  Key key[detail::max_threads];
  constexpr HiddenKeys() : key{} {
    for (Key& k : key) k = make_key(0, several - 1);
  }
};
constexpr HiddenKeys hidden;

}  // namespace

// Initial state of the host's threads, which the check is not notified of.
__thread ThreadState current_thread = {hidden.key, 0,       0,     0,     false, 0,      0,
                                       nullptr,    nullptr, false, false, 0,     nullptr};
__thread OutOfRangeIndex suspect;
__thread ReplacedValue replaced;
__thread MisalignedPointers misaligned;
Operation current;

const Key* no_keys() { return hidden.key; }

void enable_fast_paths() {
  const BlockState& s = *current_thread.block;
  const bool all_count = s.trace != nullptr || current.host_sees_stores;
  current_thread.watched = s.trace != nullptr;
  current_thread.keys = all_count ? no_keys() : s.keys;
  // The fast paths do not see other blocks' accesses to this block's shared memory.
  const bool alone = self.block->cluster == nullptr;
  current_thread.interval = all_count || !alone ? 0 : s.interval;
  current_thread.begun = s.first_interval;
  current_thread.earlier = current.one_stream ? current.first_interval : 0;
}

void disable_fast_paths() {
  current_thread.watched = true;
  current_thread.keys = no_keys();
  current_thread.interval = 0;
}

void resume_fast_paths() {
  if (!replaced.there && !suspect.there && misaligned.count == 0) enable_fast_paths();
}

std::uint32_t begun_with(std::uintptr_t address) {
  if (self.block->cluster == nullptr) return current_thread.block->first_interval;
  const detail::Block* const owner = find_owner(address);
  return block_state(owner ? *owner : *self.block)->first_interval;
}

void need_serial() {
  if (!current.parallel || !current_thread.block) return;
  ask_for_serial_run();
  self.worker->grid->fail(cudaErrorUnknown);
  self.worker->give_up();
}

void stop_kernel(cudaError_t error) {
  self.worker->grid->fail(error);
  self.worker->give_up();
}

}  // namespace simt::check
