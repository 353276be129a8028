#include "engine/memory/host_arrays.h"

#include <malloc.h>
#include <unwind.h>

#include <cstdint>
#include <map>
#include <mutex>

#include "cuda_runtime_api.h"
#include "engine/checker.h"
#include "engine/memory/address_space.h"

namespace simt::detail {

namespace {

struct NotedArray {
  std::size_t size;
  Owner owner;
};

struct NotedArrays {
  std::mutex lock;
  std::map<std::uintptr_t, NotedArray> by_start;
};

NotedArrays& noted_arrays() {
  static auto* all = new NotedArrays;  // outlives static destructors that free memory
  return *all;
}

/// A library may have freed a noted array unnoticed, and the heap may have reused its place for
/// another size. So the noted size must match the usable size, which is hardly larger.
bool is_still_there(std::uintptr_t start, std::size_t size) {
  const std::size_t usable = malloc_usable_size(reinterpret_cast<void*>(start));
  const std::size_t most_added = size < (std::size_t{64} << 10) ? 64 : 2 * page;
  return usable >= size && usable - size <= most_added;
}

std::optional<HostArray> noted_array_at(std::uintptr_t p) {
  const std::lock_guard guard(noted_arrays().lock);
  const auto after = noted_arrays().by_start.upper_bound(p);
  if (after == noted_arrays().by_start.begin()) return {};
  const auto& [start, noted] = *std::prev(after);
  if (p - start >= noted.size) return {};
  if (noted.owner == Owner::heap && !is_still_there(start, noted.size)) return {};
  return HostArray{p - start, noted.size};
}

struct Frame {
  std::uintptr_t pointer, end = 0;
};

/// The unwinder reports each caller's stack pointer. The first one above the given pointer is the
/// end of the frame that contains the pointer; the return address lies just below it.
_Unwind_Reason_Code examine_frame(_Unwind_Context* context, void* data) {
  Frame& frame = *static_cast<Frame*>(data);
  const std::uintptr_t stack = _Unwind_GetCFA(context);
  if (stack <= frame.pointer) return _URC_NO_REASON;
  frame.end = stack - sizeof(void*);
  return _URC_END_OF_STACK;
}

std::optional<HostArray> frame_at(std::uintptr_t p) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  constexpr std::uintptr_t largest_stack = std::uintptr_t{1} << 30;
  if (p < here || p - here > largest_stack) return {};
  Frame frame{p};
  _Unwind_Backtrace(examine_frame, &frame);
  if (frame.end <= p) return {};
  return HostArray{0, frame.end - p, false};
}

}  // namespace

void note_host_array(void* start, std::size_t size, Owner owner) {
  const auto begin = reinterpret_cast<std::uintptr_t>(start);
  const std::lock_guard guard(noted_arrays().lock);
  auto& all = noted_arrays().by_start;
  // Arrays freed by a library are still noted; remove those that overlap.
  auto at = all.lower_bound(begin);
  if (at != all.begin() && std::prev(at)->first + std::prev(at)->second.size > begin) --at;
  while (at != all.end() && at->first < begin + size) at = all.erase(at);
  all[begin] = {size, owner};
}

void forget_host_array(void* start) {
  const std::lock_guard guard(noted_arrays().lock);
  noted_arrays().by_start.erase(reinterpret_cast<std::uintptr_t>(start));
}

std::optional<HostArray> host_array_at(const void* pointer, std::size_t known_size) {
  const auto p = reinterpret_cast<std::uintptr_t>(pointer);
  if (const auto noted = noted_array_at(p)) return noted;
  if (known_size != unknown_size) return HostArray{0, known_size};
  if (checker)
    if (const auto variable = checker->host_variable_at(pointer)) return variable;
  return frame_at(p);
}

}  // namespace simt::detail
