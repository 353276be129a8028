// The source lines, "file:line", of a report's findings and metrics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "simt/check_report.h"

namespace simt::check {

class CodeLines {
 public:
  /// Runs binutils' addr2line on the report's return addresses. For inlined code it chooses the
  /// innermost line of the student's own, or else the innermost one.
  explicit CodeLines(const Report& r);

  /// Empty if unknown.
  std::string of(std::uint64_t pc) const;
  std::string of(const Place& p) const;

 private:
  std::unordered_map<std::uint64_t, std::string> lines_;  // by return address
};

/// Whether the line is of CUB or Thrust, which simtcc takes from one folder.
bool is_in_a_library(std::string_view line);

/// Where a race's lock, flag or counter was changed without a fence; 0 if there is none.
std::uint64_t released_pc(const Finding& f);

}  // namespace simt::check
