#include "check/memory/unset.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "check/shadow.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

/// Larger allocations are not filled: that would take too long.
constexpr std::size_t largest = std::size_t{256} << 20;

/// The fill value of a word, from its address: a value that a program is unlikely to store there.
constexpr std::uint32_t pattern(std::uintptr_t address) {
  std::uint64_t x = (address >> 2) * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u;
  x ^= x >> 29;
  return static_cast<std::uint32_t>(x >> 32) | 1;
}

}  // namespace

void fill_unset(void* memory, std::size_t size) {
  if (size > largest) return;
  auto* word = static_cast<std::uint32_t*>(memory);
  for (std::size_t i = 0; i < size / 4; ++i)
    word[i] = pattern(reinterpret_cast<std::uintptr_t>(word + i));
}

namespace {

struct Trusted {
  std::uintptr_t start;
  std::size_t size;
};

std::vector<Trusted>& trusted() {
  static auto* all = new std::vector<Trusted>;
  return *all;
}

bool is_trusted(std::uintptr_t address) {
  return std::any_of(trusted().begin(), trusted().end(),
                     [address](const Trusted& t) { return address - t.start < t.size; });
}

}  // namespace

void trust(const void* memory, std::size_t size) {
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  trusted().push_back({start, size});
  // One input word in four billion holds its pattern: the copy to the device took it for unset.
  if (!detail::is_device(detail::address_space(memory))) return;
  for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < start + size; word += 4)
    if (*cell_at(word) == 0) *cell_at(word) = make_cell(written_long_ago, 0);
}

void trust_nothing() { trusted().clear(); }

namespace {

/// Fills the stack below this function.
[[gnu::noinline]] void fill_stack() {
  constexpr std::size_t size = std::size_t{1} << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < 2 * size) return;
  void* const below = __builtin_alloca(size);
  fill_unset(below, size);
  asm volatile("" : : "r"(below) : "memory");  // keeps the compiler from removing the stores
}

}  // namespace

bool is_set_unseen(std::uintptr_t address) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<void*>(address), sizeof value);
  if (detail::address_space(reinterpret_cast<void*>(address)) == detail::Space::managed)
    return value != ~std::uint32_t{0};
  return !is_unset(address, value);
}

bool is_unset(std::uintptr_t address, std::uint32_t value) {
  return value == pattern(address) && !is_trusted(address);
}

}  // namespace simt::check

// simtcc links with --wrap=main, so this runs before the program's own main. It overwrites what
// start-up code left on the stack where main's variables will be.
extern "C" {
[[gnu::weak]] int __real_main(int, char**, char**);  // absent in a library
[[gnu::visibility("default")]] int __wrap_main(int count, char** words, char** environment) {
  simt::check::fill_stack();
  return __real_main(count, words, environment);
}
}
