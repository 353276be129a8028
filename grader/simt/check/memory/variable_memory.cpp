#include "check/memory/variable_memory.h"

#include <algorithm>

#include "check/memory/registered_memory.h"
#include "check/memory/variables.h"
#include "check/shadow.h"
#include "engine/memory/address_space.h"
#include "engine/memory/symbols.h"

namespace simt::check {

bool in_variables(std::uintptr_t address) {
  return detail::is_symbol(reinterpret_cast<const void*>(address), 1);
}

bool near_variables(std::uintptr_t address) {
  if (near_registered(address) && !in_variables(address)) return false;
  constexpr std::uintptr_t near = 1 << 20;
  for (const auto& [start, size] : detail::symbol_sections())
    if (address + near >= start && address < start + size + near) return true;
  return false;
}

Where locate_variable(std::uintptr_t address, std::size_t size) {
  const auto& all = device_variables();
  if (all.empty()) return in_variables(address) ? Where::inside : Where::outside;
  for (const Variable& v : all)
    if (address >= v.start && address + size <= v.start + v.size) return Where::inside;
  return Where::outside;
}

void prepare_variables() {
  std::uintptr_t mapped = 0;  // end of the mapped cells; neighbors share pages
  auto sections = detail::symbol_sections();
  std::sort(sections.begin(), sections.end());
  for (const auto& [start, size] : sections) {
    const std::uintptr_t from = std::max(start / detail::page * detail::page, mapped);
    mapped = detail::round_up(start + size, detail::page);
    if (mapped > from) map_shadow(variable_alias | from, mapped - from);
    for (std::uintptr_t at = start & ~std::uintptr_t{3}; at < start + size; at += 4)
      *cell_at(variable_alias | at) = make_cell(written_long_ago, 0);
  }
}

}  // namespace simt::check
