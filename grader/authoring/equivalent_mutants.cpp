#include "authoring/equivalent_mutants.h"

#include <algorithm>
#include <fstream>

#include "base/json/schema.h"
#include "base/text.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

bool contains(const std::vector<std::string>& all, const std::string& text) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

}  // namespace

bool EquivalentMutants::include(const std::vector<std::string>& solution, int line,
                                const std::string& change) const {
  const auto at = static_cast<std::size_t>(line - 1);
  return contains(lines, solution.at(at)) &&
         (after.empty() || (at > 0 && solution[at - 1] == after)) &&
         (changes.empty() || contains(changes, change));
}

std::vector<std::string> solution_lines(const fs::path& root, const std::string& lab) {
  std::ifstream in(root / "solutions" / lab / (lab + ".cu"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.emplace_back(trimmed(line));
  return lines;
}

std::vector<EquivalentMutants> load_equivalent_mutants(const fs::path& root,
                                                       const std::string& lab) {
  const fs::path file = root / "solutions" / lab / "mutants.json";
  if (!fs::exists(file)) return {};
  const nlohmann::json from = read_json(file);
  check_schema(from, read_json(root / "labs/mutants.schema.json"), file);
  const std::vector<std::string> solution = solution_lines(root, lab);
  std::vector<EquivalentMutants> all;
  std::vector<SchemaMistake> mistakes;
  for (const auto& one : from.at("equivalent")) {
    EquivalentMutants mutants{one.at("lines"), one.value("after", ""), {}, one.at("why")};
    if (one.contains("changes")) one.at("changes").get_to(mutants.changes);
    const std::string place = "/equivalent/" + std::to_string(all.size());
    const char* const missing = "the solution has no such line; copy it from there";
    for (std::size_t i = 0; i < mutants.lines.size(); ++i)
      if (!contains(solution, mutants.lines[i]))
        mistakes.push_back({place + "/lines/" + std::to_string(i), missing});
    if (!mutants.after.empty() && !contains(solution, mutants.after))
      mistakes.push_back({place + "/after", missing});
    all.push_back(std::move(mutants));
  }
  require_no_mistakes(mistakes, file);
  return all;
}

}  // namespace warpgrade
