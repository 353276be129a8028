// Stacks for the threads of a kernel that wait. Each has a guard page below it; neighbors begin at
// different offsets within a page, because stacks at equal distances share few cache sets (up to
// 45 % slower).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/memory/address_space.h"

namespace simt::detail {

constexpr std::size_t stack_size = 64 * 1024;
constexpr std::size_t stack_spacing = stack_size + 2 * page;  // the colour's page, the guard page

// One per worker; the tops of free stacks, the last one freed on top.
class StackPool {
 public:
  char* take() {
    if (free_.empty()) grow();
    char* top = free_.back();
    free_.pop_back();
    return top;
  }
  void put(char* top) { free_.push_back(top); }
  // Every stack is free again: for a grid that was given up.
  void reset() { free_ = all_; }

 private:
  void grow();

  std::vector<char*> free_;
  std::vector<char*> all_;
};

// The top of the stack that the caller runs on.
char* this_stack();

// True where `address` lies in the guard page of a stack.
bool in_stack_guard(const void* address);

}  // namespace simt::detail
