// The list of findings: one entry per kind and pair of places, with a count.
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

/// The caller must hold it while writing to the report.
std::mutex& findings_lock();

/// The report in use: the caller's, or a standalone program's own.
Report& report();
void use_report(const Start& start);
/// A part of the report has been written.
void notify_listener(Part part, std::uint32_t index = 0);
/// Writes the counts of all findings into the report.
void write_counts();
/// Stops notifications.
void end_report();
/// Requests a second run with one worker, so that the report is the same every time.
void ask_for_serial_run();
/// The program stores to memory of the engine.
void report_tampering();
/// The program's own report, or null if a caller supplied one.
const Report* program_report();

/// Adds a finding, or counts one more. `facts` is called only for a new finding, or if `cause`
/// ranks higher than the recorded one and replaces it.
void found(Level level, const At& place, const At& other, const char* cause,
           const std::function<Facts()>& facts);
inline void found(Level level, const At& place, const char* cause,
                  const std::function<Facts()>& facts) {
  found(level, place, {}, cause, facts);
}
/// For signal handlers; `facts` must not allocate. Returns false and does nothing if the
/// interrupted code was itself recording a finding.
bool found_if_free(Level level, const At& place, const At& other, const char* cause,
                   const std::function<Facts()>& facts);

/// Prints the findings for people, with source lines.
void print_findings();
/// Writes one line for each place that accesses memory, for programs: tab-separated, with a header.
void print_metrics(const char* file);

}  // namespace simt::check
