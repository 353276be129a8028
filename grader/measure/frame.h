// What a window of measured calls takes beside the calls, and what claims must not undercut.
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

/// Calls between the parent's word and the child's answer.
struct Window {
  double seconds = 0;           // by the parent's clock
  std::vector<double> claimed;  // of each call, as the child says
};

/// What the claims of a child must be multiplied with, at least 1, so that they do not undercut the
/// parent's clock. It goes by the middle one of the windows: a message that was late once raises
/// nothing, and claims that are too small in every window gain nothing.
double claims_fall_short(const std::vector<Window>& windows, const Frame& frame);

}  // namespace warpgrade
