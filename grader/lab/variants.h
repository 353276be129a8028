// solutions/<lab>/variants/: the ways to solve a lab, from the slowest to the fastest, one file
// each. variants.json lists them and what courses report of them.
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
  std::string title;             // a few words
  std::string as;                // the task by which it is judged
  std::filesystem::path folder;  // that holds the file; empty: solutions/<lab>
  std::filesystem::path file;    // from solutions/<lab>: variants/naive.cu; .cpp: for the CPU alone
  std::optional<bool> device_pointers;  // nothing: as the task
  std::optional<int> devices;           // that it uses; nothing: as the task
  std::vector<std::string> libraries;   // of the toolkit: then it runs on a GPU only
  std::string baseline;                 // "cpu" or "library": what speedups are against; or ""
  Sizes arguments;                      // its own parameters, with their defaults
  std::map<std::string, std::vector<long long>> sweep;  // values worth a comparison
  std::optional<double> most_work;  // operations above which tables leave it out
  std::string judge;                // see Task::judge
  Rate rate;                        // its task's
  std::string reported;             // a sentence; or ""

  bool host_only() const { return file.extension() == ".cpp"; }
  bool gpu_only() const { return !host_only() && !libraries.empty(); }
};

struct VariantSet : BenchPlan {
  std::vector<Variant> all;
};

/// solutions/<lab>/variants/variants.json, or versions/ladder.json where an earlier lab has that;
/// empty: neither is there.
std::filesystem::path list_of_variants(const std::filesystem::path& root, const std::string& lab);

/// Reads that list and checks it against labs/variants.schema.json and the
/// files beside it. Throws GraderError; UsageError where the lab has no variants.
VariantSet load_variants(const std::filesystem::path& root, const Lab& lab);

/// A submission's tasks as variants that `folder`/<lab>.cu defines.
std::vector<Variant> variants_of(const BenchPlan& plan, const Lab& lab,
                                 const std::filesystem::path& folder);

/// The lab with that variant as its only task, which has the cases of none.
Lab lab_of(const std::filesystem::path& root, const Lab& lab, const Variant& variant);

}  // namespace warpgrade
