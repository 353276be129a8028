// Switching between stacks on x86-64. They are real functions, so the compiler saves what the ABI
// says a call may destroy (all vector and mask registers, AVX-512's included); they keep the
// callee-saved registers and threadIdx and nothing else.
//
// They end in an indirect jump and not in `ret`: threads that go from one barrier to another return
// to another place than the one they were called from, and the processor's return predictor would
// be wrong every time. For the same reason what stops a thread reaches the switch by tail calls
// only, and results are read by code inlined into the kernel.
#pragma once

namespace simt::detail {

// What a stopped fiber has on top of its stack, lowest address first.
struct StoppedFrame {
  void* thread_index[2];
  void* registers[6];
  const char* file;  // where it waits
  long line;
  void* resume_at;
};

extern "C" {
// Saves this context's stack pointer in *save and goes on where `load` was saved. The caller has
// already made the other thread `self.thread`: handing it over in the saved frame instead puts two
// trips through memory on the critical path of every barrier.
void simt_switch(void** save, void* load, const char* file, long line);
// Saves this context and calls entry on a new stack. entry must not return.
void simt_start(void** save, void* stack_top, const char* file, long line, void (*entry)());
// Goes on where `load` was saved; the present context is given up.
[[noreturn]] void simt_resume(void* load);
}

}  // namespace simt::detail
