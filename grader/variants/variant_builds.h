// Builds variants and keeps the builds.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "lab/variants.h"
#include "model/machine.h"
#include "toolchain/build.h"

namespace warpgrade {

class VariantBuilds {
 public:
  VariantBuilds(Machine machine, Real real, Backend backend)
      : machine_(std::move(machine)), real_(real), backend_(backend) {}

  /// The folder of the source file: the variant's own or the lab's solutions.
  std::filesystem::path source_folder(const Lab& lab, const Variant& variant) const;

  /// The folder for the build.
  std::filesystem::path build_folder(const Variant& variant, const Constants& constants) const;

  /// Builds it unless it is built. `lab`: with the variant as its only task. Thread-safe.
  Build get(const Lab& lab, const Variant& variant, const Constants& constants);

 private:
  Build make(const Lab& lab, const Variant& variant, const Constants& constants) const;

  const Machine machine_;
  const Real real_;
  const Backend backend_;
  std::mutex mutex_;
  std::map<std::pair<std::string, Constants>, Build> builds_;
};

}  // namespace warpgrade
