// The switch from one thread of a block to another, inlined into the kernel: the compiler saves
// only what is live there.
#pragma once

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "the SIMT engine's context switch is written for x86-64 and AArch64"
#endif

namespace simt::detail {

// Where a thread continues, and where in the source it waits.
struct Stopped {
  void* stack;
  void* resume_at;
  void* frame;  // rbp or x29, which GCC does not allow to be clobbered at -O0
  const char* file;
  long line;
};

#ifdef __x86_64__

#ifdef __AVX512F__
#define SIMT_AVX512_REGISTERS_                                                                  \
  , "k1", "k2", "k3", "k4", "k5", "k6", "k7", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20",      \
      "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", \
      "xmm31"
#else
#define SIMT_AVX512_REGISTERS_
#endif

// Stops here and continues where `to` stopped. Nothing is pushed, because the compiler may keep
// values below the stack pointer (the red zone). An indirect jump and not `ret`, because the
// processor's return predictor would be wrong every time.
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

#else

#ifdef __ARM_FEATURE_SVE
#define SIMT_PREDICATES_                                                                           \
  , "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", \
      "p15", "ffr"
#else
#define SIMT_PREDICATES_
#endif

// The same for AArch64. (Clobbering v0 clobbers z0.)
[[gnu::always_inline]] inline void hand_over(Stopped* from, const Stopped* to) {
  register Stopped* a asm("x0") = from;
  register const Stopped* b asm("x1") = to;
  asm volatile(
      "adr x9, 1f\n\t"
      "mov x10, sp\n\t"
      "stp x10, x9, [x0]\n\t"
      "str x29, [x0, #16]\n\t"
      "ldp x10, x9, [x1]\n\t"
      "ldr x29, [x1, #16]\n\t"
      "mov sp, x10\n\t"
      "br x9\n"
      "1:"
      : "+r"(a), "+r"(b)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
        "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28",
        "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
        "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
        "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc" SIMT_PREDICATES_);
}
#undef SIMT_PREDICATES_

#endif

}  // namespace simt::detail
