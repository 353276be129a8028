#include "engine/fiber_stack.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace simt::detail {

namespace {

constexpr std::size_t batch = 32;
// A guard page splits a mapping in two, and Linux allows 65530 mappings per process.
constexpr std::size_t guarded_limit = 20000;
std::atomic<std::size_t> stacks_made{0};

char* compute_stack_top(std::size_t number) {
  const std::size_t colour = number * 5 % 64 * 64;
  return reinterpret_cast<char*>(space_base(Space::stacks) + (number + 1) * stack_spacing - colour);
}

std::size_t number_of_stack(std::uintptr_t address) {
  return (address - space_base(Space::stacks)) / stack_spacing;
}

}  // namespace

void StackPool::grow() {
  const std::size_t first = stacks_made.fetch_add(batch);
  const std::uintptr_t base = space_base(Space::stacks) + first * stack_spacing;
  char* memory = static_cast<char*>(map_at(base, batch * stack_spacing));
  if (!memory) {
    std::fprintf(stderr, "simt: no memory for the stacks of a kernel's threads\n");
    std::abort();
  }
  for (std::size_t i = batch; i-- > 0;) {
    char* lowest = memory + i * stack_spacing;
    if (first + i < guarded_limit) mprotect(lowest, page, PROT_NONE);
    char* const top = compute_stack_top(first + i);
    free_.push_back(top);
    all_.push_back(top);
  }
}

char* this_stack() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return compute_stack_top(number_of_stack(here));
}

bool on_this_stack(std::uintptr_t address) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return number_of_stack(address) == number_of_stack(here);
}

bool in_stack_guard(const void* address) {
  if (address_space(address) != Space::stacks) return false;
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - space_base(Space::stacks);
  return offset % stack_spacing < page;
}

}  // namespace simt::detail
