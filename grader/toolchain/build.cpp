#include "toolchain/build.h"

#include <fstream>
#include <sstream>

#include "base/fault.h"
#include "base/mapped_file.h"
#include "base/utf8.h"
#include "lab/binding_source.h"
#include "toolchain/demangle.h"
#include "toolchain/fair_build.h"
#include "toolchain/installation.h"
#include "toolchain/known_program.h"
#include "toolchain/libraries.h"
#include "toolchain/meddling.h"
#include "toolchain/object_symbols.h"
#include "toolchain/resource_usage.h"
#include "toolchain/shared_objects.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* device_code_folder = "device";  // nvcc's intermediate files
constexpr const char* dependencies = "student.d";     // the files that it opened

/// For a GPU newer than the toolkit the driver makes the machine code: nobody knows it here.
bool has_machine_code(const std::string& architecture) {
  return architecture.rfind("-arch=sm_", 0) == 0;
}

/// Fills verdict and output of a compiler's run; true when it succeeded.
bool accept(Build& build, const CompilerRun& run) {
  build.output = as_student_knows(run.output);
  build.end = run.end;
  if (!run.succeeded()) build.verdict = Verdict::compile_error;
  return run.succeeded();
}

/// ptxas's part of a build, behind what the compiler said: what it tells of registers is not for
/// students.
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

/// One a line.
std::string undefined_symbols(const fs::path& object) {
  const MappedFile file(object);
  std::string names;
  visit_symbols(file.text(), [&](const ObjectSymbol& symbol) {
    if (!symbol.defined) names.append(symbol.name) += '\n';
  });
  return names;
}

/// Names that would be read as more than names.
bool refuses_names(Build& build, const fs::path& object) {
  const MappedFile file(object);
  const std::string_view name = name_with_control_characters(file.text());
  if (name.empty()) return false;
  build.end = CompilerEnd::refused;
  build.verdict = Verdict::compile_error;
  build.output =
      "the compiled file holds a name with a line break or another control character in it, by asm "
      "or #line: \"" +
      plain_text(name.substr(0, 60)) + "\". Give names of printable characters.\n";
  return true;
}

/// The names in WARPGRADE_WRAPPED_CALLS, and those of the launch itself.
std::vector<std::string> wrapped_symbols(const fs::path& root) {
  const fs::path list = root / "grader/runner/wrapped_calls.h";
  std::ifstream in(list);
  if (!in) throw GraderError("cannot read " + list.string());
  std::vector<std::string> symbols = {"__cudaPushCallConfiguration", "__cudaRegisterFunction",
                                      "__cudaGetKernel", "__cudaLaunchKernel", "cudaLaunchKernel"};
  const std::string entry = "  WRAP(";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(entry, 0) == 0)
      symbols.push_back(line.substr(entry.size(), line.find(',') - entry.size()));
  }
  return symbols;
}

fs::path require(const fs::path& file) {
  if (!fs::exists(file)) {
    throw GraderError(file.string() + " is missing", "Run `make` in the project's folder first.");
  }
  return file;
}

/// A part of a folder's name: "-M8-N5", or "".
std::string label(const Constants& constants) {
  std::string text;
  for (const auto& [name, value] : constants) text += "-" + name + std::to_string(value);
  return text;
}

std::vector<std::string> macros(const Source& source, Real real) {
  std::vector<std::string> options = {"-DWARPGRADE_REAL=" + std::string(name(real))};
  for (const auto& [constant, value] : source.constants)
    options.push_back("-D" + constant + "=" + std::to_string(value));
  return options;
}

std::string inside(const Source& source) {
  return std::string(submission_inside) + "/" + source.file;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// The runner with the engine in it, for the CPU.
std::string sealed_runner(CpuMode mode) {
  return mode == CpuMode::fast ? "/runner/sealed-fast.o" : "/runner/sealed-check.o";
}

}  // namespace

Source submitted(const Lab& lab, const fs::path& submission, const Constants& constants) {
  return {submission, lab.name + ".cu", constants, {}, {}};
}

CompilerRun Toolchain::run(const Command& command, const Lab& lab, const fs::path& product,
                           const CudaToolkit* toolkit) const {
  if (!own_builds_) return run_compiler(sandbox_, command, product.parent_path());
  return own_builds_->compile(sandbox_, command, lab.name + '-' + product.filename().string(),
                              product, toolkit);
}

fs::path Toolchain::binding_of(const Lab& lab, const Source& source, Real real) const {
  if (!source.binding.empty()) return source.binding;
  return require(root_ / "build/runner" / (lab.name + "_" + std::string(name(real)) + ".o"));
}

