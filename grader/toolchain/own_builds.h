// What compilers made of programs of our own, kept for the next grade on this machine: the course's
// solutions, the lab's versions, the programs that measure a GPU. They are the same for every
// submission, and take far longer to compile than most of these.
//
// Theory of operation
//
// A compiler's run has a number over all that its product depends on (build_key.h). The first run
// with a number is made where all are, in the caller's work folder; then a copy of the product goes
// to build/cache/NAME-NUMBER, from which every later run's product is copied. Because callers work
// with copies, an entry can be removed at any moment. It is written under another name, synced and
// renamed: it is there whole or not at all, whoever is killed when. All of this is a convenience:
// what cannot be kept, read or trusted is compiled, and nothing is said.
//
// No submission has a hand in it. Callers bring sources of the project alone; compilers write into
// the work folder alone; and build/cache is mounted into no sandbox. Since build/ may be shared,
// only what belongs to this user or root and can be written by nobody else is trusted; and since
// students must not read the solutions, the folder is closed to all others.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "sandbox/sandbox.h"
#include "toolchain/compiler_run.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// What is removed when something is added: what nobody used for so long, then what was not used
/// for the longest, until the rest is that small.
struct KeptLimits {
  std::uintmax_t bytes = 1ull << 30;
  std::chrono::hours unused{30 * 24};
};

class OwnBuilds {
 public:
  /// `root`: the project's.
  explicit OwnBuilds(std::filesystem::path root, KeptLimits limits = {})
      : root_(std::move(root)), limits_(limits) {}

  /// run_compiler() for a command that compiles or links our own sources to `product`. All else in
  /// the folders that it mounts is taken for a source: `product` lies in one that only this program
  /// uses. `name`: a word for people. `toolkit`: that the command runs, or null.
  CompilerRun compile(const Sandbox& sandbox, const Command& command, const std::string& name,
                      const std::filesystem::path& product, const CudaToolkit* toolkit) const;

  /// Calls `make`, which writes `product`, unless a product of that key is kept: then that is
  /// copied there, and what the compiler said comes with it. Runs that fail are not kept, nor are
  /// those during which the key changed (someone edits the sources) or whose key is "".
  CompilerRun get(const std::string& name, const std::function<std::string()>& key,
                  const std::filesystem::path& product,
                  const std::function<CompilerRun()>& make) const;

 private:
  std::optional<CompilerRun> take(const std::string& entry,
                                  const std::filesystem::path& product) const;
  void keep(const std::string& entry, const CompilerRun& run,
            const std::filesystem::path& product) const;
  void prune() const;
  std::filesystem::path folder() const { return root_ / "build/cache"; }

  std::filesystem::path root_;
  KeptLimits limits_;
};

}  // namespace warpgrade
