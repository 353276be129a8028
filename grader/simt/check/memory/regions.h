// What memory a kernel may touch: allocations and the arrays in them, beside variables of the
// device (variable_memory.h) and shared ones (shared_memory.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "check/shadow.h"
#include "engine/checker.h"
#include "engine/memory/allocations.h"
#include "simt/check_report.h"

namespace simt::check {

/// A stretch of memory with a name.
struct Named {
  std::uintptr_t start = 0;
  std::size_t size = 0;
  std::string name;  // "A", or ""
  bool dynamic_shared = false;
  std::size_t element = 0, columns = 0, inner = 0;
  std::size_t readable_past = 0, writable_past = 0;  // bytes
  detail::CallSite made{};                           // by which call
  std::size_t serial = 0;    // of the allocation: how many were made before it
  bool given_back = false;   // the program has tried to free it
  detail::CallSite reset{};  // the cudaDeviceReset that has freed it
};

/// An allocation, with the arrays in it that were declared.
struct Region {
  Named allocation;
  std::vector<Named> arrays;  // by start
};

void add_allocation(const detail::Allocation& a, const detail::CallSite& made);
void remove_allocation(const detail::Allocation& a);
/// The allocation that a declared array lies in forgets what is known of the rest of its memory.
void name_array(const Array& array);

enum class Where {
  inside,
  overflow_area,  // past the end, where that is allowed
  outside,
  freed,
};

/// What [address, address + size) is to an access.
Where locate(std::uintptr_t address, std::size_t size, bool write);

/// The live one that the address lies in, and the freed one. Null: none.
const Region* find_region(std::uintptr_t address);
const Region* freed_region(std::uintptr_t address);
/// Arrays, or allocations without, before and behind an address that lies in none.
std::vector<Named> find_neighbors(std::uintptr_t address);

/// A checked call begins.
void allocations_are_of_earlier_calls();
bool from_earlier_call(const Named& n);
/// Allocations that were made in the call, are alive, and that the program has not tried to free.
std::vector<const Named*> alive_in_call();
/// `by` is about to free all memory of the devices. Names of the arrays there that earlier calls
/// have allocated.
std::vector<std::string> note_reset(const detail::CallSite& by);
/// The program has tried to free the allocation that begins there.
void note_given_back(std::uintptr_t start);

/// All that are alive: start and size.
std::vector<std::pair<std::uintptr_t, std::size_t>> live_allocations();
/// Managed or pinned.
bool is_for_both(std::uintptr_t address);

/// Makes room for cells, or ends the program.
void map_cells(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
