// Functions of the C and C++ libraries that CUDA does not have on a device. Where a program of a
// stranger's is linked (runner/link), each call of one comes by here first: whatever way a kernel
// found to it, a pointer or a template, it ends there, as on a GPU. Loads and stores that such a
// function makes are seen by nobody.
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
/// With the function's name in r11 and the caller's return address behind its own; changes no
/// register of an argument.
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
/// With the function's name in x9 and its caller's return address in x10; changes no register of an
/// argument. (g++ has no naked functions here.)
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
