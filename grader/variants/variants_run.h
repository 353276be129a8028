// Builds, verifies and times the variants of a lab.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lab/variants.h"
#include "measure/ceilings.h"
#include "measure/device_lock.h"
#include "model/grade_request.h"
#include "model/variant_result.h"
#include "variants/variant_verifier.h"

namespace warpgrade {

struct VariantsRequest {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path from;  // empty: the lab's variants; else a folder with LAB.cu: its tasks,
                               // and the baselines, if available
  std::optional<Backend> backend;  // default: CUDA if there is a GPU, else the CPU engine
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  double seconds = 1;    // of timed calls, per variant and size
  bool cold = false;     // clear the arrays from the device's cache before each timed call
  bool limited = false;  // use a grade's time limits; otherwise nearly unlimited
  std::optional<double> call_seconds;  // CPU time limit of a call, instead of the lab's
  OnWait on_wait = [](const std::string&) {};
};

class VariantsRunner {
 public:
  /// Throws UsageError (unknown lab, no variants) and GraderError (a GPU was requested, but there
  /// is none).
  VariantsRunner(const VariantsRequest& request, const Sandbox& sandbox);
  ~VariantsRunner();

  const Lab& lab() const;
  const VariantSet& variants() const;
  bool has_blas() const;
  Backend backend() const;
  Real real() const;
  std::map<std::string, std::string> environment() const;  // as for a grade
  /// The GPU's ceilings; empty on the CPU.
  std::optional<Ceilings> ceilings() const;

  /// Builds all variants for all sizes, on all cores. run() builds missing ones.
  void prepare(const std::vector<Variant>& variants, const std::vector<Sizes>& sizes);

  /// The call's constants and integer arguments.
  Sizes resolve_call(const Variant& variant, const Sizes& sizes, const Sizes& set) const;

  /// The operations that a variant's most_work limits.
  double effort(const Sizes& sizes) const;

  /// See source_hash().
  std::string hash_source(const Variant& variant) const;

  /// `set`: integers instead of their defaults. Without verification only errors count. Throws
  /// UsageError for an unknown name, and GraderError, but never for a variant's own mistakes.
  VariantResult run(const Variant& variant, const Sizes& sizes, const Sizes& set, Verify verify);

  /// Whether the last run() was verified and wrote nothing at all.
  bool wrote_nothing() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpgrade
