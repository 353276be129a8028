#include "lab/ladder.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/fault.h"
#include "base/schema.h"

namespace warpgrade {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

Version read_version(const json& from, const fs::path& folder) {
  Version v;
  v.name = from.at("version");
  v.title = from.at("title");
  v.as = from.at("as");
  for (const char* extension : {".cu", ".cpp"}) {
    if (fs::exists(folder / (v.name + extension)))
      v.file = fs::path("versions") / (v.name + extension);
  }
  if (from.contains("memory")) v.device_pointers = from.at("memory") == "device";
  v.libraries = from.value("libraries", v.libraries);
  v.baseline = from.value("baseline", "");
  v.arguments = from.value("arguments", v.arguments);
  v.sweep = from.value("sweep", v.sweep);
  if (from.contains("most_work")) v.most_work = from.at("most_work").get<double>();
  v.judge = from.value("judge", "");
  v.reported = from.value("reported", "");
  // Host code gets host memory.
  if (v.host_only()) v.device_pointers = false;
  return v;
}

}  // namespace

Ladder load_ladder(const fs::path& root, const Lab& lab) {
  const fs::path folder = root / "solutions" / lab.name / "versions";
  const fs::path file = folder / "ladder.json";
  if (!fs::exists(file))
    throw UsageError("the versions of lab " + lab.name + " are not here: no " + file.string(),
                     "A student's kit leaves solutions out. `warpgrade bench " + lab.name +
                         " --from DIR --out DIR` measures a submission's tasks.");
  const json from = read_json(file);
  check_schema(from, read_json(root / "labs/ladder.schema.json"), file);
  Ladder ladder{load_ladder_plan(root, lab), {}};
  for (const json& one : from.at("versions")) {
    const std::string place = "/versions/" + std::to_string(ladder.versions.size());
    Version version = read_version(one, folder);
    version.rate = ladder.rate_of(version.as);
    if (version.file.empty()) {
      throw GraderError(file.string() + ": at " + place + ": there is no versions/" + version.name +
                            ".cu and no " + version.name + ".cpp",
                        "Write the file, or correct the name.");
    }
    if (std::none_of(lab.tasks.begin(), lab.tasks.end(),
                     [&](const Task& task) { return task.entry == version.as; })) {
      throw GraderError(
          file.string() + ": at " + place + "/as: the lab has no task '" + version.as + "'",
          "Correct the file there.");
    }
    ladder.versions.push_back(version);
  }
  return ladder;
}

std::vector<Version> versions_of(const LadderPlan& plan, const Lab& lab, const fs::path& folder) {
  std::vector<Version> versions;
  for (const Task& task : lab.tasks) {
    Version v;
    v.name = v.as = task.entry;
    v.title = task.title;
    v.folder = folder;
    v.file = lab.name + ".cu";
    v.rate = plan.rate_of(task.entry);
    versions.push_back(std::move(v));
  }
  return versions;
}

Lab lab_of(const fs::path& root, const Lab& lab, const Version& version) {
  Lab one = lab;
  Task task = *std::find_if(lab.tasks.begin(), lab.tasks.end(),
                            [&](const Task& each) { return each.entry == version.as; });
  if (!version.folder.empty()) {  // the contract's own function
    task.cases.clear();
    task.performance.clear();
    task.efficiency.clear();
    one.tasks = {task};
    return one;
  }
  const fs::path file = root / "solutions" / lab.name / version.file;
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  std::string function = version.name;
  std::replace(function.begin(), function.end(), '-', '_');
  task.signature = parse_signature(text.str(), function, file.string());
  task.device_pointers = version.device_pointers.value_or(task.device_pointers);
  task.judge = version.judge;
  task.cases.clear();
  task.performance.clear();
  task.efficiency.clear();
  one.tasks = {task};
  return one;
}

}  // namespace warpgrade
