// Builds for the CPU: with the engine, and plain C++.
#include "objects/definitions.h"
#include "toolchain/build.h"
#include "toolchain/build_parts.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// The runner and the engine for the CPU.
std::string sealed_runner(CpuMode mode) {
  return mode == CpuMode::fast ? "sealed-fast.o" : "sealed-check.o";
}

}  // namespace

Build Toolchain::make_cpu(const Lab& lab, const Source& source, Real real, CpuMode mode) const {
  const fs::path out =
      work_ / ((mode == CpuMode::fast ? "cpu" : "check") + label(source.constants));
  fs::remove_all(out);  // left by an earlier attempt
  Command command = compiler(lab, source, out);
  command.mounts.push_back({require(root_ / "grader/simt"), "/engine", false});
  command.mounts.push_back({require(root_ / "build/simt"), "/engine-build", false});
  command.mounts.push_back({require(root_ / "build/runner"), "/runner", false});
  command.mounts.push_back({binding_path(lab, source, real), "/binding.o", false});
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
  build.executable = out / "worker";
  if (is_submission(source)) close(command, build, nullptr);
  const CompilerRun compiled = run_compiler(sandbox_, command, out);
  if (!accept(build, compiled)) {
    build.findings = unsupported_findings(build.output);
    if (build.end == CompilerEnd::unsupported && !build.findings.empty())
      build.verdict = Verdict::pending;
    else if (build.end == CompilerEnd::unsupported)
      build.end = CompilerEnd::odd;  // simtcc names the unsupported feature
    return build;
  }
  build.definitions = read_definitions(out / "student.o", lab, real);
  command.argv = {"/bin/bash",
                  "/link",
                  "/out/student.o",
                  "/runner/" + sealed_runner(mode),
                  "/binding.o",
                  "/out/worker",
                  std::string("/out/") + host_functions_file};
  if (is_submission(source)) {
    const auto missing = find_uses(build, lab, out, root_ / "build/runner" / sealed_runner(mode));
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
  command.mounts.push_back({binding_path(lab, source, real), "/binding.o", false});
  if (fs::exists(root_ / ".deps/usr")) command.mounts.push_back({root_ / ".deps/usr", deps_inside});
  command.argv = {"/usr/bin/g++", "-std=c++20", "-O3",         "-march=native", "-fopenmp",
                  "-no-pie",      "-o",         "/out/worker", "-I/contract",   "-w"};
  append(command.argv, macros(source, real));
  command.argv.push_back(inside(source));
  append(command.argv, {"/runner/" + sealed_runner(CpuMode::fast), "/binding.o", "-lpthread"});
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
  build.executable = out / "worker";
  if (accept(build, run(command, lab, build.executable, nullptr)))
    build.definitions = read_definitions(out / "worker", lab, real);
  return build;
}

}  // namespace warpgrade
