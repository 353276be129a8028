// gnuplot, the program.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

class Gnuplot {
 public:
  /// The system's, or the one in `root`/.deps/.
  explicit Gnuplot(const std::filesystem::path& root);

  bool is_there() const { return !program_.empty(); }

  /// Runs `folder`/`script` there. Returns what went wrong, in gnuplot's words; "" when all went
  /// well.
  std::string run(const std::filesystem::path& folder, const std::string& script) const;

 private:
  std::filesystem::path program_;
  std::filesystem::path own_;  // the root of an unpacked gnuplot; empty: the system's
};

}  // namespace warpgrade