fs::path Toolchain::build_binding(const Lab& lab, Real real) const {
  const fs::path out = work_ / "binding";
  fs::create_directories(out);
  std::ofstream(out / "binding.cpp") << binding_source(lab);
  Command command = compiler(lab, {out, "binding.cpp", {}, {}, {}}, out);
  command.mounts.push_back({require(root_ / "grader/runner"), "/include/runner", false});
  command.argv = {
      "/usr/bin/g++",
      "-std=c++20",
      "-O1",
      "-fno-pie",
      "-DWARPGRADE_REAL=" + std::string(name(real)),
      "-I/include/runner/..",  // with the path of a mount in it, also where nothing is isolated
      "-c",
      "-o",
      "/out/binding.o",
      std::string(submission_inside) + "/binding.cpp"};
  Build build;
  if (!accept(build, run(command, lab, out / "binding.o", nullptr)))
    throw GraderError("the list of functions of " + lab.name + " does not compile:\n" +
                      build.output);
  return out / "binding.o";
}

Command Toolchain::compiler(const Lab& lab, const Source& source, const fs::path& out) const {
  fs::create_directories(out);
  // The header alone: beside it in labs/ lie the oracle and the hidden cases.
  const fs::path contract = out.string() + ".contract";
  fs::create_directories(contract);
  fs::copy_file(require(lab.header()), contract / (lab.name + ".h"),
                fs::copy_options::overwrite_existing);
  Command command;
  command.mounts = {
      {fs::canonical(source.folder), submission_inside, false},
      {contract, "/contract", false},
      {out, "/out", true},
  };
  command.directory = "/out";
  // A compiler that is killed leaves its own files: where nothing is isolated they go with ours.
  command.environment = {{"PATH", "/usr/bin:/bin"},
                         {"LC_ALL", "C.UTF-8"},
                         {"TMPDIR", sandbox_.isolates() ? "/tmp" : "/out"}};
  command.may_fork = true;
  command.files_only = true;
  command.limits.cpu_seconds = limits_.cpu_seconds;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.limits.stall_seconds = limits_.stall_seconds;
  command.limits.processes = 256;
  command.limits.output_bytes = 256 << 10;
  return command;
}

Toolchain::Toolchain(fs::path root, fs::path work, const Sandbox& sandbox, CompilerLimits limits)
    : root_(std::move(root)),
      work_(std::move(work)),
      sandbox_(sandbox),
      limits_(limits),
      proofs_(std::make_shared<ToolProofs>()) {}

Build Toolchain::fair(const std::string& tools, const Lab& lab, const Source& source,
                      const Maker& make) const {
  if (own_builds_) return make(*this, source);
  const auto known = [&] {
    const fs::path folder = work_ / "known" / (tools + label(source.constants));
    Source ours = source;
    ours.folder = folder / "source";
    fs::create_directories((ours.folder / ours.file).parent_path());
    std::ofstream(ours.folder / ours.file) << known_program(lab, tools != "host");
    return make(Toolchain(root_, folder, sandbox_, limits_), ours);
  };
  return fair_build([&] { return make(*this, source); }, known, *proofs_, tools);
}

std::optional<std::string> Toolchain::tables_of(Build& build, const fs::path& out) const {
  Command command;
  command.mounts = {{out, "/out", false}};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.may_fork = true;
  command.files_only = true;
  command.limits.output_bytes = 64 << 20;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.limits.stall_seconds = limits_.stall_seconds;
  // One sandbox for both: starting it takes longer than they do. A shell's end tells what ended
  // them.
  std::string script =
      "ended() { (($1 <= 128)) || kill -$(($1 - 128)) $$; exit $1; }\nobject=$1; shift\n";
  for (const auto& options : {objdump_tables, objdump_lines}) {
    script += "/usr/bin/objdump \"$@\"";
    for (const std::string& option : options) script += ' ' + option;
    script += " \"$object\" || ended $?\n";
  }
  command.argv = {"/bin/bash", "-c", script, "tables", "/out/student.o"};
#if defined(__x86_64__)
  // Told the format, it loads no plugins to find out, which takes longer than all else it does.
  command.argv.push_back("--target=elf64-x86-64");
#endif
  const Ended ended = sandbox_.run(command);
  // Like a compiler that ends badly: whose fault it is, fair_build finds out.
  build.end = compiler_end("objdump", ended, "");
  if (build.end == CompilerEnd::made) return ended.output;
  build.verdict = Verdict::compile_error;
  build.output =
      build.end == CompilerEnd::stalled ? "objdump did nothing any more\n"
      : build.end == CompilerEnd::limited
          ? "the compiled file is too large to be looked through: its functions and calls fill "
            "more "
            "than 64 MiB as text. Does a template or a macro unfold without end?\n"
          : "objdump cannot read the compiled file:\n" + plain_lines(ended.output, 2000) + "\n";
  return std::nullopt;
}

