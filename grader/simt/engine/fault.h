// Signals that student code raises, and other ways in which a kernel fails.
#pragma once

#include <ucontext.h>

#include <cstdint>

#include "engine/grid.h"

namespace simt::detail {

void install_signal_handlers();
// The instruction at which a signal has stopped a thread.
inline std::uintptr_t program_counter(const ucontext_t& context) {
#ifdef __x86_64__
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return context.uc_mcontext.pc;
#endif
}

// Signals of this thread are handled on a stack of their own: the fault may be a full stack.
void use_alternate_stack();

// Records a failure that the engine itself found in the kernel that runs, and tells the handler.
// `pc`: of the code that failed, where that is known.
void report_kernel_failure(Grid& grid, cudaError_t error, const char* kind, const char* report,
                           void* pc = nullptr);

// From inside a kernel: fails the grid (cudaErrorLaunchFailure) and leaves it.
[[noreturn]] void abort_in_kernel(const char* report);

}  // namespace simt::detail
