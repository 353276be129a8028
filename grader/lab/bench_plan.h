// labs/<lab>/bench.json: how a lab is measured and drawn.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

using Sizes = std::map<std::string, long long>;

/// The work of a variant in one call, for a rate: the product of these numbers over scale ·
/// seconds.
struct Rate {
  std::string unit;             // "GFLOP/s"
  std::vector<std::string> of;  // integers of the problem, or flops, bytes, returned, done
  double scale = 1;
  std::vector<std::string> per;  // the product to divide by
};

/// A sum of products of numbers and of names of numbers.
using Sum = std::vector<std::vector<std::variant<double, std::string>>>;

/// A figure requested by bench.json.
struct FigurePlan {
  enum class Y { rate, seconds, total, speedup };
  struct Swept {
    std::string name;
    std::vector<long long> values;
  };

  std::string name;
  std::string title;
  std::vector<std::string> x;  // integers that are equal; empty: the footprint, or a sweep
  Sizes where;                 // conditions on a result
  std::vector<Swept> sweep;    // one or two; empty: over sizes
  Sizes at;                    // the size of a sweep
  Y y = Y::rate;
  std::optional<Rate> rate;  // its own rate, if y is a rate
  bool log_x = true, log_y = true;
  std::optional<bool> bars;
};

struct BenchPlan {
  std::string input;  // the reference's kind
  /// The names that one number, two numbers ... on the command line set: each sets all names of its
  /// list.
  std::vector<std::vector<std::vector<std::string>>> dimensions;
  Sizes defaults;
  std::vector<Sizes> sizes;  // sizes that courses report
  Sizes small;               // a size that runs quickly on the CPU engine
  Rate rate;
  std::map<std::string, Rate> rates;   // by task, overriding `rate`
  Sum footprint;                       // bytes of the arrays; `real`: those of a number
  Sum effort;                          // operations of a simple variant; empty: from the reference
  Sum roofline_flops, roofline_bytes;  // empty: from the reference
  std::string roofline_note;
  std::vector<std::string> block_parameters;
  std::vector<Sizes> gpu_curve, cpu_curve;
  std::vector<FigurePlan> figures;

  const Rate& find_rate(const std::string& task) const;
};

/// Reads labs/<lab>/bench.json and checks it against labs/bench.schema.json. Throws GraderError;
/// UsageError if the lab has none.
BenchPlan load_bench_plan(const std::filesystem::path& root, const Lab& lab);

/// Evaluates the sum with the given numbers. Throws GraderError for an unknown name.
double evaluate(const Sum& sum, const std::map<std::string, double>& numbers);

/// Parses a size of the command line: "1000", "8x16x4" or "m=8,n=16". Throws UsageError that lists
/// the accepted forms.
Sizes parse_size(const BenchPlan& plan, const std::string& word);

/// Parses several sizes: "256,512,1024", "8x16x4,9x9x9", or one with names.
std::vector<Sizes> parse_sizes(const BenchPlan& plan, const std::string& word);

/// Parses "32,64,128", the value of `option`. Throws UsageError.
std::vector<long long> parse_values(const std::string& option, const std::string& text);

}  // namespace warpgrade
