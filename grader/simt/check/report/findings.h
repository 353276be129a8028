// The list of what was found. One entry for each kind and pair of places, with a count.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "check/report/facts.h"
#include "engine/checker.h"
#include "simt/check_report.h"

namespace simt::check {

struct At {
  std::uint64_t pc = 0;
  const char* file = nullptr;
  int line = 0;
};

inline At at(std::uint64_t pc) { return {pc, nullptr, 0}; }
inline At at(const char* file, int line) { return {0, file, line}; }
inline At at(const detail::CallSite& c) {
  return c.file ? at(c.file, c.line) : at(reinterpret_cast<std::uint64_t>(c.pc));
}

/// Whoever writes to the report has it.
std::mutex& findings_lock();

/// The report in use: the caller's, or the program's own.
Report& report();
void use_report(const Start& start);
/// This part of it is there.
void notify_listener(Part part, std::uint32_t index = 0);
/// How often each finding was seen.
void write_counts();
/// From now on nobody is told.
void end_report();
/// To be told in the same words every time, all has to be run again with one worker.
void ask_for_serial_run();
/// The program stores to what is the engine's.
void report_meddling();
/// The one in use unless there is a caller's.
const Report* program_report();

/// `facts` are only asked for when the finding is new, or its cause of a higher rank than before:
/// then it tells more than the one that stands there.
void found(Level level, const At& place, const At& other, const char* cause,
           const std::function<Facts()>& facts);
inline void found(Level level, const At& place, const char* cause,
                  const std::function<Facts()>& facts) {
  found(level, place, {}, cause, facts);
}
/// For signal handlers, whose facts allocate nothing: false, and nothing is done, where what was
/// interrupted is at a finding itself.
bool found_if_free(Level level, const At& place, const At& other, const char* cause,
                   const std::function<Facts()>& facts);

/// Prints the report's findings for a person, with the program's lines.
void print_findings();
/// One line for each place that touches memory, for programs to read: tab-separated, with a header.
void print_metrics(const char* file);

}  // namespace simt::check
