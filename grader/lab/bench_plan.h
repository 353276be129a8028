// labs/<lab>/bench.json: how a lab is measured and drawn, whoever wrote the code.
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

/// What a variant does in one call, for a rate: the product of these numbers over scale · seconds.
struct Rate {
  std::string unit;             // "GFLOP/s"
  std::vector<std::string> of;  // integers of the problem, or flops, bytes, returned, done
  double scale = 1;
  std::vector<std::string> per;  // divided by the product of these
};

/// A sum of products of numbers and of names of numbers.
using Sum = std::vector<std::vector<std::variant<double, std::string>>>;

/// A figure, as bench.json asks for it.
struct FigurePlan {
  enum class Y { rate, seconds, total, speedup };
  struct Swept {
    std::string name;
    std::vector<long long> values;
  };

  std::string name;
  std::string title;
  std::vector<std::string> x;  // integers that are equal; empty: the footprint, or a sweep
  Sizes where;                 // what a result must have
  std::vector<Swept> sweep;    // one or two; empty: over sizes
  Sizes at;                    // of a sweep
  Y y = Y::rate;
  std::optional<Rate> rate;  // of its own, where y is a rate
  bool log_x = true, log_y = true;
  std::optional<bool> bars;
};

struct BenchPlan {
  std::string input;  // the reference's kind
  /// What one number, two numbers ... on the command line set: each sets all names of its list.
  std::vector<std::vector<std::vector<std::string>>> dimensions;
  Sizes defaults;
  std::vector<Sizes> sizes;  // that courses report
  Sizes small;               // runs in a moment on the CPU engine
  Rate rate;
  std::map<std::string, Rate> rates;   // by task, in place of that
  Sum footprint;                       // numbers in the arrays
  Sum effort;                          // operations of a simple variant; empty: the reference's
  Sum roofline_flops, roofline_bytes;  // empty: the reference's
  std::string roofline_note;
  std::vector<std::string> block_parameters;
  std::vector<Sizes> gpu_curve, cpu_curve;
  std::vector<FigurePlan> figures;

  const Rate& rate_of(const std::string& task) const;
};

/// Reads labs/<lab>/bench.json and checks it against labs/bench.schema.json. Throws GraderError;
/// UsageError where the lab has none.
BenchPlan load_bench_plan(const std::filesystem::path& root, const Lab& lab);

/// The sum with the names' numbers. Throws GraderError for a name that is not there.
double value_of(const Sum& sum, const std::map<std::string, double>& numbers);

/// The sizes that a word of the command line means: "1000", "8x16x4" or "m=8,n=16". Throws
/// UsageError that says what is understood.
Sizes parse_size(const BenchPlan& plan, const std::string& word);

/// Several of them: "256,512,1024", "8x16x4,9x9x9", or one of names with values.
std::vector<Sizes> parse_sizes(const BenchPlan& plan, const std::string& word);

/// "32,64,128" after the option of that name. Throws UsageError.
std::vector<long long> parse_values(const std::string& option, const std::string& text);

}  // namespace warpgrade
