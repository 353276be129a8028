#include "context_switch.h"

#ifndef __x86_64__
#error "the SIMT engine's context switch is written for x86-64"
#endif

// threadIdx is 16 bytes in truth (builtin_variables.cpp), so two pushes and pops keep it.
asm(R"(
.macro simt_push_context
  pushq %rcx
  pushq %rdx
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq threadIdx@gottpoff(%rip), %rax
  pushq %fs:8(%rax)
  pushq %fs:(%rax)
  movq %rsp, (%rdi)
.endm

.macro simt_pop_context
  popq %fs:(%rax)
  popq %fs:8(%rax)
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  addq $16, %rsp
  popq %rdx
  jmp *%rdx
.endm

.text
.p2align 6
.globl simt_switch
.hidden simt_switch
.type simt_switch, @function
simt_switch:
  simt_push_context
  movq %rsi, %rsp
  simt_pop_context
.size simt_switch, .-simt_switch

.p2align 4
.globl simt_start
.hidden simt_start
.type simt_start, @function
simt_start:
  .cfi_startproc
  simt_push_context
  movq %rsi, %rsp
  xorl %ebp, %ebp
  .cfi_undefined rip
  call *%r8
  ud2
  .cfi_endproc
.size simt_start, .-simt_start

.p2align 4
.globl simt_resume
.hidden simt_resume
.type simt_resume, @function
simt_resume:
  movq threadIdx@gottpoff(%rip), %rax
  movq %rdi, %rsp
  simt_pop_context
.size simt_resume, .-simt_resume
)");
