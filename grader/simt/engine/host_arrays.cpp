#include "host_arrays.h"

#include <unwind.h>

#include <cstdint>
#include <map>
#include <mutex>

#include "checker.h"
#include "cuda_runtime_api.h"

namespace simt::detail {

namespace {

struct NotedArrays {
  std::mutex lock;
  std::map<std::uintptr_t, std::size_t> by_start;
};

NotedArrays& noted_arrays() {
  static auto* all = new NotedArrays;  // outlives static destructors that free memory
  return *all;
}

std::optional<HostArray> noted_array_at(std::uintptr_t p) {
  const std::lock_guard guard(noted_arrays().lock);
  const auto after = noted_arrays().by_start.upper_bound(p);
  if (after == noted_arrays().by_start.begin()) return {};
  const auto& [start, size] = *std::prev(after);
  if (p - start >= size) return {};
  return HostArray{p - start, size};
}

struct Frame {
  std::uintptr_t pointer, end = 0;
};

/// The unwinder gives the stack pointer of each caller where it called: the first one above the
/// pointer is the end of the frame that the pointer lies in, and below it lies the return address.
_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
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
  _Unwind_Backtrace(look_at_frame, &frame);
  if (frame.end <= p) return {};
  return HostArray{0, frame.end - p, false};
}

}  // namespace

void note_host_array(void* start, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(start);
  const std::lock_guard guard(noted_arrays().lock);
  auto& all = noted_arrays().by_start;
  // What a library has freed is still noted.
  auto at = all.lower_bound(begin);
  if (at != all.begin() && std::prev(at)->first + std::prev(at)->second > begin) --at;
  while (at != all.end() && at->first < begin + size) at = all.erase(at);
  all[begin] = size;
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
