#include "check/alignment.h"

#include <algorithm>

#include "check/races/races.h"

namespace simt::check {

namespace {

/// The widest access of a GPU, in bytes.
constexpr unsigned widest = 16;
/// Offsets of structure members are below this many bytes.
constexpr std::uintptr_t largest_structure = 4096;

unsigned alignment_by_hook(const Touch& t) {
  const bool power = (t.size & (t.size - 1)) == 0;
  if (t.bytes || !power || t.size > widest) return 1;
  return t.what == What::atomic ? t.size : std::min(t.size, most_by_hook);
}

unsigned alignment_by_type(const Touch& t) {
  unsigned needed = 1;
  for (unsigned i = 0; i < misaligned.count; ++i) {
    const auto& [address, alignment] = misaligned.pointers[i];
    const std::uintptr_t offset = t.address - address;  // wraps to a huge value before the start
    if (offset < largest_structure && offset % alignment == 0 && t.size >= alignment)
      needed = std::max(needed, alignment);
  }
  return needed;
}

}  // namespace

void require_alignment(const Touch& t) {
  const unsigned needed = std::max(alignment_by_hook(t), alignment_by_type(t));
  if (t.address % needed == 0) return;
  misaligned.count = 0;
  report_misaligned({t.address, needed, t.what});
  stop_kernel(cudaErrorMisalignedAddress);
}

void forget_misaligned_pointers() {
  misaligned.count = 0;
  resume_fast_paths();
}

}  // namespace simt::check

namespace {

/// The argument that g++ passes to the handler (libsanitizer's ubsan_handlers.h).
struct MismatchData {
  const char* file;
  std::uint32_t line, column;
  const void* type;
  unsigned char log_alignment, kind;
};

}  // namespace

#pragma GCC visibility push(default)

extern "C" void __ubsan_handle_type_mismatch_v1(const MismatchData* data, std::uintptr_t pointer) {
  using namespace simt::check;
  if (!current_thread.block) return;  // the host's processor allows misaligned accesses
  const unsigned alignment = std::min(1u << data->log_alignment, widest);
  MisalignedPointers& m = misaligned;
  if (pointer % alignment == 0 || m.count == MisalignedPointers::most) return;
  m.pointers[m.count++] = {pointer, alignment};
  disable_fast_paths();
}

#pragma GCC visibility pop
