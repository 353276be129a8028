// `warpgrade baselines`: prepares the programs with which a student's kit compares speed.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/json/schema.h"
#include "base/regex.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "lab/variants.h"
#include "speed/compiled_solution.h"
#include "toolchain/build.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// The constants of all measurements of speed.
std::set<Constants> timed_constants(const Lab& lab) {
  std::set<Constants> all;
  for (const Task& task : lab.tasks)
    for (const Performance& p : task.performance) all.insert(p.on.constants);
  return all;
}

void compile_solution(const BaselinesCommand& command, const Lab& lab, const Sandbox& sandbox,
                      const CudaToolkit& toolkit) {
  const fs::path out =
      command.out / compiled_solutions(command.root, lab.name).lexically_relative(command.root);
  for (const Real real : {Real::f32, Real::f64}) {
    for (const Constants& constants : timed_constants(lab)) {
      const Workspace work;
      const Source source = submitted(lab, command.root / "solutions" / lab.name, constants);
      const Build build = Toolchain::for_grader_programs(command.root, work.path(), sandbox)
                              .build_for_kits(lab, source, real, toolkit);
      if (build.verdict != Verdict::ok)
        throw GraderError("the solution of " + lab.name + " does not compile for the kit:\n" +
                          build.output);
      fs::create_directories(out);
      fs::copy_file(build.executable, out / compiled_name(real, constants));
    }
  }
}

/// Adds the file, and the files in its folder that it includes. Returns false if one of them is
/// elsewhere, such as the solution.
bool add_with_included(const fs::path& file, const std::string& contract,
                       std::set<fs::path>& files) {
  static const std::regex include("^[ \\t]*#[ \\t]*include[ \\t]*\"([^\"]+)\"");
  if (!files.insert(file).second) return true;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::smatch found;
    if (!regex_search(line, found, include) || found[1] == contract) continue;
    const fs::path other = (file.parent_path() / found[1].str()).lexically_normal();
    if (other.parent_path() != file.parent_path() || !fs::exists(other) ||
        !add_with_included(other, contract, files))
      return false;
  }
  return true;
}

/// Copies the sources of the variants that are baselines, and their list.
void copy_libraries(const BaselinesCommand& command, const Lab& lab) {
  const fs::path list = list_of_variants(command.root, lab.name);
  if (list.empty()) return;
  const fs::path folder = command.root / "solutions" / lab.name;
  std::set<fs::path> files;
  std::set<std::string> given;
  for (const Variant& variant : load_variants(command.root, lab).all) {
    if (variant.baseline.empty()) continue;
    std::set<fs::path> own;
    if (add_with_included(folder / variant.file, lab.name + ".h", own)) {
      files.merge(own);
      given.insert(variant.name);
    } else {
      print_line("kit: " + (folder / variant.file).lexically_relative(command.root).string() +
                 " includes files from elsewhere, so the student's kit lacks this baseline.");
    }
  }
  if (given.empty()) return;
  nlohmann::json variants = read_json(list);
  auto& all = variants.at("variants");
  for (auto one = all.begin(); one != all.end();)
    one = given.count(one->at("variant")) == 0 ? all.erase(one) : one + 1;
  const fs::path out = command.out / list.parent_path().lexically_relative(command.root);
  fs::create_directories(out);
  write_file_atomically(out / list.filename(), variants.dump(2) + "\n");
  for (const fs::path& file : files) fs::copy_file(file, out / file.filename());
}

}  // namespace

int baselines_command(const BaselinesCommand& command) {
  auto toolkit = find_cuda_toolkit();
  if (toolkit && !command.capabilities.empty()) toolkit->architectures = command.capabilities;
  const bool all = command.speed == "all";
  const auto labs = command.labs.empty() ? lab_names(command.root) : command.labs;
  nlohmann::json about;
  if (!all)
    about["missing"] = command.speed == "none"
                           ? "which your course leaves out of this kit"
                           : "of which your course puts only the libraries into this kit";
  else if (!toolkit)
    about["missing"] = "which this kit lacks: no nvcc compiled them when it was made";
  else
    about["cuda"] = toolkit->version;
  if (all && !toolkit)
    print_line(
        "kit: without nvcc the student's kit has no compiled solutions, so points for speed "
        "against them stay open there. To have them: make the kit where nvcc is.");
  // Only for sources of the course.
  const Sandbox isolating(command.root, true);
  const Sandbox sandbox = isolating.isolates() ? isolating : Sandbox(command.root, false);
  for (const std::string& name : labs) {
    const Lab lab = load_lab(command.root, name);
    if (command.speed != "none") copy_libraries(command, lab);
    if (!about.contains("cuda") || timed_constants(lab).empty()) continue;
    print_line("kit: compiling the solution of " + name);
    compile_solution(command, lab, sandbox, *toolkit);
  }
  fs::create_directories(command.out / baselines_folder);
  write_file_atomically(command.out / baselines_folder / about_baselines, about.dump(2) + "\n");
  return full_marks;
}

}  // namespace warpgrade
