// From a submission to an executable that serves the contract's calls, on either backend.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/finding.h"
#include "lab/manifest.h"
#include "lab/real.h"
#include "lab/verdict.h"
#include "sandbox/sandbox.h"
#include "toolchain/compiler_run.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/own_builds.h"
#include "toolchain/source_check.h"

namespace warpgrade {

enum class Backend { cpu, cuda };

constexpr std::string_view name(Backend backend) {
  return backend == Backend::cpu ? "cpu" : "cuda";
}

/// How the CPU engine runs a program: fast, or with every access watched.
enum class CpuMode { fast, check };

/// A place in the student's own files.
struct SourceLine {
  std::string file;  // relative to the submission; empty: not the student's, or not known
  int line = 0;
  bool known() const { return line > 0; }
  bool operator==(const SourceLine&) const = default;
};

/// Whether the object defines a task's function.
struct Definition {
  bool defined = false;
  std::string found;  // when not: what is there under that name, e.g. "matmul_naive(int, float*)"
};

struct Build {
  Verdict verdict =
      Verdict::ok;     // ok, compile_error, or pending (what the CPU engine does not support)
  std::string output;  // the compiler's, with paths as the student knows them
  std::vector<Finding> findings;     // kind "unsupported"
  std::filesystem::path submission;  // that it was built from
  std::filesystem::path executable;
  std::map<std::string, Definition> definitions;  // by entry
  std::vector<KernelResources> resources;
  std::vector<LibraryUse> libraries;  // that the object calls
  std::vector<std::string> meddling;  // calls of it that reach for what is the grader's
};

/// A build for each set of the lab's constants; of a lab without constants there is one.
struct Variants {
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

/// Where a submission stands inside the sandbox.
inline constexpr const char* submission_inside = "/submission";

/// Where .deps/usr stands there, for builds and runs of host code.
inline constexpr const char* deps_inside = "/deps";

/// The name in the submission of a file that a program or a compiler names by its path; empty where
/// it is another's. `submission`: where it stands on this machine, known to a program that was
/// built without isolation.
std::string own_file(const std::string& path, const std::filesystem::path& submission);

/// `text` with the paths inside the sandbox as the student knows them.
std::string as_student_knows(std::string text);

class Toolchain {
 public:
  /// `work`: an empty folder for what is built.
  Toolchain(std::filesystem::path root, std::filesystem::path work, const Sandbox& sandbox,
            CompilerLimits limits = {})
      : root_(std::move(root)), work_(std::move(work)), sandbox_(sandbox), limits_(limits) {}

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

  /// Builds plain C++ for the CPU, with OpenMP: a ladder's version that uses no device.
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
  void inspect(Build& build, const Lab& lab, Real real, const std::filesystem::path& out,
               const std::string& file) const;

  std::filesystem::path root_;
  std::filesystem::path work_;
  const Sandbox& sandbox_;
  CompilerLimits limits_;
  std::optional<OwnBuilds> own_builds_;  // nothing: all is compiled anew
};

}  // namespace warpgrade
