#include "check/memory/given_addresses.h"

#include <cstdint>
#include <cstring>
#include <set>
#include <string>

#include "check/memory/variables.h"
#include "check/report/findings.h"
#include "engine/checker.h"
#include "engine/memory/address_space.h"
#include "engine/memory/symbols.h"

namespace simt::check {

namespace {

std::set<const Variable*> given_out;

/// Returns null for other memory and for managed variables, whose address is valid on both sides.
const Variable* variable_at(const void* address) {
  if (!detail::is_symbol(address, 1) || detail::is_managed_symbol(address)) return nullptr;
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  for (const Variable& v : device_variables())
    if (p - v.start < v.size) return &v;
  return nullptr;
}

template <class Use>
void each_address(const void* bytes, std::size_t size, const Use& use) {
  const char* const start = static_cast<const char*>(bytes);
  for (std::size_t at = 0; at + sizeof(void*) <= size; at += alignof(void*)) {
    const void* address;
    std::memcpy(&address, start + at, sizeof address);
    use(address);
  }
}

}  // namespace

void note_given_address(const void* variable) {
  if (const Variable* const v = variable_at(variable)) given_out.insert(v);
}

void note_addresses_in(const void* bytes, std::size_t size) {
  constexpr std::size_t most = 4096;  // larger objects are data
  if (!detail::is_device(detail::address_space(bytes)) && !detail::is_symbol(bytes, 1)) return;
  if (size <= most) each_address(bytes, size, note_given_address);
}

void check_address_of_variable(const char* role, const void* address) {
  const Variable* const v = variable_at(address);
  if (!v || given_out.count(v) != 0) return;
  found(Level::error, at(detail::current_call), "pointer.of-variable", [&] {
    return Facts()
        .add("call", detail::current_call.call)
        .add("role", role)
        .add("variable", v->name)
        .add("space", detail::is_constant_symbol(address) ? "__constant__" : "__device__");
  });
}

void check_argument(int number, const void* bytes, std::size_t size) {
  const std::string role = "argument " + std::to_string(number);
  each_address(bytes, size, [&](const void* p) { check_address_of_variable(role.c_str(), p); });
}

}  // namespace simt::check
