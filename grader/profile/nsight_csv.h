// Parses Nsight Compute's CSV output.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

struct Quantity {
  double value = 0;
  std::string unit;  // as printed: "ns", "byte/block", "%", ""
};

/// One profiled launch of a kernel.
struct NsightLaunch {
  std::string kernel;                      // as printed, with parameters
  std::map<std::string, Quantity> values;  // by label, or by metric name if there is none
  std::optional<std::array<long long, 3>> grid, block;
};

/// Accepts both forms: one line per launch (--page raw) with metrics as columns and units in the
/// second line, and one line per metric (--page details) with labels. Skips other output before the
/// table. Ignores values that are not numbers ("n/a", "nan", empty): they were not measured.
std::vector<NsightLaunch> parse_nsight_csv(std::string_view text);

/// The lines that begin with "==ERROR==", without this prefix.
std::vector<std::string> nsight_errors(std::string_view text);

}  // namespace warpgrade
