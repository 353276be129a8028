// Stacks for the threads of a kernel. Each has a guard page below it; neighbors begin at different
// offsets within a page, because equally spaced stacks share few cache sets (up to 45 % slower).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/memory/address_space.h"

namespace simt::detail {

constexpr std::size_t stack_size = 64 * 1024;
constexpr std::size_t stack_spacing = stack_size + 2 * page;  // offset page, guard page

// One pool per worker: the tops of its free stacks, used last in, first out.
class StackPool {
 public:
  char* take() {
    if (free_.empty()) grow();
    char* top = free_.back();
    free_.pop_back();
    return top;
  }
  void put(char* top) { free_.push_back(top); }
  // Frees every stack, after a grid was aborted.
  void reset() { free_ = all_; }

 private:
  void grow();

  std::vector<char*> free_;
  std::vector<char*> all_;
};

// The top of the caller's stack.
char* this_stack();

// Whether `address` lies in the caller's stack, rather than in another one.
bool on_this_stack(std::uintptr_t address);

// Whether `address` lies in the guard page of a stack.
bool in_stack_guard(const void* address);

}  // namespace simt::detail
