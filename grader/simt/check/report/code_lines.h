// Where in the source a report's findings and metrics are, as "file:line".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "simt/check_report.h"

namespace simt::check {

class CodeLines {
 public:
  /// Asks binutils' addr2line for the return addresses in the report. Of inlined code: the
  /// innermost line of the student's own; if there is none, the innermost one.
  explicit CodeLines(const Report& r);

  /// "" where it is not known.
  std::string of(std::uint64_t pc) const;
  std::string of(const Place& p) const;

 private:
  std::unordered_map<std::uint64_t, std::string> lines_;  // by return address
};

/// Of CUB or Thrust, which simtcc takes from one folder.
bool is_in_a_library(std::string_view line);

/// Where a race's lock, flag or counter was changed without a fence; or 0.
std::uint64_t released_pc(const Finding& f);

}  // namespace simt::check