std::optional<std::vector<std::string>> Toolchain::find_libraries(Build& build, const Lab& lab,
                                                                  const fs::path& out) const {
  CompiledFile file;
  file.submission = build.submission;
  if (refuses_names(build, out / "student.o")) return std::nullopt;
  const auto tables = tables_of(build, out);
  if (!tables) return std::nullopt;
  read_object(*tables, file.host);
  std::error_code none;  // on the CPU there is no such folder
  for (const auto& entry : fs::directory_iterator(out / device_code_folder, none)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ostringstream ptx;
    ptx << std::ifstream(entry.path()).rdbuf();
    DeviceCode code = device_code_of(ptx.str());
    file.device.kernels.merge(code.kernels);
    file.device.unclear |= code.unclear;
  }
  if (fs::exists(out / device_code_folder)) {
    std::ostringstream list;
    list << std::ifstream(out / dependencies).rdbuf();
    file.opened = files_opened(list.str());
    if (file.opened.empty()) {
      build.end = CompilerEnd::odd;
      build.verdict = Verdict::compile_error;
      build.output = "nvcc does not tell which files it opened\n";
      return std::nullopt;
    }
  }
  std::vector<std::string> entries;
  for (const Task& task : lab.tasks) entries.push_back(task.signature.entry);
  build.libraries = library_uses(file, entries);
  return missing_functions(file.host);
}

bool Toolchain::is_submission(const Source& source) const {
  return !own_builds_ && source.libraries.empty();
}

void Toolchain::close(Command& command, Build& build, const CudaToolkit* toolkit) const {
  if (!sandbox_.isolates()) return;
  build.shared_objects = shared_objects(sandbox_, toolkit != nullptr);
  for (const fs::path& file : library_files(toolkit != nullptr ? toolkit->home : fs::path()))
    command.mounts.push_back({"/dev/null", file, false});
}

Build Toolchain::build_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const {
  return fair(
      mode == CpuMode::fast ? "cpu" : "check", lab, source,
      [&](const Toolchain& with, const Source& of) { return with.make_cpu(lab, of, real, mode); });
}

Build Toolchain::build_cuda(const Lab& lab, const Source& source, Real real,
                            const CudaToolkit& toolkit, int capability, bool link) const {
  return fair("cuda", lab, source, [&](const Toolchain& with, const Source& of) {
    return with.make_cuda(lab, of, real, toolkit, capability, link);
  });
}

Build Toolchain::build_host(const Lab& lab, const Source& source, Real real) const {
  return fair("host", lab, source, [&](const Toolchain& with, const Source& of) {
    return with.make_host(lab, of, real);
  });
}

Build Toolchain::make_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const {
  const fs::path out =
      work_ / ((mode == CpuMode::fast ? "cpu" : "check") + label(source.constants));
  fs::remove_all(out);  // of an attempt before
  Command command = compiler(lab, source, out);
  command.mounts.push_back({require(root_ / "grader/simt"), "/engine", false});
  command.mounts.push_back({require(root_ / "build/simt"), "/engine-build", false});
  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_of(lab, source, real), "/binding.o", false});
  command.mounts.push_back({require(root_ / "grader/runner/link"), "/link", false});
  command.environment["SIMT_HOME"] = "/engine";
  command.environment["SIMT_BUILD"] = "/engine-build";
  command.argv = {"/bin/bash",
                  "/engine/simtcc",
                  "--untrusted",
                  "--mode",
                  mode == CpuMode::fast ? "fast" : "check",
                  "-I/contract",
                  "-c",
                  "-o",
                  "/out/student.o"};
  append(command.argv, macros(source, real));
  command.argv.push_back(inside(source));
  Build build;
  build.submission = fs::canonical(source.folder);
  build.executable = out / "child";
  if (is_submission(source)) close(command, build, nullptr);
  const CompilerRun compiled = run_compiler(sandbox_, command, out);
  if (!accept(build, compiled)) {
    build.findings = unsupported_findings(build.output);
    if (build.end == CompilerEnd::unsupported && !build.findings.empty())
      build.verdict = Verdict::pending;
    else if (build.end == CompilerEnd::unsupported)
      build.end = CompilerEnd::odd;  // simtcc names what it is
    return build;
  }
  build.definitions = definitions_of(out / "student.o", lab, real);
  build.meddling = meddling_calls(undefined_symbols(out / "student.o"));
  command.argv = {"/bin/bash",         "/link",      "/out/student.o",
                  sealed_runner(mode), "/binding.o", "/out/child"};
  if (is_submission(source)) {
    const auto missing = find_libraries(build, lab, out);
    if (!missing) return build;
    for (const std::string& name : *missing) command.argv.push_back("-Wl,--defsym=" + name + "=0");
  }
  const std::string warnings = build.output;
  if (accept(build, run_compiler(sandbox_, command, out))) build.output = warnings;
  return build;
}

