#include "check/report/own_frames.h"

#include <unwind.h>

// The linker's symbols for the bounds of the program and of the section with the engine's code.
extern "C" {
extern const char __executable_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
extern const char __start_simt_text[] __attribute__((visibility("hidden")));
extern const char __stop_simt_text[] __attribute__((visibility("hidden")));
}

namespace simt::check {

namespace {

struct Search {
  std::uint64_t interrupted;
  bool below = false;
  OwnFrames frames{};
};

_Unwind_Reason_Code collect_frame(_Unwind_Context* context, void* data) {
  Search& search = *static_cast<Search*>(data);
  OwnFrames& frames = search.frames;
  int before_instruction = 0;
  const std::uint64_t pc = _Unwind_GetIPInfo(context, &before_instruction);
  search.below = search.below || pc == search.interrupted;
  if (!search.below) return _URC_NO_REASON;
  const auto within = [pc](const char* begin, const char* end) {
    return pc >= reinterpret_cast<std::uint64_t>(begin) &&
           pc < reinterpret_cast<std::uint64_t>(end);
  };
  const bool engines = within(__start_simt_text, __stop_simt_text);
  // Frames below the program's own functions belong to the engine that called it.
  if (engines && frames.count > 0) return _URC_END_OF_STACK;
  if (engines || !within(__executable_start, etext)) return _URC_NO_REASON;
  frames.pc[frames.count++] = pc + (before_instruction != 0 ? 1 : 0);
  return frames.count == 2 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

OwnFrames own_frames(std::uint64_t interrupted) {
  Search search{interrupted};
  _Unwind_Backtrace(collect_frame, &search);
  return search.frames;
}

}  // namespace simt::check
