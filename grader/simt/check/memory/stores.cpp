#include "check/memory/stores.h"

#include <cstdio>

#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/ages.h"
#include "check/shadow.h"
#include "engine/memory/address_space.h"
#include "engine/memory/symbols.h"

namespace simt::check {

void count_stores(const std::vector<Array>& arrays, Report& report) {
  for (const Array& array : arrays) {
    if (report.array_count == Report::most_arrays) return;
    if (!detail::is_device(detail::address_space(array.start))) continue;
    const auto start = reinterpret_cast<std::uintptr_t>(array.start);
    const std::size_t bytes = array.elements * array.element_size;
    const std::uintptr_t end = start + bytes;
    if (bytes == 0 || locate(start, bytes, true) != Where::inside) continue;  // freed
    ArrayStores& stores = report.arrays[report.array_count++];
    std::snprintf(stores.name, sizeof stores.name, "%s", array.name);
    for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < end; word += 4) {
      const Cell cell = *cell_at(word);
      stores.words += cell == split_cell || last_write(cell) != 0;
      stores.from_host += has_hosts_value(word);
    }
  }
}

std::uint64_t kernels_words(std::uintptr_t start, std::size_t size) {
  std::uint64_t words = 0;
  for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < start + size; word += 4) {
    const Cell cell = *cell_at(word);
    // A store by a copy has no place in the program.
    words += cell == split_cell || (last_write(cell) != 0 && !set_by_host(last_write(cell)) &&
                                    (origin_at(word)->write_pc & pc_mask) != 0);
  }
  return words;
}

std::uint64_t kernels_words() {
  std::uint64_t words = 0;
  for (const auto& [start, size] : detail::symbol_sections())
    words += kernels_words(variable_alias | start, size);
  for (const auto& [start, size] : live_allocations())
    if (is_for_both(start)) words += kernels_words(cell_address(start), size);
  return words;
}

}  // namespace simt::check
