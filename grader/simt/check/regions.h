// What memory a kernel may touch, and how to call it: allocations, named arrays in them, __device__
// and
// __constant__ variables, and the running block's shared variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/allocations.h"
#include "engine/checker.h"
#include "shadow.h"
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
  std::size_t serial = 0;  // of the allocation: how many were made before it
};

/// Memory for a block's shared variables.
void add_arena(std::uintptr_t address);
void add_allocation(const detail::Allocation& a, const detail::CallSite& made);
void remove_allocation(const detail::Allocation& a);
/// The allocation that a declared array lies in forgets what is known of the rest of its memory.
void name_array(const Array& array);

/// __device__, __constant__ and __managed__ variables lie in the program, below 4 GiB. Their words
/// have cells at an alias.
bool in_variables(std::uintptr_t address);
/// Or not far from one: an index that is too large.
bool near_variables(std::uintptr_t address);
constexpr std::uintptr_t variable_alias = std::uintptr_t{0x17} << 40;
void prepare_variables();

/// The block's shared variables, known once a thread has reached the declaration.
struct SharedVariable {
  const char* name = nullptr;
  std::size_t offset = 0, size = 0, element = 0;
  std::size_t columns = 0, inner = 0;  // elements in v[0], and in v[0][0]; 0: those are no arrays
};

enum class Where {
  inside,
  overflow_area,  // past the end, where that is allowed
  outside,
  freed,
};

/// What [address, address + size) is to an access. `name` says in words what is hit, or nearly hit:
/// "A[12][3]", "4 bytes past the end of As (float[32][32])".
struct Spot {
  Where where;
  std::string name;
  std::string array = {};       // that it lies in or next to
  bool dynamic_shared = false;  // or what lies outside of it
};
Where locate(std::uintptr_t address, std::size_t size, bool write);
Spot describe(std::uintptr_t address, std::size_t size, bool write);

/// A checked call begins: what is allocated by then an earlier one allocated.
void begin_call();
/// Of a cell: the host made what stands there, in this call.
bool set_by_host(Key write);
/// Allocations that were made in the call and are alive.
std::vector<const Named*> alive_in_call();

/// All that are alive: start and size.
std::vector<std::pair<std::uintptr_t, std::size_t>> live_allocations();
/// Managed or pinned.
bool is_for_both(std::uintptr_t address);

/// Every cell that exists counts as written long ago.
void age_all_cells();

}  // namespace simt::check
