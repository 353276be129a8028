// solutions/<lab>/versions/: the ways to solve a lab, from the slowest to the fastest, one file
// each. ladder.json lists them and what courses report of them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

using Sizes = std::map<std::string, long long>;

/// What a version does in one call, for a rate: the product of these numbers over scale · seconds.
struct Rate {
  std::string unit;             // "GFLOP/s"
  std::vector<std::string> of;  // integers of the problem, or flops, bytes, returned
  double scale = 1;
};

struct Version {
  std::string name;            // "two-per-thread-below"; its function has '_' for '-'
  std::string title;           // a few words
  std::string as;              // the task by which it is judged
  std::filesystem::path file;  // from solutions/<lab>: versions/naive.cu; .cpp: for the CPU alone
  std::optional<bool> device_pointers;  // nothing: as the task
  std::vector<std::string> libraries;   // of the toolkit: then it runs on a GPU only
  std::string baseline;                 // "cpu" or "library": what speedups are against; or ""
  Sizes arguments;                      // its own parameters, with their defaults
  std::map<std::string, std::vector<long long>> sweep;  // values worth a comparison
  std::optional<double> most_work;  // operations above which tables leave it out
  std::string judge;                // see Task::judge
  std::optional<Rate> rate;         // in place of the ladder's
  std::string reported;             // a sentence; or ""

  bool host_only() const { return file.extension() == ".cpp"; }
  bool gpu_only() const { return !host_only() && !libraries.empty(); }
};

struct Ladder {
  std::string input;  // the oracle's kind
  /// What one number, two numbers ... on the command line set: each sets all names of its list.
  std::vector<std::vector<std::vector<std::string>>> dimensions;
  Sizes defaults;
  std::vector<Sizes> sizes;  // that courses report
  Sizes small;               // runs in a moment on the CPU engine
  Rate rate;
  std::vector<Version> versions;
};

/// Reads solutions/<lab>/versions/ladder.json and checks it against labs/ladder.schema.json and the
/// files beside it. Throws GraderError; UsageError where the lab has no ladder.
Ladder load_ladder(const std::filesystem::path& root, const Lab& lab);

/// The lab with that version as its only task, which has the cases of none.
Lab lab_of(const std::filesystem::path& root, const Lab& lab, const Version& version);

/// The sizes that a word of the command line means: "1000", "8x16x4" or "m=8,n=16". Throws
/// UsageError that says what is understood.
Sizes parse_size(const Ladder& ladder, const std::string& word);

}  // namespace warpgrade
