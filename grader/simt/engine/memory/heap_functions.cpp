// malloc, free, new and delete as programs call them (simtcc renames them). Kernels allocate on the
// device heap, the host on its usual heap.
#include <cstdlib>
#include <new>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/host_arrays.h"

namespace simt::detail {

namespace {

void* forgotten(void* memory) {
  forget_host_array(memory);
  return memory;
}

void* noted(void* memory, std::size_t size) {
  if (!memory) return memory;
  note_host_array(memory, size, Owner::heap);
  if (checker) checker->host_allocated(memory, size);
  return memory;
}

/// For memory that is initialized, wholly or in part.
void* noted_as_set(void* memory, std::size_t size) {
  if (memory && !in_kernel()) note_host_array(memory, size, Owner::heap);
  return memory;
}

}  // namespace

void free_in_kernel(void* memory, const char* call, const void* returns_to) {
  if (!memory || free_on_heap(memory, returns_to)) return;
  if (checker) checker->heap_release_failed(memory, call, returns_to);
  abort_in_kernel("memory is freed that no malloc() or new of a kernel has given, or freed twice");
}

}  // namespace simt::detail

using namespace simt::detail;

#define SIMT_RETURNS_TO __builtin_return_address(0)
// Weak, because a program may define its own.
#define SIMT_WEAK [[gnu::weak]]

#pragma GCC visibility push(default)
extern "C" {

void* simt_heap_malloc(std::size_t size) {
  return in_kernel() ? allocate_on_heap(size, 16, SIMT_RETURNS_TO) : noted(std::malloc(size), size);
}
void simt_heap_free(void* memory) {
  if (in_kernel())
    free_in_kernel(memory, "free()", SIMT_RETURNS_TO);
  else
    std::free(forgotten(memory));
}

// These functions do not exist in kernels.
void* simt_heap_calloc(std::size_t count, std::size_t size) {
  return noted_as_set(std::calloc(count, size), count * size);
}
void* simt_heap_realloc(void* memory, std::size_t size) {
  return noted_as_set(std::realloc(forgotten(memory), size), size);
}
void* simt_heap_aligned_alloc(std::size_t alignment, std::size_t size) {
  void* const memory = std::aligned_alloc(alignment, size);
  return in_kernel() ? memory : noted(memory, size);
}
int simt_heap_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  const int error = posix_memalign(memory, alignment, size);
  if (error == 0 && !in_kernel()) noted(*memory, size);
  return error;
}

// `new` in a kernel cannot throw: it returns null if the heap is full.
#define SIMT_NEW(name, parameters, alignment, call)                                              \
  SIMT_WEAK void* name parameters {                                                              \
    return in_kernel() ? allocate_on_heap(size, alignment, SIMT_RETURNS_TO) : noted(call, size); \
  }
#define SIMT_LIST(...) (__VA_ARGS__)
#define SIMT_NEWS(array, by)                                                                    \
  SIMT_NEW(simt_heap_new##array, (std::size_t size), 16, by(size))                              \
  SIMT_NEW(simt_heap_try_new##array, SIMT_LIST(std::size_t size, const std::nothrow_t& no), 16, \
           by(size, no))                                                                        \
  SIMT_NEW(simt_heap_aligned_new##array, SIMT_LIST(std::size_t size, std::align_val_t to),      \
           static_cast<std::size_t>(to), by(size, to))                                          \
  SIMT_WEAK void simt_heap_delete##array(void* memory) {                                        \
    if (in_kernel()) return free_in_kernel(memory, "delete", SIMT_RETURNS_TO);                  \
    ::operator delete(forgotten(memory));                                                       \
  }                                                                                             \
  SIMT_WEAK void simt_heap_sized_delete##array(void* memory, std::size_t) {                     \
    if (in_kernel()) return free_in_kernel(memory, "delete", SIMT_RETURNS_TO);                  \
    ::operator delete(forgotten(memory));                                                       \
  }                                                                                             \
  SIMT_WEAK void simt_heap_aligned_delete##array(void* memory, std::align_val_t to) {           \
    if (in_kernel()) return free_in_kernel(memory, "delete", SIMT_RETURNS_TO);                  \
    ::operator delete(forgotten(memory), to);                                                   \
  }                                                                                             \
  SIMT_WEAK void simt_heap_aligned_sized_delete##array(void* memory, std::size_t,               \
                                                       std::align_val_t to) {                   \
    if (in_kernel()) return free_in_kernel(memory, "delete", SIMT_RETURNS_TO);                  \
    ::operator delete(forgotten(memory), to);                                                   \
  }
SIMT_NEWS(, ::operator new)
SIMT_NEWS(_array, ::operator new[])

}  // extern "C"
#pragma GCC visibility pop
