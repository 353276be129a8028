// The device heap, from which kernels allocate: which of it is accessible, and how reports name it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/memory/spots.h"
#include "check/report/findings.h"

namespace simt::check {

void grow_heap(std::uintptr_t start, std::size_t size);
/// Freeing a block counts as a write to all of it.
void free_heap_block(std::uintptr_t start, std::size_t size, std::uintptr_t pc);
void report_no_heap_block(const void* pointer, const char* call, std::uintptr_t pc);

Where locate_on_heap(std::uintptr_t address, std::size_t size);
Spot describe_on_heap(std::uintptr_t address, std::size_t size);
/// Where the nearest block was allocated, or freed if it has been; empty for other memory.
At place_on_heap(std::uintptr_t address);

void begin_call_of_heap();
/// Advice only: a GPU reclaims the memory when the program ends.
void report_heap_leaks();

}  // namespace simt::check
