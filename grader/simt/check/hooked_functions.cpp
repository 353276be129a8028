// memcpy and its kin, which student code calls by another name here (simtcc renames them), so that
// the check sees what they access.
#include "alignment.h"
#include "hooks.h"

using namespace simt::check;

namespace {

void touch_bytes(void* p, unsigned long size, What what, std::uintptr_t pc) {
  if (size == 0) return;
  if (misaligned.count != 0) forget_misaligned_pointers();  // bytes have no alignment
  touch_at(p, static_cast<unsigned>(size), what, false, true, pc);
}

void touch_copy(void* to, const void* from, unsigned long size, std::uintptr_t pc) {
  touch_bytes(const_cast<void*>(from), size, What::read, pc);
  touch_bytes(to, size, What::write, pc);
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
  touch_bytes(to, size, What::write, SIMT_RETURN_ADDRESS);
  return __builtin_memset(to, value, size);
}

}  // extern "C"

#pragma GCC visibility pop
