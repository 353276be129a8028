#include "engine/context_switch.h"

#include <cstddef>

static_assert(offsetof(simt::detail::Stopped, resume_at) == 8);
static_assert(offsetof(simt::detail::Stopped, frame) == 16);

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
