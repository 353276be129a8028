// Whether an answer is right, and if not, what the set of wrong elements looks like.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "causes/cause.h"
#include "lab/problem.h"
#include "model/call_image.h"

namespace warpgrade {

/// True only when `found` lies within the bound: a NaN or an infinity never does.
inline bool accepts(double found, double expected, double bound) {
  const double difference = found > expected ? found - expected : expected - found;
  return difference <= bound;
}

/// An output array as it came back, with what it should be.
struct Answer {
  const Expected* expected = nullptr;
  std::shared_ptr<const Expected> in_this_order = {};  // `expected`, if its order follows `found`
  std::vector<double> content;                         // of the array
  std::vector<double> found;    // rows × cols: the array, or what follows from it
  std::vector<bool> untouched;  // the poison is still there
  double poison = 0;            // what stood there before the call
};

/// Indices of the elements that are wrong, rising.
std::vector<std::size_t> wrong_elements(const Answer& answer);

/// The greatest |found − expected| / bound; an element that must be exact counts as 0 where it is.
double share_of_bound(const Answer& answer);

/// What the wrong elements of one output have in common. Several patterns may hold of one answer;
/// hypotheses.h decides which of them is told.
struct Reading {
  std::string array;
  Cause first;  // the first wrong element, and how many are wrong; not known where none was written
  Causes holds;                   // the one that says most comes first
  std::set<std::string> refuted;  // mistakes (mistake_name) that would have left other values
  // Of those that hold: they leave nothing but zeros here, as many mistakes do, or a small whole
  // number that others make by chance. Another case must show that it is this one.
  std::set<std::string> leave_nothing = {};
};

/// `wrong` is not empty.
Reading diagnose(const Answer& answer, const std::vector<std::size_t>& wrong);

/// "C[3][5]", "x[3]" for a vector, "u[1][3][5]" for a cube with `depth` rows in a plane.
std::string element_name(const std::string& array, std::size_t cols, std::size_t index,
                         std::size_t depth = 0);

/// What stands where a guard band should be untouched; empty when all are. Regions that did not
/// come back are left out here and below.
Causes broken_guards(const CallImage& image, const std::vector<std::byte>& returned);

/// Which input was written.
Causes changed_inputs(const CallImage& image, const std::vector<std::byte>& returned);

}  // namespace warpgrade
