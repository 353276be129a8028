// C and C++ library functions that CUDA does not have on a device. In programs linked by
// runner/link, each call of one of them passes here first, so a kernel that reaches it (even
// through a pointer or a template) is stopped, as on a GPU. Loads and stores inside such a function
// are not checked.
#include <cstddef>
#include <cstdio>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/worker.h"

using namespace simt::detail;

#pragma GCC visibility push(default)

extern "C" {

[[noreturn, gnu::used]] void simt_host_function_in_kernel(const char* name, char* after) {
  char text[192];
  std::snprintf(text, sizeof text,
                "the kernel calls %s, a function of the host that CUDA does not have on a device",
                name);
  if (checker) checker->aborts();
  report_kernel_failure(*self.worker->grid, cudaErrorLaunchFailure, text, text, after - 1);
  self.worker->give_up();
}

#if defined(__x86_64__)
/// Called with the function's name in r11 and the caller's return address above its own on the
/// stack. Preserves all argument registers.
[[gnu::naked]] void simt_enter_host_function() {
  asm("cmpq $0, %%fs:_ZN4simt6detail4selfE@tpoff+%c0\n"
      "jne 1f\n"
      "ret\n"
      "1: movq %%r11, %%rdi\n"
      "movq 8(%%rsp), %%rsi\n"
      "andq $-16, %%rsp\n"
      "call simt_host_function_in_kernel\n" ::"i"(offsetof(Self, block)));
}
#else
/// Called with the function's name in x9 and its caller's return address in x10. Preserves all
/// argument registers. (g++ has no naked functions on ARM.)
static_assert(offsetof(Self, block) == 40);
asm(R"(
.text
.globl simt_enter_host_function
.type simt_enter_host_function, %function
simt_enter_host_function:
  mrs x11, tpidr_el0
  add x11, x11, #:tprel_hi12:_ZN4simt6detail4selfE, lsl #12
  add x11, x11, #:tprel_lo12_nc:_ZN4simt6detail4selfE
  ldr x11, [x11, #40]
  cbnz x11, 1f
  ret
1:
  mov x0, x9
  mov x1, x10
  bl simt_host_function_in_kernel
.size simt_enter_host_function, .-simt_enter_host_function
)");
#endif

}  // extern "C"

#pragma GCC visibility pop
