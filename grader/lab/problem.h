// One problem: the arguments of a student's function and the expected results.
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

/// A dense row-major array for the pointer parameter with the same name.
struct Array {
  std::string name;
  Role role = Role::input;
  std::size_t rows = 0;  // a vector is rows × 1
  std::size_t cols = 0;
  std::vector<double> values;  // rows·cols values at entry; empty for an output
  // Elements after the end that a function may read and write: padding without meaning, initialized
  // with any finite number.
  std::size_t overflow = 0;
  // For a cube, whose outermost layers are walls: rows per plane. 0: a matrix or a vector.
  std::size_t depth = 0;
  std::size_t size() const { return rows * cols; }
};

/// The arguments by parameter name; a task's signature selects those it needs.
struct Problem {
  std::map<std::string, long long> integers;
  std::map<std::string, double> reals;
  std::vector<Array> arrays;

  /// Throws GraderError with the argument's name if it is missing.
  long long integer(const std::string& name) const;
  double real(const std::string& name) const;
  const Array& array(const std::string& name) const;
};

/// Rounds every value to `real`, so that the expected results are computed from the student's
/// inputs.
void round_values(Problem& problem, Real real);

/// A known wrong answer: "the result after one iteration fewer".
struct Alternative {
  std::string meaning;
  std::vector<double> values;
  // If `meaning` contains numbers of this problem: the meaning without them; otherwise "".
  std::string mistake = {};
  std::vector<double> bound = {};  // of the values' errors; otherwise those of the right ones
};

/// The wrong answer if a number of terms was rounded down: "the sums without their last 3 terms: k
/// rounded down to a multiple of 8". `sums`: "the sums without their", `number`: "k", `multiple`:
/// "8".
Alternative rounded_down(const std::string& sums, const std::string& number,
                         const std::string& multiple, std::size_t left_out,
                         std::vector<double> values);

/// The wrong answer of an iteration that stops early: from its values after 2 to `asked` − 2
/// sweeps, the closest to `found`: "x after 6 sweeps, not after 9". `asked` ≥ 4, `what`: "x".
Alternative stopped_early(
    const std::string& what, long long asked, const std::vector<double>& found,
    std::vector<double> start,
    const std::function<std::vector<double>(const std::vector<double>&)>& sweep);

/// The expected contents of an output array: |found − values| ≤ bound for each element.
struct Expected {
  std::string array;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t depth = 0;  // as for the array
  std::vector<double> values;
  std::vector<double> bound;
  std::vector<Alternative> alternatives;
  // If there are too many known wrong answers to store: the one closest to `found`. All have the
  // same cause. Empty: none.
  std::function<Alternative(const std::vector<double>& found)> closest_alternative;

  // If an answer is judged by a derived value (a factor U by the product UᵀU), everything above is
  // about image(array), independent of the array's own shape.
  std::function<std::vector<double>(const std::vector<double>& array)> image;
  std::string image_name;      // for the report: "(UᵀU)"
  std::vector<double> answer;  // a correct content of the array

  /// The name of the compared quantity in reports.
  const std::string& shown() const { return image ? image_name : array; }
  /// The compared quantity of an array with this `content`.
  std::vector<double> seen(std::vector<double> content) const {
    return image ? image(content) : std::move(content);
  }
};

struct Truth {
  std::vector<Expected> outputs;
  std::optional<std::pair<long long, long long>>
      returns;  // the range of the return value, inclusive
};

/// The minimal cost of the problem: operations, and bytes moved once through device memory.
struct Work {
  double flops = 0;
  double bytes = 0;
};

}  // namespace warpgrade
