// Whether an answer is right, and if not, what its wrong elements have in common.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "causes/cause.h"
#include "lab/problem.h"
#include "model/call_image.h"

namespace warpgrade {

/// True only if `found` is within the bound, so never for a NaN or an infinity.
inline bool accepts(double found, double expected, double bound) {
  const double difference = found > expected ? found - expected : expected - found;
  return difference <= bound;
}

/// An output array as returned, and its expected values.
struct Answer {
  const Expected* expected = nullptr;
  std::shared_ptr<const Expected> in_this_order = {};  // `expected` in the order of `found`
  std::vector<double> content;                         // of the array
  std::vector<double> found;    // rows × cols: the array, or values derived from it
  std::vector<bool> untouched;  // the element still holds poison
  double poison = 0;            // the value before the call
};

/// Indices of the wrong elements, ascending.
std::vector<std::size_t> wrong_elements(const Answer& answer);

/// The largest |found − expected| / bound. An element that must be exact counts as 0 if it is.
double share_of_bound(const Answer& answer);

/// What the wrong elements of one output have in common. Several patterns may fit; hypotheses.h
/// chooses the one to report.
struct Reading {
  std::string array;
  Cause first;   // the first wrong element and how many are wrong; empty if nothing was written
  Causes holds;  // patterns that fit, most informative first
  std::set<std::string> refuted;  // mistakes (mistake_name) that would have left other values
  // The mistakes among those in `holds` that leave only zeros here, as many do, or a small whole
  // number that others produce by chance. Another case must confirm them.
  std::set<std::string> leave_nothing = {};
};

/// `wrong` must not be empty.
Reading diagnose(const Answer& answer, const std::vector<std::size_t>& wrong);

/// "C[3][5]", "x[3]" for a vector, "u[1][3][5]" for a 3D array with `depth` rows per plane.
std::string element_name(const std::string& array, std::size_t cols, std::size_t index,
                         std::size_t depth = 0);

/// The changed guard bands and their contents; empty if all are intact. Skips regions that were not
/// returned, as does the next function.
Causes broken_guards(const CallImage& image, const std::vector<std::byte>& returned);

/// The inputs that were overwritten.
Causes changed_inputs(const CallImage& image, const std::vector<std::byte>& returned);

}  // namespace warpgrade
