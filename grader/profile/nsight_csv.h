// Reads what Nsight Compute prints with --csv.
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
  std::string kernel;                      // as printed, parameters and all
  std::map<std::string, Quantity> values;  // by metric; a metric with a label by that
  std::optional<std::array<long long, 3>> grid, block;
};

/// Understands both forms: one line a launch (--page raw), with the metrics as columns and their
/// units in the line below the head; and one line a metric (--page details), with their labels.
/// Lines of the profiler and the program before the table are passed over. What is no number
/// ("n/a", "nan", empty) is left out: it was not measured.
std::vector<NsightLaunch> parse_nsight_csv(std::string_view text);

/// Its lines that begin with "==ERROR==", without that mark.
std::vector<std::string> nsight_errors(std::string_view text);

}  // namespace warpgrade
