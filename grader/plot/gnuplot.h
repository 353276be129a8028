// Runs gnuplot.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

class Gnuplot {
 public:
  /// Finds the system's gnuplot, or the one in `root`/.deps/.
  explicit Gnuplot(const std::filesystem::path& root);

  bool is_installed() const { return !program_.empty(); }

  /// Runs `folder`/`script` in `folder`. Returns gnuplot's error message, or "".
  std::string run(const std::filesystem::path& folder, const std::string& script) const;

 private:
  std::filesystem::path program_;
  std::filesystem::path own_;  // the root of an unpacked gnuplot; empty: the system's
};

}  // namespace warpgrade
