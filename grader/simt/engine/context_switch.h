// Switching between stacks by functions, for the engine's own use: they keep
// the callee-saved registers; what else a call may destroy (all vector and mask
// registers, AVX-512's included) the compiler has saved. Kernels switch by
// inlined code, simt/switch.h, which fits together with this.
//
// They end in an indirect jump and not in `ret`: threads that go from one
// barrier to another return to another place than the one they were called
// from, and the processor's return predictor would be wrong every time. For the
// same reason what stops a thread reaches the switch by tail calls only, and
// results are read by code inlined into the kernel.
#pragma once

#include "simt/switch.h"

namespace simt::detail {

extern "C" {
// Saves this context and continues where `load` stopped.
void simt_switch(Stopped* save, const Stopped* load);
// Saves this context and calls `entry` on a new stack. `entry` must not return.
void simt_start(Stopped* save, void* stack_top, void (*entry)());
// Continues where `load` stopped and discards the present context.
[[noreturn]] void simt_resume(const Stopped* load);
// Never called: the resume address of a thread that has not started.
void simt_enter_fiber();
[[noreturn]] void simt_fiber();
// Never called: the resume address of the entry after the last started thread. Calls
// simt_after_last on a stack of its own.
void simt_enter_after_last();
[[noreturn]] void simt_after_last();
}

}  // namespace simt::detail
