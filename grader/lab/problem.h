// One problem: the arguments of a student's function and the expected results.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/element.h"
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
  // For a 3D array, whose outermost layers are walls: rows per plane. 0: a matrix or a vector.
  std::size_t depth = 0;
  Element element = Element::real;  // from the contract; set by the framework
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

/// The types of a contract's arrays by name, copied to those of `problem`.
void set_elements(Problem& problem, const std::map<std::string, Element>& elements);

/// Rounds every value to its array's type, so that the expected results are computed from the
/// student's inputs. Throws GraderError if an array of whole numbers has another value.
void round_values(Problem& problem, Real real);

/// Throws GraderError if an array of this type cannot hold the reference's value.
void require_value(const std::string& array, Element element, double value);

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

/// Known wrong answers, in a list or from a function that is called when they are first looked at:
/// right results need none. Copies share them.
class Alternatives {
 public:
  Alternatives() = default;
  Alternatives(std::initializer_list<Alternative> known)
      : Alternatives([all = std::vector(known)] { return all; }) {}
  template <std::invocable Make>
  Alternatives(Make make) : made_(std::make_shared<Made>(std::move(make))) {}

  const std::vector<Alternative>& all() const {
    static const std::vector<Alternative> none;
    if (!made_) return none;
    std::call_once(made_->once, [&] { made_->all = made_->make(); });
    return made_->all;
  }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }

 private:
  struct Made {
    explicit Made(std::function<std::vector<Alternative>()> how) : make(std::move(how)) {}
    std::once_flag once;
    std::function<std::vector<Alternative>()> make;
    std::vector<Alternative> all;
  };
  std::shared_ptr<Made> made_;
};

/// The expected contents of an output array: |found − values| ≤ bound for each element; equal
/// where there are no bounds.
struct Expected {
  std::string array;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t depth = 0;  // as for the array
  std::vector<double> values;
  std::vector<double> bound = {};
  Alternatives alternatives;
  // If there are too many known wrong answers to store: the one closest to `found`. All have the
  // same cause. Empty: none.
  std::function<Alternative(const std::vector<double>& found)> closest_alternative;

  // If an answer is judged by a derived value (a factor U by the product UᵀU), everything above is
  // about image(array), independent of the array's own shape.
  std::function<std::vector<double>(const std::vector<double>& array)> image;
  std::string image_name;      // for the report: "(UᵀU)"
  std::vector<double> answer;  // a correct content of the array

  // For elements in any order: the groups within which they may move, by the index of each group's
  // first element. {0}: the whole array. Empty: every element has a fixed place.
  std::vector<std::size_t> unordered;
  // The array may be longer than `values`; its other elements are arbitrary.
  bool is_prefix = false;

  Element element = Element::real;  // of the array; set by the framework

  /// The type of the compared quantity.
  Element shown_element() const { return image ? Element::f64 : element; }

  /// The name of the compared quantity in reports.
  const std::string& shown() const { return image ? image_name : array; }
  /// The compared quantity of an array with this `content`.
  std::vector<double> seen(std::vector<double> content) const {
    if (image) return image(content);
    if (is_prefix && content.size() > values.size()) content.resize(values.size());
    return content;
  }
};

struct Truth {
  std::vector<Expected> outputs;
  std::optional<std::pair<long long, long long>>
      returns;  // the range of the return value, inclusive
  // Where the outputs depend on which value of that range is returned: those that belong to it.
  // Empty: `outputs`, which belong to `usual_return`.
  std::function<std::vector<Expected>(long long returned)> outputs_for = {};
  long long usual_return = 0;
  // For answers that bounds cannot decide (pairs in any order, any valid coloring): returns a
  // sentence for the student that says what is wrong with the output arrays, or empty. Called with
  // all of them, if `outputs` are right.
  std::function<std::string(const std::vector<Array>& found)> checker = {};
};

/// The minimal cost of the problem: operations, and bytes moved once through device memory.
struct Work {
  double flops = 0;
  double bytes = 0;
};

}  // namespace warpgrade
