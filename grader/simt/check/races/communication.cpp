#include "check/races/communication.h"

#include "check/hooks.h"
#include "check/races/flags.h"
#include "check/races/races.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"

namespace simt::check {

/// Two atomic or volatile accesses may communicate. Exceptions: lanes of a warp that rely on
/// volatile shared memory to run in step do not, and for two volatile accesses it depends on the
/// variable.
Communication classify_communication(const Touch& t, std::uint32_t other_pc, Key other) {
  const bool marks_me = t.what == What::atomic || t.is_volatile;
  if (!marks_me || !(other_pc & marked)) return Communication::no;
  if (intervals[interval_number(other)].block == Interval::host) return Communication::yes;
  const bool other_block = thread_id(other) == several_blocks ||
                           intervals[interval_number(other)].block != current_thread.block->index;
  if ((t.block_scope || (other_pc & block_scoped)) && other_block) return Communication::no;
  if (!t.is_volatile) return Communication::yes;
  const bool both_volatile = called_for_volatile(other_pc & pc_mask);
  const bool shared =
      detail::address_space(reinterpret_cast<void*>(t.address)) == detail::Space::shared;
  if (shared && in_same_warp(other)) return Communication::no;
  if (!both_volatile) return Communication::yes;
  return is_flag(t.address) ? Communication::yes : Communication::if_flag;
}

}  // namespace simt::check
