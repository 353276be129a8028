#include "check/memory/image.h"

#include <link.h>

#include <vector>

#include "check/races/pending_stores.h"
#include "check/state.h"
#include "check/threads/intervals.h"

// Bounds, set by the linker, of the sections into which the build puts the engine's variables.
extern "C" {
extern const char __start_simt_data[] __attribute__((visibility("hidden"), weak));
extern const char __stop_simt_data[] __attribute__((visibility("hidden"), weak));
extern const char __start_simt_bss[] __attribute__((visibility("hidden"), weak));
extern const char __stop_simt_bss[] __attribute__((visibility("hidden"), weak));
}

namespace simt::check {

namespace {

struct Range {
  std::uintptr_t start, end;
};

int add_segments(dl_phdr_info* info, std::size_t, void* to) {
  auto& all = *static_cast<std::vector<Range>*>(to);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& p = info->dlpi_phdr[i];
    const bool relro = p.p_type == PT_GNU_RELRO;  // vtables
    if (!relro && (p.p_type != PT_LOAD || (p.p_flags & PF_W))) continue;
    const std::uintptr_t start = info->dlpi_addr + p.p_vaddr;
    all.push_back({start, start + p.p_memsz});
  }
  return 0;
}

template <class T>
bool within(std::uintptr_t address, const T& object) {
  return address - reinterpret_cast<std::uintptr_t>(&object) < sizeof object;
}

}  // namespace

bool is_engine_memory(std::uintptr_t address) {
  return within(address, self) || within(address, blockDim) || within(address, gridDim) ||
         within(address, threadIdx) || within(address, blockIdx);
}

bool is_engines(std::uintptr_t address) {
  const auto in = [address](const char* start, const char* stop) {
    const auto begin = reinterpret_cast<std::uintptr_t>(start);
    return address - begin < reinterpret_cast<std::uintptr_t>(stop) - begin;
  };
  return in(__start_simt_data, __stop_simt_data) || in(__start_simt_bss, __stop_simt_bss) ||
         within(address, current_thread) || within(address, pending_store) ||
         within(address, suspect) || within(address, replaced) || is_shadow(address) ||
         address - reinterpret_cast<std::uintptr_t>(intervals) < most_intervals * sizeof(Interval);
}

bool is_read_only_image(std::uintptr_t address) {
  static const std::vector<Range> all = [] {
    std::vector<Range> found;
    dl_iterate_phdr(add_segments, &found);
    return found;
  }();
  for (const Range& r : all)
    if (address >= r.start && address < r.end) return true;
  return false;
}

}  // namespace simt::check
