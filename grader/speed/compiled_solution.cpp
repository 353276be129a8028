#include "speed/compiled_solution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "base/fault.h"
#include "base/json/schema.h"
#include "base/sha256.h"
#include "gpus/nvml.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t digits_of_hash = 16;

void add_file(Sha256& hash, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  hash.add(fmt::format("{} {}\n", file.filename().string(), text.str().size()));
  hash.add(text.str());
}

void add_sources(Sha256& hash, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path extension = entry.path().extension();  // an installation lacks CMakeLists.txt
    if (extension != ".txt" && entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add_file(hash, file);
}

nlohmann::json about(const fs::path& root) {
  const fs::path file = root / baselines_folder / about_baselines;
  return fs::exists(file) ? read_json(file) : nlohmann::json::object();
}

std::string missing(const std::string& where) {
  return "speed is compared with the course's own programs, " + where +
         ": your instructor's grade decides about these points.";
}

}  // namespace

bool has_solution(const fs::path& root, const std::string& lab) {
  return fs::exists(root / "solutions" / lab / (lab + ".cu"));
}

fs::path compiled_solutions(const fs::path& root, const std::string& lab) {
  Sha256 hash;
  for (const std::string& file : {lab + ".h", std::string("lab.json")})
    add_file(hash, root / "labs" / lab / file);
  for (const char* folder : {"runner", "referee"}) add_sources(hash, root / "grader" / folder);
  return root / baselines_folder / (lab + "-" + hash.hex().substr(0, digits_of_hash));
}

std::string compiled_name(Real real, const Constants& constants) {
  std::string file(name(real));
  for (const auto& [constant, value] : constants) file += fmt::format("-{}{}", constant, value);
  return file;
}

std::string why_left_out(const fs::path& root) {
  return missing(about(root).value("missing", "which are not here"));
}

std::string why_solution_missing(const fs::path& root, const std::string& lab) {
  if (has_solution(root, lab) || fs::is_directory(compiled_solutions(root, lab))) return {};
  if (!about(root).contains("cuda")) return why_left_out(root);
  return missing(
      fmt::format("and baselines/ has none for this {}.h, lab.json and grader (get the course's "
                  "current kit)",
                  lab));
}

std::string why_not_running(const Machine& machine, const fs::path& program) {
  const std::string cuda = about(machine.root).value("cuda", "");
  if (const auto nvml = Nvml::open(); nvml && nvml->devices() > 0) {
    const auto driver = nvml->facts(0).cuda_driver_version;
    // A program runs on all drivers of its major CUDA version.
    if (driver && std::atoi(driver->c_str()) < std::atoi(cuda.c_str()))
      return missing(
          fmt::format("which need a driver for CUDA {}, and this one is for {}", cuda, *driver));
  }
  Command command;
  command.argv = {"/worker"};
  command.mounts = {{program, "/worker", false}};
  std::string why;
  try {
    const Ended ended = machine.sandbox.run(command);  // a worker without a request exits at once
    if (ended.how == Ended::How::exited && ended.code == 0) return {};
    why = ended.output.substr(0, ended.output.find('\n'));
  } catch (const GraderError& e) {
    why = e.what();  // a program for another processor cannot be executed
  }
  return missing("which do not start here (" + why + ")");
}

}  // namespace warpgrade
