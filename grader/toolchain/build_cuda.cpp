// Builds with nvcc.
#include <fstream>
#include <sstream>

#include "base/fault.h"
#include "objects/definitions.h"
#include "objects/demangle.h"
#include "toolchain/build.h"
#include "toolchain/build_parts.h"
#include "toolchain/resource_usage.h"
#include "toolchain/stripped_source.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// For a GPU newer than the toolkit, the driver generates machine code, which is unknown here.
bool has_machine_code(const std::string& architecture) {
  return architecture.find(",code=sm_") != architecture.npos;
}

/// ptxas's output after the compiler's, without the resource usage, which is not for students.
bool accept_assembled(Build& build, const std::optional<CompilerRun>& run) {
  if (!run) {
    build.end = CompilerEnd::odd;
    build.verdict = Verdict::compile_error;
    build.output = "nvcc does not leave the kernels' PTX\n";
    return false;
  }
  const std::string before = build.output;
  const bool made = accept(build, *run);
  build.output = before + without_usage(in_usual_style(build.output));
  return made;
}

/// The names in WARPGRADE_WRAPPED_CALLS, and those of the launch itself.
std::vector<std::string> wrapped_symbols(const fs::path& root) {
  const fs::path list = root / "grader/runner/wrapped_calls.h";
  std::ifstream in(list);
  if (!in) throw GraderError("cannot read " + list.string());
  std::vector<std::string> symbols = {
      "__cudaPushCallConfiguration", "__cudaRegisterFunction", "__cudaGetKernel",
      "__cudaLaunchKernel",          "cudaLaunchKernel",       "cudaDeviceReset"};
  const std::string entry = "  WRAP(";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(entry, 0) == 0)
      symbols.push_back(line.substr(entry.size(), line.find(',') - entry.size()));
  }
  return symbols;
}

/// The folder of the engine's nvtx3/, whose functions do nothing.
constexpr const char* nvtx_inside = "/nvtx";

const std::vector<std::string> lines = {"-lineinfo", "-Xcompiler", "-g1,-gdwarf-4"};
const std::vector<std::string> kept_ptx = {
    "-keep", "-keep-dir", std::string("/out/") + device_code_folder,
    "-MD",   "-MF",       std::string("/out/") + opened_files};

/// nvcc's arguments for compiling the file to /out/student.o.
std::vector<std::string> compiling(const Source& source, Real real, const CudaToolkit& toolkit,
                                   const std::vector<std::string>& target) {
  std::vector<std::string> words = {toolkit.nvcc.string(),
                                    "-std=c++17",
                                    "-O3",
                                    "-Xcompiler",
                                    "-fno-pie,-ffunction-sections,-fdata-sections",
                                    "-I/contract"};
  // The toolkit's NVTX loads a profiler's library, and a submission's process must not load any.
  words.push_back(std::string("-I") + nvtx_inside);
  append(words, macros(source, real));
  append(words, target);
  append(words, {"-c", "-o", "/out/student.o", inside(source)});
  return words;
}

/// Links /out/student.o to /out/worker; functions that are `missing` get the address 0.
std::vector<std::string> linking(const fs::path& root, const Source& source,
                                 const CudaToolkit& toolkit,
                                 const std::vector<std::string>& architecture,
                                 const std::vector<std::string>& missing) {
  std::vector<std::string> words = {
      toolkit.nvcc.string(), "-Xcompiler",     "-no-pie",        "-o",
      "/out/worker",         "/out/student.o", "/runner/cuda.o", "/runner/backend_cuda.o",
      "/binding.o"};
  for (const auto& library : source.libraries) words.push_back("-l" + library);
  append(words, architecture);
  std::string wraps;
  for (const auto& symbol : wrapped_symbols(root))
    wraps += (wraps.empty() ? "--wrap=" : ",--wrap=") + symbol;
  append(words, {"-Xlinker", wraps});
  for (const std::string& name : missing) append(words, {"-Xlinker", "--defsym=" + name + "=0"});
  return words;
}

}  // namespace

std::optional<CompilerRun> Toolchain::assemble(Command command, const fs::path& keep,
                                               const CudaToolkit& toolkit,
                                               const std::string& architecture) const {
  std::vector<std::string> ptx;
  for (const auto& file : fs::directory_iterator(keep))
    if (file.path().extension() == ".ptx") ptx.push_back(file.path().filename());
  if (ptx.size() != 1) return std::nullopt;
  command.argv = {toolkit.nvcc.string(),
                  "-O3",
                  "-lineinfo",
                  "-cubin",
                  "-Xptxas",
                  "-v",
                  "-o",
                  std::string("/out/") + device_code_folder + "/again.cubin",
                  std::string("/out/") + device_code_folder + "/" + ptx.front(),
                  architecture};
  command.limits.output_bytes = 64 << 20;  // some lines for every kernel
  return run_compiler(sandbox_, command, keep);
}

