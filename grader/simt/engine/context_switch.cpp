#include "engine/context_switch.h"

#include <cstddef>

static_assert(offsetof(simt::detail::Stopped, resume_at) == 8);
static_assert(offsetof(simt::detail::Stopped, frame) == 16);

#ifdef __x86_64__

asm(R"(
.macro simt_save_context
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  leaq simt_restore(%rip), %rax
  movq %rsp, (%rdi)
  movq %rax, 8(%rdi)
  movq %rbp, 16(%rdi)
.endm

.macro simt_load from
  movq (\from), %rsp
  movq 16(\from), %rbp
  jmp *8(\from)
.endm

.text
.p2align 6
.globl simt_switch
.hidden simt_switch
.type simt_switch, @function
simt_switch:
  simt_save_context
  simt_load %rsi
simt_restore:
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rdx
  jmp *%rdx
.size simt_switch, .-simt_switch

.p2align 4
.globl simt_start
.hidden simt_start
.type simt_start, @function
simt_start:
  .cfi_startproc
  simt_save_context
  movq %rsi, %rsp
  xorl %ebp, %ebp
  .cfi_undefined rip
  call *%rdx
  ud2
  .cfi_endproc
.size simt_start, .-simt_start

.p2align 4
.globl simt_resume
.hidden simt_resume
.type simt_resume, @function
simt_resume:
  simt_load %rdi
.size simt_resume, .-simt_resume

.p2align 4
.globl simt_enter_fiber
.hidden simt_enter_fiber
.type simt_enter_fiber, @function
simt_enter_fiber:
  .cfi_startproc
  .cfi_undefined rip
  call simt_fiber
  ud2
  .cfi_endproc
.size simt_enter_fiber, .-simt_enter_fiber

.p2align 4
.globl simt_enter_after_last
.hidden simt_enter_after_last
.type simt_enter_after_last, @function
simt_enter_after_last:
  .cfi_startproc
  .cfi_undefined rip
  call simt_after_last
  ud2
  .cfi_endproc
.size simt_enter_after_last, .-simt_enter_after_last
)");

#else

// The calling convention preserves only the lower halves of these vector registers: d8 to d15.
asm(R"(
.macro simt_save_context
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp d8, d9, [sp, #80]
  stp d10, d11, [sp, #96]
  stp d12, d13, [sp, #112]
  stp d14, d15, [sp, #128]
  str x30, [sp, #144]
  adr x9, simt_restore
  mov x10, sp
  stp x10, x9, [x0]
  str x29, [x0, #16]
.endm

.macro simt_load from
  ldp x10, x9, [\from]
  ldr x29, [\from, #16]
  mov sp, x10
  br x9
.endm

.text
.p2align 6
.globl simt_switch
.hidden simt_switch
.type simt_switch, %function
simt_switch:
  simt_save_context
  simt_load x1
simt_restore:
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp d8, d9, [sp, #80]
  ldp d10, d11, [sp, #96]
  ldp d12, d13, [sp, #112]
  ldp d14, d15, [sp, #128]
  ldr x30, [sp, #144]
  add sp, sp, #160
  br x30
.size simt_switch, .-simt_switch

.p2align 4
.globl simt_start
.hidden simt_start
.type simt_start, %function
simt_start:
  .cfi_startproc
  simt_save_context
  mov sp, x1
  mov x29, xzr
  .cfi_undefined x30
  blr x2
  brk #1
  .cfi_endproc
.size simt_start, .-simt_start

.p2align 4
.globl simt_resume
.hidden simt_resume
.type simt_resume, %function
simt_resume:
  simt_load x0
.size simt_resume, .-simt_resume

.p2align 4
.globl simt_enter_fiber
.hidden simt_enter_fiber
.type simt_enter_fiber, %function
simt_enter_fiber:
  .cfi_startproc
  .cfi_undefined x30
  bl simt_fiber
  brk #1
  .cfi_endproc
.size simt_enter_fiber, .-simt_enter_fiber

.p2align 4
.globl simt_enter_after_last
.hidden simt_enter_after_last
.type simt_enter_after_last, %function
simt_enter_after_last:
  .cfi_startproc
  .cfi_undefined x30
  bl simt_after_last
  brk #1
  .cfi_endproc
.size simt_enter_after_last, .-simt_enter_after_last
)");

#endif
