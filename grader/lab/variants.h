// solutions/<lab>/variants/: solutions of a lab, from the slowest to the fastest, one per file.
// variants.json lists them and the sizes that courses report.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/bench_plan.h"
#include "lab/manifest.h"

namespace warpgrade {

struct Variant {
  std::string name;              // "two-per-thread-below"; its function has '_' for '-'
  std::string title;             // a short title
  std::string as;                // the task whose rules judge it
  std::filesystem::path folder;  // folder of the file; empty: solutions/<lab>
  std::filesystem::path file;    // from solutions/<lab>: variants/naive.cu; .cpp: for the CPU alone
  std::optional<bool> device_pointers;  // unset: as for the task
  std::optional<int> devices;           // devices used; unset: as for the task
  std::vector<std::string> libraries;   // libraries of the toolkit; then it only runs on a GPU
  std::string baseline;                 // "cpu" or "library" if speedups are relative to it; or ""
  Sizes arguments;                      // its own parameters, with their defaults
  std::map<std::string, std::vector<long long>> sweep;  // values to compare
  std::optional<double> most_work;  // tables leave it out above this number of operations
  std::string judge;                // see Task::judge
  Rate rate;                        // of its task
  std::string reported;             // a sentence; or ""

  bool host_only() const { return file.extension() == ".cpp"; }
  bool gpu_only() const { return !host_only() && !libraries.empty(); }
};

struct VariantSet : BenchPlan {
  std::vector<Variant> all;
};

/// solutions/<lab>/variants/variants.json, or versions/ladder.json of earlier labs; empty if there
/// is neither.
std::filesystem::path list_of_variants(const std::filesystem::path& root, const std::string& lab);

/// Reads that list and checks it against labs/variants.schema.json and the files next to it. Throws
/// GraderError; UsageError if the lab has no variants.
VariantSet load_variants(const std::filesystem::path& root, const Lab& lab);

/// A submission's tasks as variants that `folder`/<lab>.cu defines.
std::vector<Variant> make_variants(const BenchPlan& plan, const Lab& lab,
                                   const std::filesystem::path& folder);

/// The lab with that variant as its only task, without cases.
Lab single_variant_lab(const std::filesystem::path& root, const Lab& lab, const Variant& variant);

}  // namespace warpgrade