fs::path Toolchain::cuda_folder(const Source& source) const {
  return work_ / ("cuda" + label(source.constants));
}

Command Toolchain::nvcc(const Lab& lab, const Source& source, const CudaToolkit& toolkit) const {
  Command command = compiler(lab, source, cuda_folder(source));
  command.mounts.push_back(
      {require(root_ / "grader/simt/include/nvtx3"), std::string(nvtx_inside) + "/nvtx3", false});
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment["PATH"] = toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin";
  return command;
}

std::vector<KernelResources> Toolchain::read_resources(const Lab& lab, const Source& source,
                                                       const CudaToolkit& toolkit,
                                                       int capability) const {
  const fs::path keep = cuda_folder(source) / device_code_folder;
  const auto architecture = toolkit.options_for(capability);
  if (!has_machine_code(architecture.front()) || !fs::is_directory(keep)) return {};
  Command command = nvcc(lab, source, toolkit);
  Build unused;
  close(command, unused, &toolkit);
  const auto assembled = assemble(command, keep, toolkit, architecture.front());
  // Points do not depend on it: if it fails, the report leaves it out.
  if (!assembled || !assembled->succeeded()) return {};
  return parse_resource_usage(assembled->output);
}

Build Toolchain::make_cuda(const Lab& lab, const Source& source, Real real,
                           const CudaToolkit& toolkit, int capability, bool link) const {
  const fs::path out = cuda_folder(source);
  fs::remove_all(out);
  Command command = nvcc(lab, source, toolkit);
  const auto architecture = toolkit.options_for(capability);
  const bool machine_code = has_machine_code(architecture.front());
  // A build that is not run needs no machine code: ptxas, which takes as long as the rest for
  // unrolled kernels, runs once, separately.
  const bool ptx_alone = !link && machine_code && is_submission(source);
  if (is_submission(source)) fs::create_directories(out / device_code_folder);
  command.argv = compiling(source, real, toolkit,
                           ptx_alone ? toolkit.ptx_options_for(capability) : architecture);
  append(command.argv, lines);
  if (is_submission(source)) append(command.argv, kept_ptx);
  Build build;
  build.submission = fs::canonical(source.folder);
  if (is_submission(source)) close(command, build, &toolkit);
  const bool compiled = accept(build, run(command, lab, out / "student.o", &toolkit));
  build.output = in_usual_style(build.output);
  if (!compiled) return build;
  build.definitions = read_definitions(out / "student.o", lab, real);
  std::vector<std::string> missing;
  if (is_submission(source)) {
    std::istringstream names(undefined_symbols(out / "student.o"));
    for (std::string name; std::getline(names, name);) build.wanted.insert(demangled(name));
    if (ptx_alone) {
      const auto assembled =
          assemble(command, out / device_code_folder, toolkit, architecture.front());
      if (!accept_assembled(build, assembled)) return build;
      build.resources = parse_resource_usage(assembled->output);
    }
    const auto found = find_uses(build, lab, out, std::nullopt);
    if (!found) return build;
    missing = *found;
  }
  if (!link) return build;

  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_path(lab, source, real), "/binding.o", false});
  command.argv = linking(root_, source, toolkit, architecture, missing);
  const std::string warnings = build.output;
  build.executable = out / "worker";
  if (accept(build, run(command, lab, build.executable, &toolkit))) build.output = warnings;
  return build;
}

Build Toolchain::build_for_kits(const Lab& lab, const Source& source, Real real,
                                const CudaToolkit& toolkit) const {
  const fs::path out = cuda_folder(source);
  fs::remove_all(out);
  Source silent = source;
  silent.folder = out.string() + ".silent";
  make_stripped_copy(source.folder, silent.folder);
  Command command = nvcc(lab, silent, toolkit);
  command.limits.cpu_seconds = command.limits.wall_seconds = 3600;
  const auto architectures = toolkit.options_for_kits();
  command.argv = compiling(silent, real, toolkit, architectures);
  append(command.argv, {"-t", "0"});
  Build build;
  if (!accept(build, run(command, lab, out / "student.o", &toolkit))) return build;
  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_path(lab, source, real), "/binding.o", false});
  command.argv = linking(root_, silent, toolkit, architectures, {});
  append(command.argv, {"-Xlinker", "-s"});
  build.executable = out / "worker";
  accept(build, run(command, lab, build.executable, &toolkit));
  return build;
}

}  // namespace warpgrade
