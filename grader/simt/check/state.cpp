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
__thread Me me = {hidden.key, 0, 0, 0, false, 0, 0, nullptr, nullptr, false, false, 0, nullptr};
__thread OutOfRangeIndex suspect;
__thread Shown shown;
__thread MisalignedPointers misaligned;
Operation current;

const Key* no_keys() { return hidden.key; }

void enable_fast_paths() {
  const BlockState& s = *me.block;
  const bool all_count = s.trace != nullptr || current.host_looks_on;
  me.watched = s.trace != nullptr;
  me.keys = all_count ? no_keys() : s.keys;
  // The fast paths do not see other blocks' accesses to this block's shared memory.
  const bool alone = self.block->cluster == nullptr;
  me.interval = all_count || !alone ? 0 : s.interval;
  me.begun = s.first_interval;
  me.earlier = current.one_stream ? current.first_interval : 0;
}

void disable_fast_paths() {
  me.watched = true;
  me.keys = no_keys();
  me.interval = 0;
}

void resume_short_ways() {
  if (!shown.there && !suspect.there && misaligned.count == 0) enable_fast_paths();
}

std::uint32_t begun_with(std::uintptr_t address) {
  if (self.block->cluster == nullptr) return me.block->first_interval;
  const detail::Block* const owner = find_owner(address);
  return block_state(owner ? *owner : *self.block)->first_interval;
}

void need_serial() {
  if (!current.parallel || !me.block) return;
  ask_for_serial_run();
  self.worker->grid->fail(cudaErrorUnknown);
  self.worker->give_up();
}

void stop_kernel(cudaError_t error) {
  self.worker->grid->fail(error);
  self.worker->give_up();
}

}  // namespace simt::check
