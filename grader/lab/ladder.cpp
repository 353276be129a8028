#include "lab/ladder.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "lab/fault.h"
#include "lab/schema.h"

namespace warpgrade {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

Rate read_rate(const json& from) {
  return {from.at("unit"), from.at("of").get<std::vector<std::string>>(), from.at("scale")};
}

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
  if (from.contains("rate")) v.rate = read_rate(from.at("rate"));
  v.reported = from.value("reported", "");
  // Host code gets host memory.
  if (v.host_only()) v.device_pointers = false;
  return v;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::string understood(const Ladder& ladder) {
  std::string text;
  for (const auto& numbers : ladder.dimensions) {
    std::string one;
    for (const auto& names : numbers) {
      std::string joined;
      for (const auto& name : names) joined += (joined.empty() ? "" : "=") + name;
      one += (one.empty() ? "" : "x") + joined;
    }
    text += (text.empty() ? "" : ", ") + one;
  }
  return "Sizes are numbers joined by x (" + text + "), or name=value pairs joined by commas.";
}

std::optional<long long> whole(const std::string& text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Ladder load_ladder(const fs::path& root, const Lab& lab) {
  const fs::path folder = root / "solutions" / lab.name / "versions";
  const fs::path file = folder / "ladder.json";
  if (!fs::exists(file))
    throw UsageError("the versions of lab " + lab.name + " are not here: no " + file.string(),
                     "A student's kit leaves solutions out.");
  const json from = read_json(file);
  check_schema(from, read_json(root / "labs/ladder.schema.json"), file);
  Ladder ladder;
  ladder.input = from.at("input");
  ladder.dimensions = from.at("dimensions");
  ladder.defaults = from.value("defaults", ladder.defaults);
  ladder.sizes = from.at("sizes").get<std::vector<Sizes>>();
  ladder.small = from.at("small");
  ladder.rate = read_rate(from.at("rate"));
  for (const json& one : from.at("versions")) {
    const std::string place = "/versions/" + std::to_string(ladder.versions.size());
    const Version version = read_version(one, folder);
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

Lab lab_of(const fs::path& root, const Lab& lab, const Version& version) {
  Lab one = lab;
  Task task = *std::find_if(lab.tasks.begin(), lab.tasks.end(),
                            [&](const Task& each) { return each.entry == version.as; });
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

Sizes parse_size(const Ladder& ladder, const std::string& word) {
  const auto refuse = [&](const std::string& what) {
    return UsageError("--size " + word + ": " + what, understood(ladder));
  };
  Sizes sizes;
  const auto set = [&](const std::string& name, long long value) {
    const auto [at, fresh] = sizes.emplace(name, value);
    if (!fresh && at->second != value) {
      throw refuse(name + " would be both " + std::to_string(at->second) + " and " +
                   std::to_string(value));
    }
  };
  if (word.find('=') != word.npos) {
    for (const std::string& pair : split(word, ',')) {
      const auto equals = pair.find('=');
      const auto value = equals == pair.npos ? std::nullopt : whole(pair.substr(equals + 1));
      if (!value) throw refuse("'" + pair + "' is no name=value");
      set(pair.substr(0, equals), *value);
    }
    return sizes;
  }
  const auto numbers = split(word, 'x');
  if (numbers.empty() || numbers.size() > ladder.dimensions.size() ||
      ladder.dimensions[numbers.size() - 1].empty())
    throw refuse(std::to_string(numbers.size()) + " numbers mean nothing to this lab");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = whole(numbers[i]);
    if (!value) throw refuse("'" + numbers[i] + "' is no whole number");
    for (const std::string& name : ladder.dimensions[numbers.size() - 1][i]) set(name, *value);
  }
  return sizes;
}

}  // namespace warpgrade
