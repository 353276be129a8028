#include "lab/manifest.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/fault.h"
#include "base/json/schema.h"
#include "base/nearest.h"
#include "lab/reference.h"

namespace warpgrade {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

/// Everything that can have a size, in the order used in case names.
std::vector<std::string> size_names(const Lab& lab, const Signature& signature) {
  std::vector<std::string> names = lab.constants;
  for (const auto& parameter : signature.parameters) names.push_back(parameter.name);
  return names;
}

/// Parses lab.json to a Lab, with the file's name for errors.
class Loader {
 public:
  Loader(fs::path root, const std::string& name) : root_(std::move(root)) {
    lab_.name = name;
    lab_.folder = root_ / "labs" / name;
    file_ = lab_.folder / "lab.json";
  }

  Lab load() {
    if (!fs::exists(file_)) throw unknown_lab();
    const json schema = read_json(root_ / "labs/lab.schema.json");
    const json manifest = read_json(file_);
    check_schema(manifest, schema, file_);
    const std::string header = read_header();

    lab_.title = manifest.at("title");
    if (manifest.contains("tolerance")) lab_.tolerance = tolerance(manifest.at("tolerance"));
    lab_.call_seconds = manifest.at("limits").at("call_seconds");
    // As long as one call may take (settings_for_run): a longer call hangs.
    lab_.task_seconds =
        manifest.at("limits").value("task_seconds", std::max(60.0, 3 * lab_.call_seconds));
    lab_.memory_bytes = manifest.at("limits").at("memory_mib").get<std::size_t>() << 20;
    if (manifest.contains("constants"))
      lab_.constants = manifest.at("constants").get<std::vector<std::string>>();
    if (manifest.contains("tell"))
      lab_.feedback = *feedback_level_named(manifest.at("tell").get<std::string>());
    if (manifest.contains("before")) {
      lab_.before =
          parse_signature(header, manifest.at("before").get<std::string>(), lab_.header().string());
    }
    add_elements(header);
    for (const auto& task : manifest.at("tasks")) add_task(manifest, task, header);
    add_hidden(schema);
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) check_names(t);
    return lab_;
  }

 private:
  UsageError unknown_lab() const {
    return UsageError("there is no lab '" + lab_.name + "'",
                      choose_from("The labs are", lab_.name, lab_names(root_)));
  }

  GraderError error(const std::string& pointer, const std::string& what) const {
    return GraderError(mistake_line(file_, pointer, what));
  }

  std::string read_header() const {
    std::ifstream in(lab_.header());
    std::ostringstream text;
    text << in.rdbuf();
    if (!in)
      throw GraderError(lab_.header().string() + " cannot be read",
                        "A lab needs its contract header.");
    return text.str();
  }

  void add_elements(const std::string& header) {
    for (const Parameter& parameter : parameters_in(header)) {
      if (!parameter.is_pointer()) continue;
      const auto [entry, added] = lab_.elements.emplace(parameter.name, parameter.element);
      if (added || entry->second == parameter.element) continue;
      throw GraderError(fmt::format("{}: {} is an array of {} in one function and of {} in another",
                                    lab_.header().string(), parameter.name, name(entry->second),
                                    name(parameter.element)),
                        "Give one of them another name.");
    }
    const auto other =
        std::find_if(lab_.elements.begin(), lab_.elements.end(),
                     [](const auto& array) { return array.second != Element::real; });
    if (other != lab_.elements.end() && fs::exists(lab_.folder / "referee.cu"))
      throw GraderError(
          fmt::format("{} makes and verifies arrays of `real` alone, and {} is one "
                      "of `{}`",
                      (lab_.folder / "referee.cu").string(), other->first, name(other->second)),
          "Delete it: the reference then makes and verifies timed calls on the CPU.");
  }

  void require_whole_results(const Task& task) const {
    for (const Parameter& p : task.signature.parameters)
      if (p.kind == Parameter::Kind::output && !is_whole(p.element))
        throw error("", fmt::format("{0} returns {1}, an array of {2}, whose values are rounded: "
                                    "write \"tolerance\": {{\"model\": \"worst-case\", \"c\": 1}}",
                                    task.entry, p.name, name(p.element)));
  }

