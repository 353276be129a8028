#include "toolchain/compiler_slots.h"

#include <condition_variable>
#include <mutex>

#include "base/machine_limits.h"
#include "base/thread_share.h"

namespace warpgrade {
namespace {

struct Slots {
  std::mutex mutex;
  std::condition_variable freed;
  unsigned running = 0;
};

Slots& slots() {
  static Slots all;
  return all;
}

}  // namespace

CompilerSlot::CompilerSlot() {
  Slots& all = slots();
  std::unique_lock lock(all.mutex);
  // Waiting threads are woken when a compiler ends; if none runs, there is no need to wait.
  all.freed.wait(
      lock, [&] { return may_start_compiler(all.running, process_share(), available_bytes()); });
  ++all.running;
}

CompilerSlot::~CompilerSlot() {
  Slots& all = slots();
  {
    const std::lock_guard lock(all.mutex);
    --all.running;
  }
  all.freed.notify_all();
}

}  // namespace warpgrade
