// What a window of measured calls takes beside the calls, and what a claim must not undercut.
#pragma once

#include <cstddef>
#include <vector>

namespace warpgrade {

/// Seconds of a window whose calls do nothing, as our own program shows them.
struct Frame {
  double window = 0;  // once: two messages
  double call = 0;    // for each call: our own work before it, and synchronisation
};

/// The frame from the windows of one call and of `many` calls that did nothing.
Frame frame_of(const std::vector<double>& one, const std::vector<double>& together,
               std::size_t many);

/// The times of a window's calls. They are the child's, so none of them is believed where the
/// window that the parent's clock shows leaves more: then all are raised in proportion.
std::vector<double> bounded_times(std::vector<double> claimed, double window, const Frame& frame);

}  // namespace warpgrade