  static Tolerance tolerance(const json& from) {
    return {from.at("model") == "statistical" ? Tolerance::Model::statistical
                                              : Tolerance::Model::worst_case,
            from.at("c")};
  }

  static Efficiency efficiency(const json& from) {
    Efficiency e;
    e.metric = from.at("metric");
    e.kernel = from.value("kernel", "");
    e.at_least = from.contains("at_least");
    e.limit = from.at(e.at_least ? "at_least" : "at_most");
    if (from.contains("useful_at_least")) e.useful_at_least = from.at("useful_at_least");
    if (from.contains("useful_at_most")) e.useful_at_most = from.at("useful_at_most");
    e.points_hundredths = hundredths(from.at("points"));
    return e;
  }

  static int hundredths(const json& points) {
    return static_cast<int>(std::lround(points.get<double>() * 100));
  }

  /// The default name of a case: data file, constants, sizes in the order of the signature, kind.
  std::string default_name(const Case& c, const Signature& signature) const {
    std::string sizes;
    for (const std::string& name : size_names(lab_, signature)) {
      const auto size = c.sizes.find(name);
      if (size != c.sizes.end()) sizes += (sizes.empty() ? "" : "x") + std::to_string(size->second);
    }
    std::string text = c.data.filename().string();
    for (const auto& part : {sizes, c.input}) {
      if (!part.empty()) text += (text.empty() ? "" : "-") + part;
    }
    return text;
  }

  Case read_case(const json& from, const Task& task, const std::string& pointer) const {
    Case c;
    if (from.contains("sizes")) c.sizes = from.at("sizes").get<std::map<std::string, long long>>();
    c.input = from.value("input", "");
    if (from.contains("seed")) c.seed = from.at("seed").get<std::uint64_t>();
    if (from.contains("data")) c.data = root_ / "data" / from.at("data").get<std::string>();
    c.weight = from.value("weight", 1.0);
    c.calls = from.value("calls", 3);
    if (from.contains("check")) c.check = from.at("check").get<bool>();
    for (const auto& constant : lab_.constants) {
      const auto size = c.sizes.find(constant);
      if (size == c.sizes.end())
        throw error(pointer + "/sizes", "the lab's constant '" + constant + "' has no value");
      c.constants[constant] = size->second;
    }
    c.name = from.value("name", default_name(c, task.signature));
    if (!c.input.empty()) {
      const auto kinds = find_reference(lab_.name).input_kinds();
      if (std::find(kinds.begin(), kinds.end(), c.input) == kinds.end()) {
        throw error(pointer + "/input", "the reference has no kind of input '" + c.input + "'. " +
                                            choose_from("It has", c.input, kinds));
      }
    }
    return c;
  }

  void add_cases(const json& from, Task& task, const std::string& pointer, bool hidden) const {
    if (!from.contains("cases")) return;
    std::size_t index = 0;
    for (const auto& one : from.at("cases")) {
      Case c = read_case(one, task, pointer + "/cases/" + std::to_string(index++));
      c.hidden = hidden;
      // Students see the name: it must not reveal the sizes.
      if (hidden) c.name = "hidden-" + std::to_string(++hidden_counts_[task.entry]);
      task.cases.push_back(std::move(c));
    }
  }

