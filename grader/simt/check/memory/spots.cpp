#include "check/memory/spots.h"

#include <string_view>
#include <vector>

#include "check/memory/heap.h"
#include "check/memory/shared_memory.h"
#include "check/memory/variable_memory.h"
#include "check/memory/variables.h"
#include "check/report/words.h"
#include "check/state.h"
#include "engine/memory/address_space.h"
#include "engine/memory/device_heap.h"

namespace simt::check {

namespace {

using detail::Space;

std::string shape(const Named& n) {
  if (n.element == 0) return std::to_string(n.size) + " bytes";
  const std::size_t elements = n.size / n.element;
  if (n.columns == 0) return plural(elements, "element");
  return std::to_string(elements / n.columns) + " x " + std::to_string(n.columns) + " elements";
}

std::string called(const Named& n) {
  if (!n.name.empty()) return n.name;
  std::string text = "the array of " + plural(n.size, "byte");
  if (n.made.file) {
    const bool registers = std::string_view(n.made.call) == "cudaHostRegister";
    text += (from_earlier_call(n) ? " that an earlier call " : " ") +
            std::string(registers ? "registered" : "allocated") + " at " + n.made.file + ":" +
            std::to_string(n.made.line);
  }
  return text;
}

/// "A[3][4]", "byte 12 of the array of 96 bytes allocated at dot.cu:31".
std::string format_element(const Named& n, std::uintptr_t address, std::size_t size) {
  const std::size_t element = n.element ? n.element : size ? size : 1;
  const std::size_t i = (address - n.start) / element;
  if (n.name.empty()) {
    if (n.size <= element) return called(n);
    return "element " + std::to_string(i) + " (of " + plural(element, "byte") + ") of " + called(n);
  }
  if (n.columns && n.inner)
    return n.name + "[" + std::to_string(i / n.columns) + "][" +
           std::to_string(i % n.columns / n.inner) + "][" + std::to_string(i % n.inner) + "]";
  if (n.columns)
    return n.name + "[" + std::to_string(i / n.columns) + "][" + std::to_string(i % n.columns) +
           "]";
  return n.size <= element ? n.name : n.name + "[" + std::to_string(i) + "]";
}

std::string distance_from(const Named& n, std::uintptr_t address, std::size_t size) {
  const std::string what = called(n) + (n.name.empty() ? "" : " (" + shape(n) + ")");
  const std::size_t element = n.element ? n.element : size ? size : 1;
  if (address < n.start) {
    const std::size_t by = (n.start - address + element - 1) / element;
    return plural(by, "element") + " before the start of " + what;
  }
  if (n.size == 0)
    return "element " + std::to_string((address - n.start) / element) + " of " + called(n) +
           ", for which the launch reserves no memory";
  const std::size_t past = (address - n.start - n.size) / element + 1;
  if (address < n.start + n.size) return "across the end of " + what;
  return "element " + std::to_string((address - n.start) / element) + " of " + what + ", " +
         (past == 1 ? "just past the end" : plural(past - 1, "element") + " past the end");
}

/// The range whose start or end is nearest.
template <class Range>
const Named* nearest(const Range& range, std::uintptr_t address) {
  const Named* best = nullptr;
  std::uintptr_t least = ~std::uintptr_t{0};
  for (const Named& n : range) {
    const std::uintptr_t by = address < n.start ? n.start - address : address - (n.start + n.size);
    // Prefer a range that ends before the address to one that begins after it: overruns go upwards.
    if (by < least || (by == least && address >= n.start)) {
      least = by;
      best = &n;
    }
  }
  return best;
}

Spot describe_shared(std::uintptr_t address, std::size_t size) {
  const detail::Block* const owner = find_owner(address);
  const std::vector<Named> all = list_shared(owner ? *owner : *self.block);
  const Where where = locate_shared(address, size);
  for (const Named& n : all) {
    if (address < n.start || address >= n.start + n.size || where != Where::inside) continue;
    if (n.name.empty())
      return {where, "byte " + std::to_string(address - n.start) + " of the dynamic shared memory"};
    return {where, format_element(n, address, size), n.name};
  }
  const Named* n = nearest(all, address);
  if (!n) return {Where::outside, "shared memory, of which the block has none"};
  if (!n->name.empty())
    return {Where::outside, distance_from(*n, address, size), n->name, n->dynamic_shared};
  if (address < n->start)
    return {Where::outside, plural(n->start - address, "byte") +
                                " before the start of the dynamic shared memory (" +
                                plural(n->size, "byte") + ")"};
  return {Where::outside, "byte " + std::to_string(address - n->start) +
                              " of the dynamic shared memory, which has " +
                              plural(n->size, "byte") + " in this launch"};
}

std::vector<Named> variables() {
  std::vector<Named> all;
  for (const Variable& v : device_variables()) {
    Named n;
    n.start = v.start;
    n.size = v.size;
    n.name = v.name;
    all.push_back(n);
  }
  return all;
}

Spot describe_variable(std::uintptr_t address, std::size_t size) {
  const Where where = locate_variable(address, size);
  const std::vector<Named> all = variables();
  for (const Named& n : all)
    if (where == Where::inside && address >= n.start && address < n.start + n.size)
      return {where, format_element(n, address, size), n.name};
  const Named* n = nearest(all, address);
  if (!n) return {where, "a variable of the device"};
  return {where, distance_from(*n, address, size), n->name};
}

/// An address outside of all allocations: usually near one of them.
Spot describe_beyond(std::uintptr_t address, std::size_t size, Where where) {
  const Space space = detail::address_space(reinterpret_cast<void*>(address));
  std::vector<Named> all = find_neighbors(address);
  std::erase_if(all, [space](const Named& n) {
    return detail::address_space(reinterpret_cast<void*>(n.start)) != space;
  });
  const Named* n = nearest(all, address);
  constexpr std::uintptr_t near = std::uintptr_t{1} << 36;
  if (!n || (address > n->start ? address - n->start : n->start - address) > near)
    return {where, "an address that belongs to no array"};
  return {where, distance_from(*n, address, size), n->name};
}

}  // namespace

Spot describe(std::uintptr_t address, std::size_t size, bool write) {
  const Space space = detail::address_space(reinterpret_cast<void*>(address));
  if (space == Space::shared) return describe_shared(address, size);
  if (near_variables(address)) return describe_variable(address, size);
  if (detail::on_heap(address)) return describe_on_heap(address, size);
  const Where where = locate(address, size, write);
  if (where == Where::freed) return {where, called(freed_region(address)->allocation)};
  const Region* r = find_region(address);
  if (!r) return describe_beyond(address, size, where);
  for (const Named& n : r->arrays)
    if (address >= n.start && address < n.start + n.size && where == Where::inside)
      return {where, format_element(n, address, size), n.name};
  if (r->arrays.empty())
    return {where, where == Where::inside ? format_element(r->allocation, address, size)
                                          : distance_from(r->allocation, address, size)};
  const Named* n = nearest(r->arrays, address);
  return {where, distance_from(*n, address, size), n->name};
}

Facts& Facts::add_spot(std::uintptr_t address, std::size_t size, bool write) {
  const Spot spot = describe(address, size, write);
  add("spot", spot.name);
  return spot.array.empty() ? *this : add("array", spot.array);
}

}  // namespace simt::check
