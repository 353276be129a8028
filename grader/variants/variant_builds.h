// Builds of variants, kept while a run needs them.
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

  /// The file's folder: the lab's solutions, or whose variants they are.
  std::filesystem::path source_folder(const Lab& lab, const Variant& variant) const;

  /// A folder of its own, for what it is built into.
  std::filesystem::path folder_of(const Variant& variant, const Constants& constants) const;

  /// Built unless it is there. `lab`: with the variant as its only task. Several threads may ask.
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