  void add_task(const json& manifest, const json& from, const std::string& header) {
    const std::string pointer = "/tasks/" + std::to_string(lab_.tasks.size());
    Task task;
    task.entry = from.at("entry");
    for (const Task& other : lab_.tasks)
      if (other.entry == task.entry)
        throw error(pointer + "/entry", "the lab has the task " + task.entry + " twice");
    task.title = from.at("title");
    task.signature = parse_signature(header, task.entry, lab_.header().string());
    task.device_pointers = from.value("memory", manifest.value("memory", "device")) == "device";
    add_host_arrays(from, task, pointer);
    task.devices = from.value("devices", 1);
    task.points_hundredths = hundredths(from.at("points"));
    if (from.contains("checks")) task.checks_hundredths = hundredths(from.at("checks"));
    const std::string rule = from.value("on_finding", manifest.value("on_finding", ""));
    task.on_finding = parse_on_finding(rule).value_or(OnFinding::limit_races);
    if (from.contains("efficiency")) {
      for (const auto& one : from.at("efficiency")) task.efficiency.push_back(efficiency(one));
    }
    if (from.contains("tolerance"))
      task.tolerance = tolerance(from.at("tolerance"));
    else if (!manifest.contains("tolerance"))
      require_whole_results(task);
    const json& forbid = from.contains("forbid") ? from : manifest;
    if (forbid.contains("forbid"))
      task.forbid = forbid.at("forbid").get<std::vector<std::string>>();
    task.expected_costs = from.value("expected_costs", task.expected_costs);
    task.host_reads = from.value("host_reads", task.host_reads);
    shares_cases_.push_back(from.value("shared_cases", true));
    if (shares_cases_.back()) add_cases(manifest, task, "", false);
    add_cases(from, task, pointer, false);
    if (from.contains("performance")) {
      std::size_t index = 0;
      for (const auto& one : from.at("performance")) {
        const std::string place = pointer + "/performance/" + std::to_string(index++);
        Performance performance;
        performance.on = read_case(one.at("case"), task, place + "/case");
        for (const auto& sizes : one.value("smaller", json::array()))
          performance.smaller.push_back(read_smaller(one.at("case"), sizes, task, place));
        const std::string against = one.at("against");
        performance.against = against == "cpu"        ? Against::cpu
                              : against == "library"  ? Against::library
                              : against == "solution" ? Against::solution
                                                      : Against::roofline;
        performance.variant = one.value("variant", one.value("version", ""));
        performance.points_hundredths = hundredths(one.at("points"));
        performance.curve = read_curve(one, "curve", place);
        performance.curve_double = read_curve(one, "curve_double", place);
        if (one.contains("champion")) {
          const json& champion = one.at("champion");
          performance.champion = {champion.value("ratio", 0.0), champion.value("ratio_double", 0.0),
                                  champion.at("on")};
        }
        task.performance.push_back(std::move(performance));
      }
    }
    if (task.cases.empty()) throw error(pointer, "task " + task.entry + " has no cases");
    require_checked_case(task, pointer);
    lab_.tasks.push_back(std::move(task));
  }

  void add_host_arrays(const json& from, Task& task, const std::string& pointer) const {
    const std::string place = pointer + "/host_arrays";
    for (const std::string name : from.value("host_arrays", json::array())) {
      auto& parameters = task.signature.parameters;
      const auto parameter =
          std::find_if(parameters.begin(), parameters.end(),
                       [&](const Parameter& p) { return p.is_pointer() && p.name == name; });
      if (parameter == parameters.end())
        throw error(place, task.entry + " has no array '" + name + "'");
      if (!task.device_pointers)
        throw error(place, "all arrays of " + task.entry + " are in host memory already");
      if (from.contains("performance"))
        throw error(place, "speed is measured only where all arrays of " + task.entry +
                               " are in device memory, or all in host memory; delete "
                               "\"performance\", or make two tasks of it");
      parameter->on_host = true;
    }
  }

  /// The case with some of its sizes replaced.
  Case read_smaller(json one, const json& sizes, const Task& task, const std::string& place) const {
    for (const auto& [name, value] : sizes.items()) {
      if (!one.contains("sizes") || !one.at("sizes").contains(name) ||
          std::count(lab_.constants.begin(), lab_.constants.end(), name) > 0)
        throw error(place + "/smaller", "'" + name +
                                            "' is not a size of the case that may differ: those "
                                            "are its sizes but the lab's constants");
      one["sizes"][name] = value;
    }
    return read_case(one, task, place + "/smaller");
  }

