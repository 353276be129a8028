// Memory that a kernel may access: allocations and the arrays in them. (Device variables:
// variable_memory.h. Shared variables: shared_memory.h.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "check/report/findings.h"
#include "check/shadow.h"
#include "engine/checker.h"
#include "engine/memory/allocations.h"
#include "simt/check_report.h"

namespace simt::check {

/// A named range of memory.
struct Named {
  std::uintptr_t start = 0;
  std::size_t size = 0;
  std::string name;  // "A", or empty
  bool dynamic_shared = false;
  std::size_t element = 0, columns = 0, inner = 0;
  std::size_t readable_past = 0, writable_past = 0;  // bytes
  detail::CallSite made{};                           // the call that allocated it
  std::size_t serial = 0;                            // how many allocations were made before it
  bool given_back = false;                           // the program has tried to free it
  detail::CallSite reset{};                          // the cudaDeviceReset that freed it
  detail::CallSite freed{};  // the call of cudaFree or the like that freed it
};

/// An allocation and its declared arrays.
struct Region {
  Named allocation;
  std::vector<Named> arrays;  // by start
};

void add_allocation(const detail::Allocation& a, const detail::CallSite& made);
void remove_allocation(const detail::Allocation& a);
/// The same for memory whose cells the caller maps.
void add_region(std::uintptr_t start, std::size_t size, const detail::CallSite& made);
void remove_region(std::uintptr_t start);
/// Declares an array; the rest of its allocation becomes unwritten.
void name_array(const Array& array);

enum class Where {
  inside,
  overflow_area,  // past the end, inside the permitted margin
  outside,
  freed,
};

/// How [address, address + size) relates to known memory.
Where locate(std::uintptr_t address, std::size_t size, bool write);

/// The live allocation, or the freed one, that contains the address. Null if there is none.
const Region* find_region(std::uintptr_t address);
const Region* freed_region(std::uintptr_t address);
/// Where freed memory was freed; empty if unknown.
At place_of_free(std::uintptr_t address);
/// The arrays, or allocations without arrays, on either side of an address outside of them.
std::vector<Named> find_neighbors(std::uintptr_t address);

/// A checked call begins: existing allocations belong to earlier calls.
void allocations_are_of_earlier_calls();
bool from_earlier_call(const Named& n);
/// Live allocations of this call that the program has not tried to free.
std::vector<const Named*> alive_in_call();
/// `by` is about to free all device memory. Returns the names of arrays that earlier calls
/// allocated.
std::vector<std::string> note_reset(const detail::CallSite& by);
/// The program has tried to free the allocation that begins at `start`.
void note_freed(std::uintptr_t start);

/// Start and size of each live allocation.
std::vector<std::pair<std::uintptr_t, std::size_t>> live_allocations();
/// Whether it is managed or pinned memory, or memory registered as such.
bool is_for_both(std::uintptr_t address);

/// Maps memory for cells, or ends the program.
void map_cells(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