Build Toolchain::make_host(const Lab& lab, const Source& source, Real real) const {
  const fs::path out = work_ / ("host" + label(source.constants));
  fs::remove_all(out);
  Command command = compiler(lab, source, out);
  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_of(lab, source, real), "/binding.o", false});
  if (fs::exists(root_ / ".deps/usr")) command.mounts.push_back({root_ / ".deps/usr", deps_inside});
  command.argv = {"/usr/bin/g++", "-std=c++20", "-O3",        "-march=native", "-fopenmp",
                  "-no-pie",      "-o",         "/out/child", "-I/contract",   "-w"};
  append(command.argv, macros(source, real));
  command.argv.push_back(inside(source));
  append(command.argv, {sealed_runner(CpuMode::fast), "/binding.o", "-lpthread"});
  for (const auto& library : source.libraries) command.argv.push_back("-l" + library);
  for (const std::string folder : {"/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib"})
    for (const std::string blas : {"/openblas-pthread", ""})
      append(command.argv,
             {"-L" + (deps_inside + folder + blas), "-Wl,-rpath," + (deps_inside + folder + blas)});
  for (const std::string folder : {"x86_64-linux-gnu/", "aarch64-linux-gnu/", ""})
    command.argv.push_back(std::string("-I") + deps_inside + "/include/" + folder +
                           "openblas-pthread"),
        command.argv.push_back("-I/usr/include/" + folder + "openblas-pthread");
  Build build;
  build.submission = fs::canonical(source.folder);
  build.executable = out / "child";
  if (accept(build, run(command, lab, build.executable, nullptr)))
    build.definitions = definitions_of(out / "child", lab, real);
  return build;
}

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
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment["PATH"] = toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin";
  return command;
}

std::vector<KernelResources> Toolchain::resources_of(const Lab& lab, const Source& source,
                                                     const CudaToolkit& toolkit,
                                                     int capability) const {
  const fs::path keep = cuda_folder(source) / device_code_folder;
  const auto architecture = toolkit.options_for(capability);
  if (!has_machine_code(architecture.front()) || !fs::is_directory(keep)) return {};
  Command command = nvcc(lab, source, toolkit);
  Build unused;
  close(command, unused, &toolkit);
  const auto assembled = assemble(command, keep, toolkit, architecture.front());
  // Points do not depend on it: where it fails, the report does without.
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
  // What nobody runs need not hold machine code: ptxas, which takes as long as all before it where
  // kernels are unrolled, works once, and by itself.
  const bool ptx_alone = !link && machine_code && is_submission(source);
  command.argv = {toolkit.nvcc.string(),
                  "-std=c++17",
                  "-O3",
                  "-lineinfo",
                  "-Xcompiler",
                  "-g1,-gdwarf-4,-fno-pie,-ffunction-sections,-fdata-sections",
                  "-I/contract"};
  if (is_submission(source)) {
    fs::create_directories(out / device_code_folder);
    append(command.argv, {"-keep", "-keep-dir", std::string("/out/") + device_code_folder, "-MD",
                          "-MF", std::string("/out/") + dependencies});
  }
  append(command.argv, macros(source, real));
  append(command.argv, ptx_alone ? toolkit.ptx_options_for(capability) : architecture);
  append(command.argv, {"-c", "-o", "/out/student.o", inside(source)});
  Build build;
  build.submission = fs::canonical(source.folder);
  if (is_submission(source)) close(command, build, &toolkit);
  const bool compiled = accept(build, run(command, lab, out / "student.o", &toolkit));
  build.output = in_usual_style(build.output);
  if (!compiled) return build;
  build.definitions = definitions_of(out / "student.o", lab, real);
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
    const auto found = find_libraries(build, lab, out);
    if (!found) return build;
    missing = *found;
  }
  if (!link) return build;

  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_of(lab, source, real), "/binding.o", false});
  command.argv = {
      toolkit.nvcc.string(), "-Xcompiler",     "-no-pie",        "-o",
      "/out/child",          "/out/student.o", "/runner/cuda.o", "/runner/backend_cuda.o",
      "/binding.o"};
  for (const auto& library : source.libraries) command.argv.push_back("-l" + library);
  append(command.argv, architecture);
  std::string wraps;
  for (const auto& symbol : wrapped_symbols(root_))
    wraps += (wraps.empty() ? "--wrap=" : ",--wrap=") + symbol;
  append(command.argv, {"-Xlinker", wraps});
  for (const std::string& name : missing)
    append(command.argv, {"-Xlinker", "--defsym=" + name + "=0"});
  const std::string warnings = build.output;
  build.executable = out / "child";
  if (accept(build, run(command, lab, build.executable, &toolkit))) build.output = warnings;
  return build;
}

}  // namespace warpgrade
