#include "check/checked_call.h"

#include <algorithm>
#include <mutex>

#include "check/memory/heap.h"
#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/memory/stores.h"
#include "check/memory/unset.h"
#include "check/races/ages.h"
#include "check/report/findings.h"
#include "check/report/slow_call.h"
#include "check/report/vault.h"
#include "check/report/words.h"
#include "check/state.h"
#include "check/transfers/host_pages.h"
#include "check/transfers/repeated_copies.h"
#include "check/transfers/transfer_counts.h"
#include "engine/api/api.h"
#include "engine/memory/address_space.h"
#include "engine/memory/host_arrays.h"

namespace simt::check {

void CheckedCall::start(const Start& start) {
  use_report(start);
  failed_calls = {};
  running_ = true;
  metrics.clear();
  sampling.begin(start.sampling);
  declared_.clear();
  begin_call();
  reset_transfer_counts();
  reset_repeated_copies();
  close_pages_to_host(start.count_host_reads);
  watch_for_slow_call(start.late);
}

void CheckedCall::declare(const Array& array) {
  name_array(array);
  if (array.initialised) trust(array.start, array.elements * array.element_size);
  if (detail::address_space(array.start) == detail::Space::elsewhere) {
    const std::uint64_t past = std::max(array.readable_past, array.writable_past);
    detail::note_host_array(array.start, (array.elements + past) * array.element_size,
                            detail::Owner::caller);
    host_arrays_.push_back(array.start);
  }
  if (!array.initialised || array.written) declared_.push_back(array);
}

void CheckedCall::report_leaks() const {
  for (const Named* n : alive_in_call())
    found(Level::error, at(n->made), in_registered(n->start) ? "memory.registered" : "memory.leak",
          [&] { return Facts().add("bytes", plural(n->size, "byte")).add("call", n->made.call); });
}

void CheckedCall::device_reset() {
  // After a failed kernel, a reset is the only way to continue, so leaks do not matter.
  if (!detail::sticky_error()) report_leaks();
  const std::vector<std::string> arrays = note_reset(detail::current_call);
  if (arrays.empty()) return;
  found(Level::error, at(detail::current_call), "memory.reset", [&] {
    std::string all;
    for (const std::string& name : arrays) all += (all.empty() ? "" : ", ") + name;
    return Facts().add("call", detail::current_call.call).add("arrays", all);
  });
}

void CheckedCall::finish() {
  watch_for_slow_call({});
  forget_host_arrays();
  const std::lock_guard guard(detail::runtime_lock());
  close_pages_to_host(false);
  // A program ended by an error had no chance to free its memory.
  const bool failed = detail::sticky_error() != cudaSuccess;
  if (!failed || running_) report_leaks();
  if (!failed) {
    report_heap_leaks();
    report_repeated_copies();
    failed_calls.report_unnoticed();
  }
  running_ = false;
  {
    const std::lock_guard writes(findings_lock());
    const OpenVault open;
    metrics.write(report());
    count_stores(declared_, report());
    report().from_host = transfer_counts().from_host;
    report().to_host = transfer_counts().to_host + kernels_words();
    report().seen_by_host = transfer_counts().seen_by_host;
  }
  end_report();
}

void CheckedCall::forget_host_arrays() {
  for (void* const start : host_arrays_) detail::forget_host_array(start);
  host_arrays_.clear();
  trust_nothing();
}

void CheckedCall::note_abort() {
  forget_host_arrays();
  if (!running_) return;
  running_ = false;
  failed_calls.program_ended();
}

}  // namespace simt::check