  /// Pairs of ratio and share; empty if the key is missing.
  std::vector<std::pair<double, double>> read_curve(const json& performance, const char* key,
                                                    const std::string& pointer) const {
    std::vector<std::pair<double, double>> curve;
    for (const json& pair : performance.value(key, json::array())) {
      const std::string at = pointer + "/" + key + "/" + std::to_string(curve.size());
      if (!curve.empty() && pair.at(0) <= curve.back().first)
        throw error(at, "ratios must rise from pair to pair");
      if (pair.at(1) > 1)
        throw error(at, "a share of the points is at most 1; write [ratio, share]");
      curve.emplace_back(pair.at(0), pair.at(1));
    }
    return curve;
  }

  /// Points for the check's findings need a case that is not excluded from the check.
  void require_checked_case(const Task& task, const std::string& pointer) const {
    const bool points = task.checks_hundredths > 0 || !task.efficiency.empty();
    const bool checked = std::any_of(task.cases.begin(), task.cases.end(),
                                     [](const Case& c) { return c.check != false; });
    if (!points || checked) return;
    throw error(pointer + (task.checks_hundredths > 0 ? "/checks" : "/efficiency"),
                "there are points for what the check finds out, but every case of " + task.entry +
                    " says \"check\": false");
  }

  void add_hidden(const json& schema) {
    const fs::path hidden = lab_.folder / "hidden.json";
    if (!fs::exists(hidden)) return;
    const json from = read_json(hidden);
    json hidden_schema = schema.at("definitions").at("hidden");
    hidden_schema["definitions"] = schema.at("definitions");
    check_schema(from, hidden_schema, hidden);
    file_ = hidden;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) {
      if (shares_cases_[t]) add_cases(from, lab_.tasks[t], "", true);
    }
    if (!from.contains("tasks")) return;
    for (const auto& [entry, cases] : from.at("tasks").items()) {
      const auto task =
          std::find_if(lab_.tasks.begin(), lab_.tasks.end(),
                       [&name = entry](const Task& each) { return each.entry == name; });
      if (task == lab_.tasks.end())
        throw error("/tasks/" + entry,
                    "the lab has no such task. " + choose_from("The tasks are", entry, entries()));
      add_cases(cases, *task, "/tasks/" + entry, true);
    }
  }

  std::vector<std::string> entries() const {
    std::vector<std::string> names;
    for (const Task& task : lab_.tasks) names.push_back(task.entry);
    return names;
  }

  void check_names(std::size_t t) const {
    std::set<std::string> names;
    for (const auto& c : lab_.tasks[t].cases) {
      if (!names.insert(c.name).second) {
        throw GraderError(mistake_line(lab_.folder / "lab.json", "/tasks/" + std::to_string(t),
                                       lab_.tasks[t].entry + " has two cases named '" + c.name +
                                           "'; delete one, or give it a \"name\""));
      }
    }
  }

  fs::path root_;
  fs::path file_;
  Lab lab_;
  std::vector<bool> shares_cases_;
  mutable std::map<std::string, int> hidden_counts_;
};

}  // namespace

double Tolerance::gamma(double k, double u) const {
  if (k <= 0) return 0;
  if (model == Model::statistical) return c * std::sqrt(k) * u;
  return c * k * u / (1 - k * u);
}

std::vector<std::string> sizes_in_names(const Lab& lab, const Task& task) {
  std::vector<std::string> names = size_names(lab, task.signature);
  std::erase_if(names, [&](const std::string& name) {
    return std::none_of(task.cases.begin(), task.cases.end(),
                        [&](const Case& c) { return c.sizes.count(name) > 0; });
  });
  return names;
}

int Task::max_points_hundredths() const {
  int sum = points_hundredths + checks_hundredths;
  for (const auto& e : efficiency) sum += e.points_hundredths;
  for (const auto& p : performance) sum += p.points_hundredths;
  return sum;
}

Lab load_lab(const fs::path& root, const std::string& lab) { return Loader(root, lab).load(); }

std::vector<std::string> lab_names(const fs::path& root) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "labs")) {
    if (fs::exists(entry.path() / "lab.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace warpgrade
