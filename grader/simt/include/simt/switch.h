// The switch from one thread of a block to another, inlined into the kernel:
// the compiler saves what is alive there and nothing else.
#pragma once

#ifndef __x86_64__
#error "the SIMT engine's context switch is written for x86-64"
#endif

namespace simt::detail {

// Where a thread goes on, and where in the source it waits.
struct Stopped {
  void* stack;
  void* resume_at;
  void* frame;  // rbp, which GCC does not let us clobber at -O0
  const char* file;
  long line;
};

#ifdef __AVX512F__
#define SIMT_AVX512_REGISTERS_                                                                  \
  , "k1", "k2", "k3", "k4", "k5", "k6", "k7", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20",      \
      "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", \
      "xmm31"
#else
#define SIMT_AVX512_REGISTERS_
#endif

// Stops here and goes on where `to` stopped. Nothing is pushed: the compiler
// may keep values below the stack pointer (the red zone). An indirect jump and
// not `ret`, because the processor's return predictor would be wrong every
// time.
[[gnu::always_inline]] inline void hand_over(Stopped* from, const Stopped* to) {
  asm volatile(
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rsp, (%%rdi)\n\t"
      "movq %%rax, 8(%%rdi)\n\t"
      "movq %%rbp, 16(%%rdi)\n\t"
      "movq (%%rsi), %%rsp\n\t"
      "movq 16(%%rsi), %%rbp\n\t"
      "jmp *8(%%rsi)\n"
      "1:"
      : "+D"(from), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
        "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",
        "st(6)", "st(7)", "memory", "cc" SIMT_AVX512_REGISTERS_);
}
#undef SIMT_AVX512_REGISTERS_

}  // namespace simt::detail
