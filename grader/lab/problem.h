// One problem as it is given to a student's function, and what is right.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/real.h"

namespace warpgrade {

enum class Role { input, output, inout };

/// A dense row-major array that a pointer parameter of the same name gets.
struct Array {
  std::string name;
  Role role = Role::input;
  std::size_t rows = 0;  // a vector is rows × 1
  std::size_t cols = 0;
  std::vector<double> values;  // rows·cols at entry; empty for an output
  // Elements past the end that the contract lets a function read and write: padding, whose content
  // means nothing. Any finite number stands there at entry.
  std::size_t overflow = 0;
  // Of a cube, whose outermost layers are walls: rows of a plane. 0: a matrix or a vector.
  std::size_t depth = 0;
  std::size_t size() const { return rows * cols; }
};

/// The arguments by parameter name; a task's signature picks the ones that it has.
struct Problem {
  std::map<std::string, long long> integers;
  std::map<std::string, double> reals;
  std::vector<Array> arrays;

  /// Throws GraderError, naming the argument, when it is missing.
  long long integer(const std::string& name) const;
  double real(const std::string& name) const;
  const Array& array(const std::string& name) const;
};

/// Rounds every value to what `real` can hold, so that truth is computed from what a student gets.
void round_values(Problem& problem, Real real);

/// A wrong answer that is known by name: "the result after one iteration fewer".
struct Alternative {
  std::string meaning;
  std::vector<double> values;
  // Where `meaning` names numbers of this problem: the same for each problem; else "".
  std::string mistake = {};
};

/// What comes out when a number of terms was rounded down: "the sums without their last 3 terms: k
/// rounded down to a multiple of 8". `sums` is "the sums without their", `number` "k", `multiple`
/// "8".
Alternative rounded_down(const std::string& sums, const std::string& number,
                         const std::string& multiple, std::size_t left_out,
                         std::vector<double> values);

/// What comes out of an iteration that stops early: of its values after 2 to `asked` − 2 sweeps
/// those closest to `found`: "x after 6 sweeps, not after 9". `asked` ≥ 4, `what` "x".
Alternative stopped_early(
    const std::string& what, long long asked, const std::vector<double>& found,
    std::vector<double> start,
    const std::function<std::vector<double>(const std::vector<double>&)>& sweep);

/// What an output array must hold: |found − values| ≤ bound, element by element.
struct Expected {
  std::string array;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t depth = 0;  // as the array's
  std::vector<double> values;
  std::vector<double> bound;
  std::vector<Alternative> alternatives;
  // Of wrong answers that are too many to be kept, the one closest to what was found. All are one
  // mistake. Empty: there are none.
  std::function<Alternative(const std::vector<double>& found)> closest_alternative;

  // Where an answer is judged by what follows from it (a factor U by the product UᵀU): all of the
  // above is then about image(array), whatever the array's own shape is.
  std::function<std::vector<double>(const std::vector<double>& array)> image;
  std::string image_name;      // for the report: "(UᵀU)"
  std::vector<double> answer;  // a right content of the array

  /// How the report calls what is compared.
  const std::string& shown() const { return image ? image_name : array; }
  /// What an array that holds `content` counts as.
  std::vector<double> seen(std::vector<double> content) const {
    return image ? image(content) : std::move(content);
  }
};

struct Truth {
  std::vector<Expected> outputs;
  std::optional<std::pair<long long, long long>> returns;  // the return value's range, both ends in
};

/// What the problem costs at least: operations, and bytes that must cross the device's memory once.
struct Work {
  double flops = 0;
  double bytes = 0;
};

}  // namespace warpgrade
