// Compiles a submission to an executable that serves the contract's calls, on either backend.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "findings/verdict.h"
#include "lab/manifest.h"
#include "lab/real.h"
#include "objects/definitions.h"
#include "objects/sandbox_paths.h"
#include "sandbox/sandbox.h"
#include "toolchain/build_cache.h"
#include "toolchain/compiler_end.h"
#include "toolchain/compiler_run.h"
#include "toolchain/compiler_text.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/library_uses.h"
#include "toolchain/unlisted_uses.h"

namespace warpgrade {

enum class Backend { cpu, cuda };

constexpr std::string_view name(Backend backend) {
  return backend == Backend::cpu ? "cpu" : "cuda";
}

/// How the CPU engine runs a program: fast, or with every access checked.
enum class CpuMode { fast, check };

/// The student's lines of known addresses in one executable: each trial of a fix asks for the same
/// ones.
struct KnownLines {
  std::mutex mutex;
  std::map<std::uint64_t, SourceLine> lines;
};

struct Build {
  Verdict verdict = Verdict::ok;  // ok, compile_error, or pending (unsupported by the CPU engine)
  CompilerEnd end = CompilerEnd::made;  // how the last compiler ended
  std::string output;                   // the compiler's output with paths in the submission
  std::vector<Finding> findings;        // kind "unsupported"
  std::filesystem::path submission;     // the folder it was built from
  std::filesystem::path executable;
  std::shared_ptr<KnownLines> known_lines = std::make_shared<KnownLines>();
  /// For a submission: everything of the system that it may see at run time (shared_objects.h).
  std::optional<std::vector<std::filesystem::path>> shared_objects;
  std::map<std::string, Definition> definitions;  // by entry
  std::vector<KernelResources> resources;         // of a GPU build that is not linked
  LibraryUses libraries;                          // of each entry
  std::vector<UnlistedUse> unlisted;              // for submissions on the CPU engine
  std::set<std::string> wanted;                   // undefined symbols of the object, demangled
};

/// A build for each set of the lab's constants; one build for a lab without constants.
struct ConstantBuilds {
  std::map<Constants, Build> builds;

  const Build& of(const Case& c) const { return builds.at(c.constants); }
};

/// The source to compile.
struct Source {
  std::filesystem::path folder;   // the only folder visible to the compiler
  std::string file;               // file in this folder
  Constants constants;            // defined as macros
  std::filesystem::path binding;  // an object that lists the functions by name; empty: the lab's
  std::vector<std::string> libraries;  // libraries to link: "cublas", "openblas"
};

/// The source of a submission, a single file.
Source submitted(const Lab& lab, const std::filesystem::path& submission,
                 const Constants& constants);

class ToolProofs;

/// Builds of submissions are fair (fair_build.h): compile failures caused by the tools are a
/// GraderError.
class Toolchain {
 public:
  /// `work`: an empty folder for the builds.
  Toolchain(std::filesystem::path root, std::filesystem::path work, const Sandbox& sandbox,
            CompilerLimits limits = {});

  /// A toolchain for the project's own sources, never for a student's. Its builds, except those for
  /// the CPU engine, are cached for later grades (build_cache.h).
  static Toolchain for_grader_programs(const std::filesystem::path& root,
                                       const std::filesystem::path& work, const Sandbox& sandbox) {
    Toolchain toolchain(root, work, sandbox);
    toolchain.build_cache_.emplace(root);
    return toolchain;
  }

  /// Builds for the CPU engine. Builds of other modes and constants may run concurrently. Throws
  /// GraderError for failures of the tools.
  Build build_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const;

  /// Builds with nvcc for that compute capability. Without `link` it only compiles, to report
  /// errors and resources on a machine without a GPU.
  Build build_cuda(const Lab& lab, const Source& source, Real real, const CudaToolkit& toolkit,
                   int capability, bool link) const;

  /// Builds a program of the project's own to be handed out without its source: for the GPUs of all
  /// students, without lines, symbols, and texts of the source (stripped_source.h).
  Build build_for_kits(const Lab& lab, const Source& source, Real real,
                       const CudaToolkit& toolkit) const;

  /// The resource usage of the kernels of a submission's linked build, from ptxas. Takes seconds if
  /// loops are unrolled. Empty if unknown.
  std::vector<KernelResources> read_resources(const Lab& lab, const Source& source,
                                              const CudaToolkit& toolkit, int capability) const;

  /// Builds plain C++ for the CPU with OpenMP: a variant that uses no device.
  Build build_host(const Lab& lab, const Source& source, Real real) const;

  /// Compiles the lab's binding_source(). Returns the object's path.
  std::filesystem::path build_binding(const Lab& lab, Real real) const;

  /// The student's line for a return address in an executable: "matmul.cu:31", or "".
  std::string find_line(const Build& build, std::uint64_t address) const;

  /// The same for many addresses. The result contains every nonzero address.
  std::map<std::uint64_t, SourceLine> find_lines(const Build& build,
                                                 const std::set<std::uint64_t>& addresses) const;

 private:
  Command compiler(const Lab& lab, const Source& source, const std::filesystem::path& out) const;
  CompilerRun run(const Command& command, const Lab& lab, const std::filesystem::path& product,
                  const CudaToolkit* toolkit) const;
  std::filesystem::path binding_path(const Lab& lab, const Source& source, Real real) const;

  using Maker = std::function<Build(const Toolchain&, const Source&)>;
  Build fair(const std::string& tools, const Lab& lab, const Source& source,
             const Maker& make) const;
  Build make_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const;
  Build make_cuda(const Lab& lab, const Source& source, Real real, const CudaToolkit& toolkit,
                  int capability, bool link) const;
  Build make_host(const Lab& lab, const Source& source, Real real) const;
  std::filesystem::path cuda_folder(const Source& source) const;
  Command nvcc(const Lab& lab, const Source& source, const CudaToolkit& toolkit) const;
  /// Runs ptxas on the PTX in `keep`, for its errors and register usage. Nothing if there is not
  /// exactly one such file.
  std::optional<CompilerRun> assemble(Command command, const std::filesystem::path& keep,
                                      const CudaToolkit& toolkit,
                                      const std::string& architecture) const;

  /// objdump's output for student.o: its tables and line numbers. Nothing if it fails: `build` has
  /// the reason.
  std::optional<std::string> read_tables(Build& build, const std::filesystem::path& out) const;

  /// Fills build.libraries from student.o and, if it is linked with `engine`, build.unlisted.
  /// Returns functions of libraries that are used but must not be linked: tasks that call them are
  /// forbidden, others are not. Nothing if the object cannot be analyzed: `build` has the reason.
  std::optional<std::vector<std::string>> find_uses(
      Build& build, const Lab& lab, const std::filesystem::path& out,
      const std::optional<std::filesystem::path>& engine) const;

  bool is_submission(const Source& source) const;

  /// Hides all libraries except the languages' own from compiling and running. `toolkit`: for a GPU
  /// build, else null.
  void close(Command& command, Build& build, const CudaToolkit* toolkit) const;

  std::filesystem::path root_;
  std::filesystem::path work_;
  const Sandbox& sandbox_;
  CompilerLimits limits_;
  std::shared_ptr<ToolProofs> proofs_;
  std::optional<BuildCache> build_cache_;  // unset: no cache
};

}  // namespace warpgrade
