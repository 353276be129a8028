// Signals raised by student code, and other failures of a kernel.
#pragma once

#include <ucontext.h>

#include <cstdint>

#include "engine/grid.h"

namespace simt::detail {

void install_signal_handlers();
// The instruction at which a signal stopped the thread.
inline std::uintptr_t program_counter(const ucontext_t& context) {
#ifdef __x86_64__
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return context.uc_mcontext.pc;
#endif
}
// The stack on which it stopped it.
inline std::uintptr_t stack_pointer(const ucontext_t& context) {
#ifdef __x86_64__
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#else
  return context.uc_mcontext.sp;
#endif
}

// Handles this thread's signals on a stack of their own: the fault may be a stack overflow.
void use_alternate_stack();

// Records a failure that the engine found in the running kernel, and calls the handler. `pc`: the
// failing code, if known.
void report_kernel_failure(Grid& grid, cudaError_t error, const char* kind, const char* report,
                           void* pc = nullptr);

// Called inside a kernel: fails the grid (cudaErrorLaunchFailure) and leaves it.
[[noreturn]] void abort_in_kernel(const char* report);

}  // namespace simt::detail
