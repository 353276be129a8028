#include "checked_call.h"

#include <mutex>

#include "ages.h"
#include "engine/api.h"
#include "findings.h"
#include "heap.h"
#include "host_pages.h"
#include "late.h"
#include "moved.h"
#include "regions.h"
#include "state.h"
#include "stores.h"
#include "vault.h"
#include "words.h"

namespace simt::check {

void CheckedCall::start(const Start& start) {
  use_report(start);
  failed_calls = {};
  running_ = true;
  metrics.clear();
  sampling.begin(start.sampling);
  declared_.clear();
  begin_call();
  forget_moved();
  close_pages_to_host(start.hosts_looks);
  look_when_late(start.late);
}

void CheckedCall::declare(const Array& array) {
  name_array(array);
  if (!array.initialised || array.written) declared_.push_back(array);
}

void CheckedCall::finish() {
  look_when_late({});
  const std::lock_guard guard(detail::runtime_lock());
  close_pages_to_host(false);
  if (!detail::sticky_error()) {
    for (const Named* n : alive_in_call())
      found(Level::error, at(n->made), "memory.leak", [&] {
        return Facts().add("bytes", plural(n->size, "byte")).add("call", n->made.call);
      });
    tell_heap_leaks();
    failed_calls.tell_unnoticed();
  }
  running_ = false;
  {
    const std::lock_guard writes(findings_lock());
    const OpenVault open;
    metrics.write(report());
    count_stores(declared_, report());
    report().from_host = words_moved().from_host;
    report().to_host = words_moved().to_host + kernels_words();
    report().seen_by_host = words_moved().seen_by_host;
  }
  end_report();
}

void CheckedCall::broken_off() {
  if (!running_) return;
  running_ = false;
  failed_calls.program_ended();
}

}  // namespace simt::check
