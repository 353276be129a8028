// labs/<lab>/lab.json: tasks, cases, tolerance, points.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "causes/feedback_level.h"
#include "findings/on_finding.h"
#include "lab/real.h"
#include "lab/signature.h"

namespace warpgrade {

/// The allowed error of an answer. The reference derives a bound for each element.
struct Tolerance {
  /// `worst_case`: c·γ_k with γ_k = k·u/(1 − k·u); `statistical`: c·√k·u, for sums so long that the
  /// worst case would let the next lower precision pass (Higham & Mary, SIAM J. Sci. Comput. 2019).
  enum class Model { worst_case, statistical } model = Model::worst_case;
  double c = 2;

  /// The relative bound for a sum of `k` terms in arithmetic with unit roundoff `u`.
  double gamma(double k, double u) const;
};

/// Values of macros for compiling a submission, by name.
using Constants = std::map<std::string, long long>;

struct Case {
  std::string name;                        // unique in its task, e.g. "33x65x31"
  std::map<std::string, long long> sizes;  // integer arguments by parameter name
  Constants constants;                     // the sizes that are the lab's constants
  std::string input;                       // a kind of input of the reference
  std::optional<std::uint64_t> seed;       // a fixed seed; unset: derived from the run's seed
  std::filesystem::path data;              // a data file instead of generated input, or empty
  double weight = 1;
  int calls = 3;              // 1: once; 2: twice with the same values; 3: also with other values
  std::optional<bool> check;  // whether it runs in the check; unset: if its work is small enough
  bool hidden = false;
};

enum class Against { cpu, library, solution, roofline };

/// The speed of the project's champion and its device; shown to students with full marks.
struct ChampionSpeed {
  double ratio = 0, ratio_double = 0;  // speed relative to the baseline; 0: unknown
  std::string on;

  double ratio_for(Real real) const { return real == Real::f64 ? ratio_double : ratio; }
};

/// Points for speed: a piecewise-linear curve from the ratio to a baseline to a share of the
/// points.
struct Performance {
  Case on;
  std::vector<Case> smaller;  // replacements if memory is short, largest first
  Against against = Against::solution;
  std::string variant;  // a variant instead of the one marked as the baseline; or ""
  int points_hundredths = 0;
  std::vector<std::pair<double, double>> curve;  // (ratio, share of points), ratios rising
  std::vector<std::pair<double, double>>
      curve_double;  // the same for double if it differs, or empty
  ChampionSpeed champion;

  const auto& curve_for(Real real) const {
    return real == Real::f64 && !curve_double.empty() ? curve_double : curve;
  }
};

/// Points for a metric counted by the check, without GPU and noise.
struct Efficiency {
  std::string metric;  // one of efficiency_metrics() (efficiency_metric.h)
  std::string kernel;  // empty: all kernels of the task together
  bool at_least = true;
  double limit = 0;
  std::optional<double> useful_at_least, useful_at_most;  // over what the problem needs
  int points_hundredths = 0;
};

struct Task {
  std::string entry;  // the C++ function
  std::string title;  // title in the report
  Signature signature;
  bool device_pointers = true;  // "memory": "device" | "host"
  int devices = 1;              // devices used by the function
  std::string judge;            // of a variant: a different way of judging, for the reference
  int points_hundredths = 0;    // points for correctness only
  std::vector<Case> cases;
  std::vector<std::string> forbid;  // libraries: "cublas", "thrust", ...
  std::vector<std::string>
      expected_costs;  // kinds of advice that the assigned approach causes by design
  std::vector<Performance> performance;
  int checks_hundredths = 0;  // points for a clean check
  double host_reads = 0.25;   // with device pointers: the share of inputs that host code may read
  std::vector<Efficiency> efficiency;
  OnFinding on_finding = OnFinding::limit_races;  // the cost of findings besides those points
  std::optional<Tolerance> tolerance;             // instead of the lab's

  int max_points_hundredths() const;
};

struct Lab {
  std::string name;
  std::string title;
  std::filesystem::path folder;  // labs/<lab>
  Tolerance tolerance;
  double call_seconds = 10;  // CPU time limit of one call
  double task_seconds = 60;  // wall time limit of all calls of a task
  std::size_t memory_bytes = 4ull << 30;
  std::vector<std::string> constants;  // sizes that are macros: submissions are compiled for each
  // combination of their values
  FeedbackLevel feedback = FeedbackLevel::tried;  // how much feedback reports contain
  std::optional<Signature> before;  // a function called before each call, with host arrays
  std::vector<Task> tasks;
  std::map<std::string, Element> elements;  // of the contract's arrays by name

  std::filesystem::path header() const { return folder / (name + ".h"); }
  const Tolerance& task_tolerance(const Task& task) const {
    return task.tolerance ? *task.tolerance : tolerance;
  }
};

/// Reads labs/<lab>/lab.json and hidden.json, if it exists, and checks them against
/// labs/lab.schema.json and the contract header. Throws GraderError with the file, the JSON pointer
/// and the expectation.
Lab load_lab(const std::filesystem::path& root, const std::string& lab);

/// The sizes whose values are in the names of the task's cases, in order.
std::vector<std::string> sizes_in_names(const Lab& lab, const Task& task);

/// The labs that have a folder with a lab.json under `root`/labs, sorted by name.
std::vector<std::string> lab_names(const std::filesystem::path& root);

}  // namespace warpgrade
