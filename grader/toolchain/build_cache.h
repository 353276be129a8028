// Caches builds of the project's own programs on this machine: the solutions, the labs' variants,
// the programs that measure a GPU. They are the same for every submission and take much longer to
// compile than most of these.
//
// Theory of operation
//
// A compiler's run has a key for everything its product depends on (build_key.h). The first run
// with a key writes to the caller's work folder; then a copy of the product is added to
// build/cache/NAME-KEY, from which later runs copy it. Callers use copies, so an entry can be
// removed at any time. Entries are written under another name, synced and renamed, so they are
// complete even if a process is killed. The cache is only an optimization: anything that cannot be
// stored, read or trusted is compiled without a message.
//
// Submissions cannot influence it. Callers only pass sources of the project, compilers only write
// into the work folder, and build/cache is not mounted into any sandbox. Since build/ may be
// shared, only files that belong to this user or root and that nobody else can write are trusted.
// Since students must not read the solutions, the folder is private.
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

/// When an entry is added, entries unused for this long are removed, then the least recently used
/// ones until the cache is small enough.
struct KeptLimits {
  std::uintmax_t bytes = 1ull << 30;
  std::chrono::hours unused{30 * 24};
};

/// nvcc for sources of the project: writes `product` for GPUs of this capability. Callers append
/// the arguments for what is compiled or linked, and mount it; `product`'s folder is /out inside.
Command own_nvcc(const CudaToolkit& toolkit, int capability, const std::filesystem::path& product);

class BuildCache {
 public:
  /// `root`: the project's folder.
  explicit BuildCache(std::filesystem::path root, KeptLimits limits = {})
      : root_(std::move(root)), limits_(limits) {}

  /// run_compiler() for a command that compiles or links the project's own sources to `product`.
  /// All other files in its mounted folders count as sources, so `product` must be in a folder of
  /// its own. `name`: for readers. `toolkit`: the one used by the command, or null.
  CompilerRun compile(const Sandbox& sandbox, const Command& command, const std::string& name,
                      const std::filesystem::path& product, const CudaToolkit* toolkit) const;

  /// Calls `make`, which writes `product`, unless a product with that key is cached: then the
  /// product is copied and the compiler's output returned. Failed runs are not cached, nor runs
  /// during which the key changed (edited sources) or whose key is "".
  CompilerRun get(const std::string& name, const std::function<std::string()>& key,
                  const std::filesystem::path& product,
                  const std::function<CompilerRun()>& make) const;

 private:
  std::optional<CompilerRun> load_kept(const std::string& entry,
                                       const std::filesystem::path& product) const;
  void keep(const std::string& entry, const CompilerRun& run,
            const std::filesystem::path& product) const;
  void prune() const;
  std::filesystem::path folder() const { return root_ / "build/cache"; }

  std::filesystem::path root_;
  KeptLimits limits_;
};

}  // namespace warpgrade
