// Versions of a ladder: built, verified as a submission is, and timed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "judge/grade.h"
#include "judge/ladder_result.h"
#include "judge/ladder_verifier.h"
#include "lab/ladder.h"
#include "measure/ceilings.h"

namespace warpgrade {

struct LadderRequest {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path from;  // empty: the ladder; else a folder with LAB.cu: its tasks, beside
                               // the ladder's baselines where the ladder is there
  std::optional<Backend> backend;  // nothing: CUDA where there is a GPU, else the CPU engine
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  double seconds = 1;                     // of timed calls, for each version and size
  std::function<void()> on_wait = [] {};  // called when others use the GPU, before waiting
};

class LadderRunner {
 public:
  /// Throws UsageError (unknown lab, no ladder) and GraderError (no GPU where one was asked for).
  LadderRunner(const LadderRequest& request, const Sandbox& sandbox);
  ~LadderRunner();

  const Lab& lab() const;
  const Ladder& ladder() const;
  Backend backend() const;
  Real real() const;
  std::map<std::string, std::string> environment() const;  // as a grade's
  /// Of the GPU; nothing on the CPU.
  std::optional<Ceilings> ceilings() const;

  /// Builds all versions for all sizes, on all cores; run() builds what is missing.
  void prepare(const std::vector<Version>& versions, const std::vector<Sizes>& sizes);

  /// The integers that decide the call: its constants and integer arguments.
  Sizes call_of(const Version& version, const Sizes& sizes, const Sizes& set) const;

  /// The operations that a version's most_work is about.
  double effort(const Sizes& sizes) const;

  /// See source_hash().
  std::string source_of(const Version& version) const;

  /// `set`: integers in place of defaults. Where nobody verifies, only errors are looked at. Throws
  /// UsageError for a name that the version does not have, and GraderError; what the version does
  /// wrong is in the result.
  LadderResult run(const Version& version, const Sizes& sizes, const Sizes& set, Verify verify);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpgrade
