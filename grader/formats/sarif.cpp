// SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. Also has what GitHub's code
// scanning requires beyond the standard (relative addresses, a text for each rule).
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/utf8.h"
#include "causes/cause_page.h"
#include "report/document/places.h"
#include "report/text.h"

namespace warpgrade {
namespace {

using Sarif = nlohmann::ordered_json;

Sarif sarif_location(const SourcePlace& place) {
  return {{"physicalLocation",
           {{"artifactLocation",
             {{"uri", (place.file.is_absolute() ? "file://" : "") +
                          percent_encode(place.file.generic_string())}}},
            {"region", {{"startLine", place.line}, {"startColumn", place.column}}}}}};
}

Sarif sarif_message(const std::string& text) { return {{"text", printable(text, true)}}; }

/// Each file with its replacements.
Sarif sarif_fix(const std::vector<Replacement>& replacements) {
  Sarif changes = Sarif::array();
  for (const Replacement& r : replacements) {
    Sarif location = sarif_location(r.place)["physicalLocation"];
    const Sarif& artifact = location["artifactLocation"];
    const Sarif replacement = {{"deletedRegion",
                                {{"startLine", r.place.line},
                                 {"startColumn", 1},
                                 {"endLine", r.place.line + r.removed},
                                 {"endColumn", 1}}},
                               {"insertedContent", {{"text", valid_utf8(r.text)}}}};
    if (changes.empty() || changes.back()["artifactLocation"] != artifact)
      changes.push_back({{"artifactLocation", artifact}, {"replacements", Sarif::array()}});
    changes.back()["replacements"].push_back(replacement);
  }
  return {{"artifactChanges", std::move(changes)}};
}

Sarif sarif_rule(const std::string& id, bool with_page) {
  const CausePage* page = page_for_cause(id);
  const std::string title = page ? std::string(page->title()) : id;
  Sarif rule = {{"id", id}, {"name", id}, {"shortDescription", sarif_message(title)}};
  if (page && with_page) {
    const std::string text = page_as_markdown(*page);
    rule["help"] = {{"text", text}, {"markdown", text}};
  } else {
    rule["help"] = sarif_message("docs/findings.md lists what is found.");
  }
  return rule;
}

/// Reasons why the result is incomplete.
Sarif sarif_invocation(const GradeResult& grade) {
  Sarif notifications = Sarif::array();
  for (const TaskResult& task : grade.tasks)
    if (task.verdict == Verdict::grader_error || task.check.verdict == Verdict::grader_error)
      notifications.push_back(
          {{"level", "error"},
           {"message",
            sarif_message(task.task + ": " +
                          describe(task.detail.empty() ? task.check.detail : task.detail))}});
  Sarif run = {{"executionSuccessful", notifications.empty()}};
  if (!notifications.empty()) run["toolExecutionNotifications"] = std::move(notifications);
  return run;
}

std::string sarif_version(const GradeResult& grade) {
  const auto version = grade.environment.find("version");
  return version == grade.environment.end() ? "" : version->second;
}

}  // namespace

std::string sarif_json(const GradeResult& grade, const std::filesystem::path& here) {
  constexpr const char* levels[] = {"error", "warning", "note"};
  Sarif rules = Sarif::array(), results = Sarif::array();
  std::vector<std::string> ids;
  for (const PlacedNote& note : placed_notes(grade, here)) {
    auto at = std::find(ids.begin(), ids.end(), note.cause);
    if (at == ids.end()) {
      ids.push_back(note.cause);
      rules.push_back(sarif_rule(note.cause, grade.feedback >= FeedbackLevel::remedy));
      at = ids.end() - 1;
    }
    Sarif result = {{"ruleId", note.cause},
                    {"ruleIndex", at - ids.begin()},
                    {"level", levels[static_cast<int>(note.level)]},
                    {"message", sarif_message(note.text)},
                    {"locations", {sarif_location(note.place)}}};
    if (!note.others.empty()) {
      result["relatedLocations"] = Sarif::array();
      for (std::size_t i = 0; i < note.others.size(); ++i) {
        Sarif other = sarif_location(note.others[i]);
        other["id"] = i + 1;
        other["message"] = sarif_message("conflicts with this access");
        result["relatedLocations"].push_back(std::move(other));
      }
    }
    if (!note.fix.empty()) result["fixes"] = Sarif::array({sarif_fix(note.fix)});
    if (!note.tasks.empty()) result["properties"] = {{"tasks", note.tasks}};
    results.push_back(std::move(result));
  }
  Sarif driver = {{"name", "Warpgrade"}};
  if (const std::string version = sarif_version(grade); !version.empty())
    driver["version"] = valid_utf8(version);
  driver["rules"] = std::move(rules);
  const Sarif run = {{"tool", {{"driver", std::move(driver)}}},
                     {"automationDetails", {{"id", "warpgrade/" + grade.lab + "/"}}},
                     {"columnKind", "unicodeCodePoints"},
                     {"invocations", {sarif_invocation(grade)}},
                     {"results", std::move(results)}};
  const Sarif log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", {run}}};
  return log.dump(2, ' ', false, Sarif::error_handler_t::replace) + "\n";
}

}  // namespace warpgrade
