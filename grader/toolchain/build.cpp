#include "toolchain/build.h"

#include <fstream>

#include "base/fault.h"
#include "base/mapped_file.h"
#include "lab/binding_source.h"
#include "objects/libraries.h"
#include "objects/object_symbols.h"
#include "objects/shared_objects.h"
#include "toolchain/build_parts.h"
#include "toolchain/fair_build.h"
#include "toolchain/installation.h"
#include "toolchain/known_program.h"

namespace warpgrade {
namespace fs = std::filesystem;

bool accept(Build& build, const CompilerRun& run) {
  build.output = as_student_knows(run.output);
  build.end = run.end;
  if (!run.succeeded()) build.verdict = Verdict::compile_error;
  return run.succeeded();
}

fs::path require(const fs::path& file) {
  if (!fs::exists(file)) {
    throw GraderError(file.string() + " is missing", "Run `make` in the project's folder first.");
  }
  return file;
}

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

std::string undefined_symbols(const fs::path& object) {
  const MappedFile file(object);
  std::string names;
  visit_symbols(file.text(), [&](const ObjectSymbol& symbol) {
    if (!symbol.defined) names.append(symbol.name) += '\n';
  });
  return names;
}

std::set<std::string> exported_symbols(const fs::path& object) {
  const MappedFile file(object);
  std::set<std::string> names;
  visit_symbols(file.text(), [&](const ObjectSymbol& symbol) {
    if (symbol.defined && !symbol.local) names.emplace(symbol.name);
  });
  return names;
}

Source submitted(const Lab& lab, const fs::path& submission, const Constants& constants) {
  return {submission, lab.name + ".cu", constants, {}, {}};
}

CompilerRun Toolchain::run(const Command& command, const Lab& lab, const fs::path& product,
                           const CudaToolkit* toolkit) const {
  if (!build_cache_) return run_compiler(sandbox_, command, product.parent_path());
  return build_cache_->compile(sandbox_, command, lab.name + '-' + product.filename().string(),
                               product, toolkit);
}

fs::path Toolchain::binding_path(const Lab& lab, const Source& source, Real real) const {
  if (!source.binding.empty()) return source.binding;
  return require(root_ / "build/runner" / (lab.name + "_" + std::string(name(real)) + ".o"));
}

fs::path Toolchain::build_binding(const Lab& lab, Real real) const {
  const fs::path out = work_ / "binding";
  fs::create_directories(out);
  std::ofstream(out / "binding.cpp") << binding_source(lab);
  Command command = compiler(lab, {out, "binding.cpp", {}, {}, {}}, out);
  command.mounts.push_back({require(root_ / "grader/runner"), "/include/runner", false});
  command.argv = {"/usr/bin/g++",
                  "-std=c++20",
                  "-O1",
                  "-fno-pie",
                  "-DWARPGRADE_REAL=" + std::string(name(real)),
                  "-I/include/runner/..",  // contains a mount's path, also without isolation
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
  // Only the header: labs/ also contains the reference and the hidden cases.
  const fs::path contract = out.string() + ".contract";
  fs::create_directories(contract);
  fs::copy_file(require(lab.header()), contract / (lab.name + ".h"),
                fs::copy_options::overwrite_existing);
  // Code shared by several labs' champions is only visible to them.
  const fs::path champions = root_ / "solutions/champions";
  if (build_cache_ && fs::exists(champions))
    fs::copy(champions, contract / "champions",
             fs::copy_options::overwrite_existing | fs::copy_options::recursive);
  Command command;
  command.mounts = {
      {fs::canonical(source.folder), submission_inside, false},
      {contract, "/contract", false},
      {out, "/out", true},
  };
  command.directory = "/out";
  // A killed compiler leaves temporary files: without isolation they are removed with the grader's.
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
  if (build_cache_) return make(*this, source);
  const auto known = [&] {
    const fs::path folder = work_ / "known" / (tools + label(source.constants));
    Source known_good = source;
    known_good.folder = folder / "source";
    fs::create_directories((known_good.folder / known_good.file).parent_path());
    std::ofstream(known_good.folder / known_good.file) << known_program(lab, tools != "host");
    return make(Toolchain(root_, folder, sandbox_, limits_), known_good);
  };
  return fair_build([&] { return make(*this, source); }, known, *proofs_, tools);
}

bool Toolchain::is_submission(const Source& source) const {
  return !build_cache_ && source.libraries.empty();
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

}  // namespace warpgrade
