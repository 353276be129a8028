// From a submission to an executable that serves the contract's calls, on either backend.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "findings/verdict.h"
#include "lab/manifest.h"
#include "lab/real.h"
#include "objects/definitions.h"
#include "objects/inside.h"
#include "sandbox/sandbox.h"
#include "toolchain/compiler_end.h"
#include "toolchain/compiler_run.h"
#include "toolchain/compiler_text.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/library_uses.h"
#include "toolchain/own_builds.h"
#include "toolchain/unlisted_uses.h"

namespace warpgrade {

enum class Backend { cpu, cuda };

constexpr std::string_view name(Backend backend) {
  return backend == Backend::cpu ? "cpu" : "cuda";
}

/// How the CPU engine runs a program: fast, or with every access watched.
enum class CpuMode { fast, check };

struct Build {
  Verdict verdict =
      Verdict::ok;  // ok, compile_error, or pending (what the CPU engine does not support)
  CompilerEnd end = CompilerEnd::made;  // of the last compiler that ran
  std::string output;                   // the compiler's, with paths as the student knows them
  std::vector<Finding> findings;        // kind "unsupported"
  std::filesystem::path submission;     // that it was built from
  std::filesystem::path executable;
  /// Of a submission: all that it may see of the system when it runs (shared_objects.h).
  std::optional<std::vector<std::filesystem::path>> shared_objects;
  std::map<std::string, Definition> definitions;  // by entry
  std::vector<KernelResources> resources;         // of one for the GPU that is not linked
  LibraryUses libraries;                          // of each entry
  std::vector<UnlistedUse> unlisted;              // of a submission for the CPU engine
  std::set<std::string> wanted;  // by the object, demangled: what it leaves to be linked
};

/// A build for each set of the lab's constants; of a lab without constants there is one.
struct ConstantBuilds {
  std::map<Constants, Build> builds;

  const Build& of(const Case& c) const { return builds.at(c.constants); }
};

/// What is compiled.
struct Source {
  std::filesystem::path folder;   // the compiler sees this folder alone
  std::string file;               // in it
  Constants constants;            // macros
  std::filesystem::path binding;  // an object that lists the functions by name; empty: the lab's
  std::vector<std::string> libraries;  // to link with: "cublas", "openblas"
};

/// A submission's one file.
Source submitted(const Lab& lab, const std::filesystem::path& submission,
                 const Constants& constants);

class ToolProofs;

/// Builds of submissions are fair (fair_build.h): what does not compile for trouble of the tools is
/// a GraderError.
class Toolchain {
 public:
  /// `work`: an empty folder for what is built.
  Toolchain(std::filesystem::path root, std::filesystem::path work, const Sandbox& sandbox,
            CompilerLimits limits = {});

  /// One for sources of this project, never for a student's: what it builds but for the CPU engine
  /// is kept for the next grade and taken from an earlier one (own_builds.h).
  static Toolchain for_own_programs(const std::filesystem::path& root,
                                    const std::filesystem::path& work, const Sandbox& sandbox) {
    Toolchain toolchain(root, work, sandbox);
    toolchain.own_builds_.emplace(root);
    return toolchain;
  }

  /// Builds it for the CPU engine. Builds of other modes and constants may be made at the same
  /// time. Throws GraderError for our own trouble.
  Build build_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const;

  /// Builds it with nvcc for a device of that compute capability. With `link` false it only
  /// compiles: for errors and resources on a machine without a GPU.
  Build build_cuda(const Lab& lab, const Source& source, Real real, const CudaToolkit& toolkit,
                   int capability, bool link) const;

  /// What the kernels of a submission's linked build need, by ptxas, which takes seconds where
  /// loops are unrolled: for whoever has something else to do meanwhile. Empty where nobody knows.
  std::vector<KernelResources> resources_of(const Lab& lab, const Source& source,
                                            const CudaToolkit& toolkit, int capability) const;

  /// Builds plain C++ for the CPU, with OpenMP: variants' version that uses no device.
  Build build_host(const Lab& lab, const Source& source, Real real) const;

  /// Compiles what binding_source() says of that lab. Returns the object's path.
  std::filesystem::path build_binding(const Lab& lab, Real real) const;

  /// The student's line for a return address in an executable of ours: "matmul.cu:31", or "".
  std::string line_of(const Build& build, std::uint64_t address) const;

  /// Likewise for many at once. Every one that is not 0 is in the result.
  std::map<std::uint64_t, SourceLine> lines_of(const Build& build,
                                               const std::set<std::uint64_t>& addresses) const;

 private:
  Command compiler(const Lab& lab, const Source& source, const std::filesystem::path& out) const;
  CompilerRun run(const Command& command, const Lab& lab, const std::filesystem::path& product,
                  const CudaToolkit* toolkit) const;
  std::filesystem::path binding_of(const Lab& lab, const Source& source, Real real) const;

  using Maker = std::function<Build(const Toolchain&, const Source&)>;
  Build fair(const std::string& tools, const Lab& lab, const Source& source,
             const Maker& make) const;
  Build make_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const;
  Build make_cuda(const Lab& lab, const Source& source, Real real, const CudaToolkit& toolkit,
                  int capability, bool link) const;
  Build make_host(const Lab& lab, const Source& source, Real real) const;
  std::filesystem::path cuda_folder(const Source& source) const;
  Command nvcc(const Lab& lab, const Source& source, const CudaToolkit& toolkit) const;
  /// ptxas by itself, on the PTX in `keep`: its errors, and the use of registers. Nothing where not
  /// one such file is there.
  std::optional<CompilerRun> assemble(Command command, const std::filesystem::path& keep,
                                      const CudaToolkit& toolkit,
                                      const std::string& architecture) const;

  /// What objdump prints of student.o: its tables, and its code's lines. Nothing where it ends
  /// badly: `build` says how.
  std::optional<std::string> tables_of(Build& build, const std::filesystem::path& out) const;

  /// Fills build.libraries from student.o and, where it is to be linked with `engine`,
  /// build.unlisted. Returns functions of libraries that it wants and that the program must be
  /// linked without: whoever calls them is forbidden, other tasks are not. Nothing where the object
  /// cannot be looked through: `build` says why.
  std::optional<std::vector<std::string>> find_uses(
      Build& build, const Lab& lab, const std::filesystem::path& out,
      const std::optional<std::filesystem::path>& engine) const;

  bool is_submission(const Source& source) const;

  /// Compiled and run where no library but the languages' own is to be found. `toolkit`: of a build
  /// for the GPU, else null.
  void close(Command& command, Build& build, const CudaToolkit* toolkit) const;

  std::filesystem::path root_;
  std::filesystem::path work_;
  const Sandbox& sandbox_;
  CompilerLimits limits_;
  std::shared_ptr<ToolProofs> proofs_;
  std::optional<OwnBuilds> own_builds_;  // nothing: all is compiled anew
};

}  // namespace warpgrade
