// Inputs, expected results and work of the lab "histogram".
#include <limits>

#include "base/fault.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Values = std::vector<double>;

class HistogramReference : public Reference {
 public:
  /// uniform: any byte. equal: all bytes are the same, so that all threads add to one counter.
  /// text: letters and blanks, so that most bins stay empty.
  std::vector<std::string> input_kinds() const override { return {"uniform", "equal", "text"}; }

  Problem generate(const Case& c, Real /*real*/, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    const long long n = problem.integer("n"), bins = problem.integer("bins");
    if (n < 0 || n > std::numeric_limits<int>::max() || bins < 1 || bins > 256)
      throw GraderError("n is at least 0, and bins is 1 to 256");
    const double same = static_cast<double>(random.integer(1, 255));
    Values data(static_cast<std::size_t>(n));
    for (double& value : data)
      value = c.input == "equal"  ? same
              : c.input == "text" ? letter(random)
                                  : static_cast<double>(random.integer(0, 255));
    const std::size_t size = data.size();
    problem.arrays = {{"data", Role::input, size, 1, std::move(data)},
                      {"counts", Role::output, static_cast<std::size_t>(bins), 1, {}}};
    return problem;
  }

  /// Counts are whole numbers: without a bound they must be equal.
  Truth solve(const Problem& problem, const Task& /*task*/, Real /*real*/,
              const Tolerance& /*tolerance*/) const override {
    const Values& data = problem.array("data").values;
    const auto bins = static_cast<std::size_t>(problem.integer("bins"));
    Expected counts;
    counts.array = "counts";
    counts.rows = bins;
    counts.cols = 1;
    counts.values.resize(bins);
    for (const double value : data)
      ++counts.values[static_cast<std::size_t>(value) * bins / 256];
    counts.alternatives = {without_last(data, counts.values, 32), without_last(data, counts.values, 256)};
    Truth truth;
    truth.outputs.push_back(std::move(counts));
    return truth;
  }

  /// One addition per byte; each byte is read once and each count written once.
  Work work(const Problem& problem, Real /*real*/) const override {
    const auto n = static_cast<double>(problem.integer("n"));
    return {n, n + 4 * static_cast<double>(problem.integer("bins"))};
  }

 private:
  static double letter(Random& random) {
    const auto draw = random.integer(0, 31);
    return static_cast<double>(draw < 26 ? 'a' + draw : ' ');
  }

  /// The counts if n was rounded down to a multiple of `block`.
  static Alternative without_last(const Values& data, Values counts, std::size_t block) {
    const std::size_t first = data.size() / block * block;
    for (std::size_t i = first; i < data.size(); ++i)
      --counts[static_cast<std::size_t>(data[i]) * counts.size() / 256];
    return rounded_down("the counts without the", "n", std::to_string(block), data.size() - first,
                        std::move(counts));
  }
};

WARPGRADE_REFERENCE("histogram", HistogramReference);

}  // namespace
}  // namespace warpgrade
