// Functions of the C library that student code calls by another name here (simtcc renames them), so
// that the check sees what they access and what memory they give.
#include <stdlib.h>

#include <new>

#include "hooks.h"
#include "image.h"
#include "unset.h"

using namespace simt::check;

namespace {

void touch_copy(void* to, const void* from, unsigned long size, std::uintptr_t pc) {
  if (size == 0) return;
  touch_at(const_cast<void*>(from), static_cast<unsigned>(size), What::read, false, true, pc);
  touch_at(to, static_cast<unsigned>(size), What::write, false, true, pc);
}

void note_new_memory(void* memory, unsigned long size) {
  if (!memory) return;
  if (me.block)
    note_heap_memory(memory, size);
  else
    fill_unset(memory, size);
}

}  // namespace

#pragma GCC visibility push(default)

extern "C" {

void* simt_checked_memcpy(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memcpy(to, from, size);
}
void* simt_checked_memmove(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memmove(to, from, size);
}
void* simt_checked_memset(void* to, int value, unsigned long size) {
  if (size)
    touch_at(to, static_cast<unsigned>(size), What::write, false, true, SIMT_RETURN_ADDRESS);
  return __builtin_memset(to, value, size);
}

// A kernel's own malloc gives memory of the program's heap here, and no two threads the same.
void* simt_checked_malloc(unsigned long size) {
  void* const memory = malloc(size);
  note_new_memory(memory, size);
  return memory;
}
void simt_checked_free(void* memory) {
  if (me.block) forget_heap_memory(memory);
  free(memory);
}
// Weak: a program may have its own.
#define SIMT_WEAK [[gnu::weak]]
SIMT_WEAK void* simt_checked_new(unsigned long size) {
  void* const memory = ::operator new(size);
  note_new_memory(memory, size);
  return memory;
}
SIMT_WEAK void* simt_checked_new_array(unsigned long size) { return simt_checked_new(size); }
SIMT_WEAK void simt_checked_delete(void* memory) {
  if (me.block) forget_heap_memory(memory);
  ::operator delete(memory);
}
SIMT_WEAK void simt_checked_delete_array(void* memory) { simt_checked_delete(memory); }
SIMT_WEAK void simt_checked_sized_delete(void* memory, unsigned long) {
  simt_checked_delete(memory);
}
SIMT_WEAK void simt_checked_sized_delete_array(void* memory, unsigned long) {
  simt_checked_delete(memory);
}
#undef SIMT_WEAK

}  // extern "C"

#pragma GCC visibility pop
