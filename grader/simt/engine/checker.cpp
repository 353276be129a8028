#include "engine/checker.h"

namespace simt::detail {

Checker* checker = nullptr;
thread_local CallSite current_call{};

}  // namespace simt::detail

bool simt::check::enabled() { return detail::checker != nullptr; }

void simt::check::start(const Start& start) {
  if (detail::checker) detail::checker->start(start);
}

void simt::check::declare_array(const Array& array) {
  if (detail::checker) detail::checker->declare(array);
}

void simt::check::finish() {
  if (detail::checker) detail::checker->finish();
}

void simt::check::note_abort() {
  if (detail::checker) detail::checker->note_abort();
}
