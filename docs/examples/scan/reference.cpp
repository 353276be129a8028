// Inputs, expected results and work of the lab "scan".
#include <cstdint>
#include <limits>

#include "base/fault.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Values = std::vector<double>;

class ScanReference : public Reference {
 public:
  /// mixed: both signs, never 0, so that a sum without one of its terms is wrong. large: sums leave
  /// the range of int. negative: nothing is selected.
  std::vector<std::string> input_kinds() const override { return {"mixed", "large", "negative"}; }

  Problem generate(const Case& c, Real /*real*/, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    const long long n = problem.integer("n");
    if (n < 0 || n > std::numeric_limits<int>::max()) throw GraderError("n is at least 0");
    Values x(static_cast<std::size_t>(n));
    for (double& value : x) {
      const bool large = c.input == "large";
      const auto drawn = large ? random.integer(1'000'000'000, 2'000'000'000) : random.integer(1, 99);
      const bool minus = c.input == "negative" || (c.input == "mixed" && random.bits() % 2 == 0);
      value = static_cast<double>(minus ? -drawn : drawn);
    }
    const std::size_t size = x.size();
    problem.arrays = {{"x", Role::input, size, 1, std::move(x)},
                      {"y", Role::output, size, 1, {}},
                      {"kept", Role::output, size, 1, {}},
                      {"count", Role::output, 1, 1, {}}};
    return problem;
  }

  Truth solve(const Problem& problem, const Task& task, Real /*real*/,
              const Tolerance& /*tolerance*/) const override {
    const Values& x = problem.array("x").values;
    return task.entry == "scan_sums" ? sums(x) : selection(x);
  }

  /// One addition per element; x is read and the result written once.
  Work work(const Problem& problem, Real /*real*/) const override {
    const auto n = static_cast<double>(problem.integer("n"));
    return {n, 12 * n};
  }

 private:
  static Expected vector(const std::string& array, Values values) {
    Expected expected;
    expected.array = array;
    expected.rows = values.size();
    expected.cols = 1;
    expected.values = std::move(values);
    return expected;
  }

  static Truth sums(const Values& x) {
    Values inclusive, exclusive, of_block, narrow;
    double sum = 0, in_block = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      exclusive.push_back(sum);
      inclusive.push_back(sum += x[i]);
      narrow.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(sum)));
      in_block = i % 256 == 0 ? x[i] : in_block + x[i];
      of_block.push_back(in_block);
    }
    Expected y = vector("y", std::move(inclusive));
    y.alternatives = {
        {"the sums computed in int, which overflow", std::move(narrow)},
        {"the exclusive sums: y[i] lacks x[i]", std::move(exclusive)},
        {"the sums within each block of 256: the sums of the blocks before are not added",
         std::move(of_block)}};
    return {{std::move(y)}, {}, {}};
  }

  static Truth selection(const Values& x) {
    Values selected;
    for (const double value : x)
      if (value > 0) selected.push_back(value);
    Expected count = vector("count", {static_cast<double>(selected.size())});
    Expected kept = vector("kept", std::move(selected));
    kept.unordered = {0};
    kept.is_prefix = true;
    return {{std::move(count), std::move(kept)}, {}, {}};
  }
};

WARPGRADE_REFERENCE("scan", ScanReference);

}  // namespace
}  // namespace warpgrade
