#include "toolchain/build.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lab/binding_source.h"
#include "lab/fault.h"
#include "toolchain/installation.h"
#include "toolchain/meddling.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr int unsupported_status = 3;  // simtcc's, for what the CPU engine does not have

/// nvcc's "file(8): error: …" as every other compiler writes it, "file:8: error: …".
std::string in_usual_style(const std::string& output) {
  std::istringstream lines(output);
  std::string usual;
  for (std::string line; std::getline(lines, line);) {
    const auto open = line.find('(');
    const auto close = line.find("): ");
    if (open != line.npos && close != line.npos && open < close && open > 0 &&
        line.find_first_not_of("0123456789", open + 1) == close) {
      line = line.substr(0, open) + ":" + line.substr(open + 1, close - open - 1) +
             line.substr(close + 1);
    }
    usual += line + '\n';
  }
  return usual;
}

/// Fills verdict and output of a compiler's run; true when it succeeded.
bool accept(Build& build, const CompilerRun& run) {
  build.output = as_student_knows(run.output);
  if (!run.succeeded) build.verdict = Verdict::compile_error;
  return run.succeeded;
}

std::string demangled_type(Parameter::Kind kind, Real real) {
  const std::string scalar{name(real)};
  switch (kind) {
    case Parameter::Kind::integer:
      return "int";
    case Parameter::Kind::real:
      return scalar;
    case Parameter::Kind::input:
      return scalar + " const*";
    case Parameter::Kind::output:
      return scalar + "*";
  }
  return {};
}

std::string demangled(const Signature& signature, Real real) {
  std::string text = signature.entry + "(";
  for (const auto& parameter : signature.parameters) {
    text += (text.back() == '(' ? "" : ", ") + demangled_type(parameter.kind, real);
  }
  return text + ")";
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

std::vector<Finding> unsupported_findings(const std::string& output) {
  std::vector<Finding> findings;
  // simtcc's "file:line: unsupported: what it is".
  const std::string word = ": unsupported: ";
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    const auto at = text.find(word);
    const auto colon = at == text.npos ? at : text.rfind(':', at - 1);
    if (colon == text.npos) continue;
    findings.push_back({"unsupported", "error", text.substr(0, colon),
                        std::atoi(text.c_str() + colon + 1), text.substr(at + word.size()), 1});
  }
  return findings;
}

}  // namespace

std::string as_student_knows(std::string text) {
  for (const std::string prefix :
       {"/submission/", "/contract/", "/engine/include/", "simt/include/"}) {
    for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at))
      text.erase(at, prefix.size());
  }
  return text;
}

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
  command.limits.cpu_seconds = limits_.cpu_seconds;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.limits.processes = 256;
  command.limits.output_bytes = 256 << 10;
  return command;
}

void Toolchain::inspect(Build& build, const Lab& lab, Real real, const fs::path& out,
                        const std::string& file) const {
  Command nm;
  nm.mounts = {{out, "/out", false}};
  nm.environment = {{"PATH", "/usr/bin:/bin"}};
  nm.may_fork = true;
  nm.limits.output_bytes = 16 << 20;
  nm.limits.wall_seconds = limits_.wall_seconds;
  nm.argv = {"/usr/bin/nm", "-C", "/out/" + file};
#if defined(__x86_64__)
  // Told the format, it loads no plugins to find out, which takes longer than all else it does.
  nm.argv.insert(nm.argv.begin() + 1, "--target=elf64-x86-64");
#endif
  const Ended ended = sandbox_.run(nm);
  if (ended.how != Ended::How::exited || ended.code != 0) {
    throw GraderError("nm cannot read the student's object: " + ended.output);
  }
  std::string undefined;
  std::map<std::string, std::string> wanted;
  for (const auto& task : lab.tasks) {
    build.definitions[task.signature.entry];
    wanted[task.signature.entry] = demangled(task.signature, real);
  }
  std::istringstream lines(ended.output);
  for (std::string line; std::getline(lines, line);) {
    // "0000000000000000 T name(arguments)" or "                 U name"
    if (line.size() < 19) continue;
    const char type = line[17];
    const std::string symbol = line.substr(19);
    if (type == 'U') {
      undefined += symbol + '\n';
      continue;
    }
    const auto paren = symbol.find('(');
    const std::string function = symbol.substr(0, paren);
    const auto colons = function.rfind("::");
    const std::string base = colons == function.npos ? function : function.substr(colons + 2);
    const auto definition = build.definitions.find(base);
    if (definition == build.definitions.end() || definition->second.defined) continue;
    const bool global = type == 'T' || type == 'W';
    if (global && symbol == wanted[base]) {
      definition->second = {true, ""};
    } else if (type == 'T' || type == 't' || type == 'W') {
      definition->second.found = symbol == wanted[base] ? "static " + symbol : symbol;
    }
  }
  build.libraries = libraries_of_symbols(undefined);
  build.meddling = meddling_calls(undefined);
}

Build Toolchain::build_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const {
  const fs::path out =
      work_ / ((mode == CpuMode::fast ? "cpu" : "check") + label(source.constants));
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
  const CompilerRun compiled = run_compiler(sandbox_, command, out);
  if (compiled.status == unsupported_status) {
    build.verdict = Verdict::pending;
    build.output = as_student_knows(compiled.output);
    build.findings = unsupported_findings(build.output);
    return build;
  }
  if (!accept(build, compiled)) return build;
  inspect(build, lab, real, out, "student.o");
  command.argv = {"/bin/bash",         "/link",      "/out/student.o",
                  sealed_runner(mode), "/binding.o", "/out/child"};
  const std::string warnings = build.output;
  if (accept(build, run_compiler(sandbox_, command, out))) build.output = warnings;
  return build;
}

Build Toolchain::build_host(const Lab& lab, const Source& source, Real real) const {
  const fs::path out = work_ / ("host" + label(source.constants));
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
    inspect(build, lab, real, out, "child");
  return build;
}

Build Toolchain::build_cuda(const Lab& lab, const Source& source, Real real,
                            const CudaToolkit& toolkit, int capability, bool link) const {
  const fs::path out = work_ / ("cuda" + label(source.constants));
  Command command = compiler(lab, source, out);
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment["PATH"] = toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin";
  const auto architecture = toolkit.options_for(capability);
  command.argv = {
      toolkit.nvcc.string(),    "-std=c++17", "-O3", "-lineinfo", "-Xptxas", "-v", "-Xcompiler",
      "-g1,-gdwarf-4,-fno-pie", "-I/contract"};
  append(command.argv, macros(source, real));
  append(command.argv, architecture);
  append(command.argv, {"-c", "-o", "/out/student.o", inside(source)});
  Build build;
  build.submission = fs::canonical(source.folder);
  const bool compiled = accept(build, run(command, lab, out / "student.o", &toolkit));
  build.resources = parse_resource_usage(build.output);
  build.output = in_usual_style(without_resource_usage(build.output));
  if (!compiled) return build;
  inspect(build, lab, real, out, "student.o");
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
  const std::string warnings = build.output;
  build.executable = out / "child";
  if (accept(build, run(command, lab, build.executable, &toolkit))) build.output = warnings;
  return build;
}

}  // namespace warpgrade
