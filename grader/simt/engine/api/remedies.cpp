#include "simt/visible.h"

#include <bitset>
#include <cstdlib>
#include <mutex>
#include <set>

namespace {

constexpr std::size_t most = 4096;

std::bitset<most> switched_on() {
  std::bitset<most> set;
  const char* at = std::getenv("SIMT_REMEDIES");
  while (at != nullptr && *at != 0) {
    char* end = nullptr;
    const unsigned long number = std::strtoul(at, &end, 10);
    if (end == at) break;
    if (number < most) set.set(number);
    at = *end == ',' ? end + 1 : end;
  }
  return set;
}

// Variables of a program may ask before its constructors have run.
__attribute__((init_priority(101))) const std::bitset<most> remedies = switched_on();

std::mutex copies_lock;

/// Never destroyed: objects of the program may outlive this file's.
std::set<const void*>& owner_copies() {
  static auto* all = new std::set<const void*>;
  return *all;
}

}  // namespace

extern "C" bool simt_remedy(int number) noexcept {
  return number >= 0 && static_cast<std::size_t>(number) < most &&
         remedies[static_cast<std::size_t>(number)];
}

extern "C" bool simt_owner_copy(const void* object, bool made) noexcept {
  const std::lock_guard guard(copies_lock);
  if (!made) return owner_copies().erase(object) != 0;
  owner_copies().insert(object);
  return true;
}

extern "C" void simt_no_value(const char* name, int declared, const char* file, int line) noexcept {
  simt::detail::reads_unset(name, declared, file, line);
}
