#include "lab/variants.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "base/fault.h"
#include "base/json/schema.h"
#include "base/nearest.h"

namespace warpgrade {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

Variant read_variant(const json& from, const fs::path& folder) {
  Variant v;
  v.name = from.at("variant");
  v.title = from.at("title");
  v.as = from.at("as");
  for (const char* extension : {".cu", ".cpp"}) {
    if (fs::exists(folder / (v.name + extension)))
      v.file = folder.filename() / (v.name + extension);
  }
  if (from.contains("memory")) v.device_pointers = from.at("memory") == "device";
  if (from.contains("devices")) v.devices = from.at("devices").get<int>();
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

/// Sweeps, in bench.json and here, are over integers of the contract or arguments of a variant. If
/// no variant has it, its figure is skipped, unless it looks mistyped.
void check_swept(const fs::path& root, const Lab& lab, const VariantSet& variants,
                 const fs::path& file) {
  std::set<std::string> known;
  for (const Task& task : lab.tasks)
    for (const Parameter& parameter : task.signature.parameters)
      if (parameter.kind == Parameter::Kind::integer) known.insert(parameter.name);
  for (const Variant& variant : variants.all)
    for (const auto& [name, value] : variant.arguments) known.insert(name);
  const auto look = [&](std::vector<SchemaMistake>& found, const std::string& name,
                        const std::string& place) {
    const std::string near = nearest(name, {known.begin(), known.end()});
    if (known.count(name) == 0 && !near.empty())
      found.push_back({place, "no function and no variant has an integer \"" + name +
                                  "\"; did you mean \"" + near + "\"?"});
  };
  std::vector<SchemaMistake> here, in_bench;
  for (std::size_t v = 0; v < variants.all.size(); ++v)
    for (const auto& [name, values] : variants.all[v].sweep)
      look(here, name, "/variants/" + std::to_string(v) + "/sweep");
  for (const std::string& name : variants.block_parameters)
    look(in_bench, name, "/block_parameters");
  for (std::size_t f = 0; f < variants.figures.size(); ++f)
    for (const FigurePlan::Swept& swept : variants.figures[f].sweep)
      look(in_bench, swept.name, "/figures/" + std::to_string(f) + "/sweep");
  require_no_mistakes(here, file);
  require_no_mistakes(in_bench, root / "labs" / lab.name / "bench.json");
}

/// Renames the keys of earlier versions of Warpgrade, which called variants versions.
void use_todays_names(json& list) {
  const auto rename = [](json& in, const char* from, const char* to) {
    if (!in.is_object() || !in.contains(from)) return;
    in[to] = std::move(in[from]);
    in.erase(from);
  };
  rename(list, "versions", "variants");
  if (list.is_object() && list.contains("variants"))
    for (json& one : list["variants"]) rename(one, "version", "variant");
}

}  // namespace

fs::path list_of_variants(const fs::path& root, const std::string& lab) {
  const fs::path folder = root / "solutions" / lab;
  for (const char* file : {"variants/variants.json", "versions/ladder.json"})
    if (fs::exists(folder / file)) return folder / file;
  return {};
}

VariantSet load_variants(const fs::path& root, const Lab& lab) {
  const fs::path file = list_of_variants(root, lab.name);
  if (file.empty())
    throw UsageError("the variants of lab " + lab.name + " are not here: no " +
                         (root / "solutions" / lab.name / "variants/variants.json").string(),
                     "A student's kit leaves solutions out. `warpgrade bench " + lab.name +
                         " --from DIR --out DIR` measures a submission's tasks.");
  const fs::path folder = file.parent_path();
  json from = read_json(file);
  if (file.filename() == "ladder.json") use_todays_names(from);
  check_schema(from, read_json(root / "labs/variants.schema.json"), file);
  VariantSet variants{load_bench_plan(root, lab), {}};
  for (const json& one : from.at("variants")) {
    const std::string place = "/variants/" + std::to_string(variants.all.size());
    Variant variant = read_variant(one, folder);
    variant.rate = variants.find_rate(variant.as);
    if (variant.file.empty()) {
      throw GraderError(mistake_line(file, place,
                                     "there is no " + (folder.filename() / variant.name).string() +
                                         ".cu and no " + variant.name +
                                         ".cpp; write the file, or correct the name"));
    }
    std::vector<std::string> tasks;
    for (const Task& task : lab.tasks) tasks.push_back(task.entry);
    if (std::find(tasks.begin(), tasks.end(), variant.as) == tasks.end())
      throw GraderError(mistake_line(file, place + "/as",
                                     "the lab has no task '" + variant.as + "'. " +
                                         choose_from("The tasks are", variant.as, tasks)));
    variants.all.push_back(variant);
  }
  check_swept(root, lab, variants, file);
  return variants;
}

std::vector<Variant> make_variants(const BenchPlan& plan, const Lab& lab, const fs::path& folder) {
  std::vector<Variant> variants;
  for (const Task& task : lab.tasks) {
    Variant v;
    v.name = v.as = task.entry;
    v.title = task.title;
    v.folder = folder;
    v.file = lab.name + ".cu";
    v.rate = plan.find_rate(task.entry);
    variants.push_back(std::move(v));
  }
  return variants;
}

Lab single_variant_lab(const fs::path& root, const Lab& lab, const Variant& variant) {
  Lab one = lab;
  Task task = *std::find_if(lab.tasks.begin(), lab.tasks.end(),
                            [&](const Task& each) { return each.entry == variant.as; });
  if (!variant.folder.empty()) {  // the contract's own function
    task.cases.clear();
    task.performance.clear();
    task.efficiency.clear();
    one.tasks = {task};
    return one;
  }
  const fs::path file = root / "solutions" / lab.name / variant.file;
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  std::string function = variant.name;
  std::replace(function.begin(), function.end(), '-', '_');
  task.signature = parse_signature(text.str(), function, file.string());
  task.device_pointers = variant.device_pointers.value_or(task.device_pointers);
  task.devices = variant.devices.value_or(task.devices);
  task.judge = variant.judge;
  task.cases.clear();
  task.performance.clear();
  task.efficiency.clear();
  one.tasks = {task};
  return one;
}

}  // namespace warpgrade
