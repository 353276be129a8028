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

/// How far an answer may be from the truth. The reference turns it into a bound for each element.
struct Tolerance {
  /// `worst_case`: c·γ_k with γ_k = k·u/(1 − k·u); `statistical`: c·√k·u, for sums so long that the
  /// worst case would let the next lower precision pass (Higham & Mary, SIAM J. Sci. Comput. 2019).
  enum class Model { worst_case, statistical } model = Model::worst_case;
  double c = 2;

  /// The relative bound for a sum of `k` terms in arithmetic with unit roundoff `u`.
  double gamma(double k, double u) const;
};

/// Values of macros that a submission is compiled with, by name.
using Constants = std::map<std::string, long long>;

struct Case {
  std::string name;                        // unique in its task, e.g. "33x65x31"
  std::map<std::string, long long> sizes;  // integer arguments by parameter name
  Constants constants;                     // those of them that are the lab's constants
  std::string input;                       // the reference's kind of input
  std::optional<std::uint64_t> seed;       // fixed values; without it they come from the run's seed
  std::filesystem::path data;              // a data file instead of made input, or empty
  double weight = 1;
  int calls = 3;  // 1: once. 2: twice with the same values. 3: also once with other values
  std::optional<bool>
      check;  // whether it runs in the check; nothing: when its work is small enough
  bool hidden = false;
};

enum class Against { cpu, library, solution, roofline };

/// How far this project's own champion came, and on which device: told to who has all points.
struct ChampionSpeed {
  double ratio = 0, ratio_double = 0;  // its speed over the baseline's; 0: not known
  std::string on;

  double ratio_for(Real real) const { return real == Real::f64 ? ratio_double : ratio; }
};

/// Points for speed: a piecewise-linear curve from the ratio against a baseline to a share of them.
struct Performance {
  Case on;
  std::vector<Case> smaller;  // in its place where memory is short, the largest first
  Against against = Against::solution;
  std::string variant;  // one of the lab's, in place of the one marked as that baseline; or ""
  int points_hundredths = 0;
  std::vector<std::pair<double, double>> curve;         // (ratio, share of points), ratios rising
  std::vector<std::pair<double, double>> curve_double;  // where that differs, or empty
  ChampionSpeed champion;

  const auto& curve_for(Real real) const {
    return real == Real::f64 && !curve_double.empty() ? curve_double : curve;
  }
};

/// Points for a number that the check counts: no GPU, and no noise.
struct Efficiency {
  std::string metric;  // one of efficiency_metrics() (efficiency_metric.h)
  std::string kernel;  // empty: all kernels that the task launches, taken together
  bool at_least = true;
  double limit = 0;
  int points_hundredths = 0;
};

struct Task {
  std::string entry;  // the C++ function
  std::string title;  // a few words for the report
  Signature signature;
  bool device_pointers = true;  // "memory": "device" | "host"
  int devices = 1;              // that the function uses
  std::string judge;            // of a variant: another way to be judged, for the reference
  int points_hundredths = 0;    // correctness; the rest has its own below
  std::vector<Case> cases;
  std::vector<std::string> forbid;          // libraries: "cublas", "thrust", ...
  std::vector<std::string> expected_costs;  // kinds of advice that the task's own scheme brings
  std::vector<Performance> performance;
  int checks_hundredths = 0;  // points for a clean check
  double host_reads = 0.25;   // with device pointers: what of the inputs host code may read
  std::vector<Efficiency> efficiency;
  OnFinding on_finding = OnFinding::limit_races;  // what findings cost beside those
  std::optional<Tolerance> tolerance;             // instead of the lab's

  int max_points_hundredths() const;
};

struct Lab {
  std::string name;
  std::string title;
  std::filesystem::path folder;  // labs/<lab>
  Tolerance tolerance;
  double call_seconds = 10;  // CPU seconds that one call may take
  double task_seconds = 60;  // on the clock, of all calls of a task together
  std::size_t memory_bytes = 4ull << 30;
  std::vector<std::string> constants;  // sizes that are macros: a submission is compiled for each
                                       // set of their values
  FeedbackLevel tell = FeedbackLevel::tried;  // how much of a mistake reports reveal
  std::optional<Signature> before;     // called before each call, with arrays on the host
  std::vector<Task> tasks;

  std::filesystem::path header() const { return folder / (name + ".h"); }
  const Tolerance& tolerance_of(const Task& task) const {
    return task.tolerance ? *task.tolerance : tolerance;
  }
};

/// Reads labs/<lab>/lab.json (and hidden.json beside it, where there is one), checks it against
/// labs/lab.schema.json and against the contract header. Throws GraderError that names the file,
/// the JSON pointer and what was expected.
Lab load_lab(const std::filesystem::path& root, const std::string& lab);

/// The sizes whose values stand in the names of this task's cases, in their order.
std::vector<std::string> sizes_in_names(const Lab& lab, const Task& task);

/// The labs that have a folder with a lab.json under `root`/labs, sorted by name.
std::vector<std::string> lab_names(const std::filesystem::path& root);

}  // namespace warpgrade
