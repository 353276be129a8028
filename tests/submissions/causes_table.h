// Which entries produce which cause, and whether the report tells what truth.json says: the table
// docs/causes.md. A truth was written from the entry's code; its "judge" holds
//   named   ids of causes, or words: any of them names the cause
//   remedy  words, any of which tells the right remedy
//   true    of the claims below those that hold
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "causes/remedy.h"
#include "model/result.h"
#include "report/document/compiler.h"
#include "report/terminal.h"

namespace warpgrade::corpus {

/// What reports claim of code. Where one is made and does not hold, the report tells an untruth.
/// What they ask ("or is there a division by zero?") is no claim.
inline constexpr std::array<const char*, 9> claims = {
    "a missing tail block", "round the grid up",   "not all blocks are computed",
    "never written",        "nothing has written", "is transposed",
    "lower precision",      "without its last",    "were added to what",
};

/// What a report tells of an entry.
struct ReportSummary {
  std::set<std::string> causes;  // ids
  std::set<int> lines;           // of LAB.cu
  std::string text;
  std::string tried;  // the changes in words, or ""
  int length = 0;     // lines that hold something, in a terminal of 80 columns
};

struct Judged {
  bool cause = false, line = false, remedy = false;
  bool tried = false;  // the change that was tried is the truth's, or stands at its place
  std::vector<std::string> untrue;
};

inline ReportSummary summarize_report(const GradeResult& grade, const TaskResult& task) {
  ReportSummary summary;
  const std::string file = grade.lab + ".cu";
  const auto add = [&](const Causes& causes) {
    summary.text += describe(causes) + "\n";
    for (const Cause& cause : causes) summary.causes.insert(cause.id);
  };
  add(task.detail);
  add(task.check.detail);
  for (const Finding& f : task.findings) {
    if (f.cause.known()) summary.causes.insert(f.cause.id);
    if (f.file == file) summary.lines.insert(f.line);
    if (f.other_file == file) summary.lines.insert(f.other_line);
    summary.text += "\n" + describe(f);
  }
  summary.text += "\n";
  for (const CaseResult& c : task.cases) add(c.detail);
  for (const CompilerMessage& m : collect_messages(grade))
    summary.text += describe(m.cause) + "\n" + m.hint + "\n";
  std::istringstream report(render(grade, {}));
  for (std::string line; std::getline(report, line);) summary.length += !line.empty();
  const auto add_lines = [&](const std::string& text, const std::string& mark) {
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1))
      summary.lines.insert(std::atoi(text.c_str() + at + mark.size()));
  };
  add_lines(summary.text, file + ":");
  if (!task.tried) return summary;
  for (const Remedy& r : task.tried->changes) {
    summary.tried += (summary.tried.empty() ? "" : "; ") + describe(r);
    if (r.cause.known()) add({r.cause});
    add_lines(describe(r), "line ");
  }
  return summary;
}

/// Lines of the faulty file that the change takes out, and those between which it puts some in.
inline std::set<int> lines_of_change(const std::string& diff) {
  std::set<int> lines;
  std::istringstream in(diff);
  int at = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("---", 0) == 0 || line.rfind("+++", 0) == 0) continue;
    if (line.rfind("@@ -", 0) == 0) {
      at = std::atoi(line.c_str() + 4);
    } else if (line.rfind("+", 0) == 0) {
      lines.insert({at - 1, at});
    } else {
      if (line.rfind("-", 0) == 0) lines.insert(at);
      ++at;
    }
  }
  return lines;
}

inline bool any_in(const std::vector<std::string>& words, const std::string& text) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& w) { return text.find(w) != text.npos; });
}

inline Judged judged(const nlohmann::json& truth, const ReportSummary& summary) {
  using List = std::vector<std::string>;
  const auto& judge = truth.at("judge");
  const List named = judge.at("named"), remedy = judge.at("remedy"), holds = judge.at("true");
  std::set<int> lines = lines_of_change(truth.at("change"));
  lines.insert(truth.at("line").get<int>());
  const auto touches = [&](int line) { return lines.count(line) != 0; };
  Judged j;
  j.cause = any_in(named, summary.text) ||
            std::any_of(named.begin(), named.end(),
                        [&](const std::string& id) { return summary.causes.count(id) != 0; });
  j.line = std::any_of(summary.lines.begin(), summary.lines.end(), touches);
  j.tried = !summary.tried.empty() && any_in(remedy, summary.tried);
  j.remedy = j.tried || any_in(remedy, summary.text);
  for (const char* claim : claims)
    if (summary.text.find(claim) != summary.text.npos &&
        std::find(holds.begin(), holds.end(), claim) == holds.end())
      j.untrue.push_back(claim);
  return j;
}

class CausesTable {
 public:
  void add(const std::string& entry, const ReportSummary& summary, const nlohmann::json& truth) {
    for (const std::string& id : summary.causes) entries_[id].insert(entry);
    if (!truth.is_null()) rows_[entry] = {judged(truth, summary), summary.tried, summary.length};
  }

  void print() const {
    std::printf(
        "# Causes and the test suite\n\n"
        "Made by `make causes-table`: what reports say of the entries of `tests/submissions/`, on "
        "the CPU engine. Do not edit it by hand.\n\n");
    print_totals();
    print_rows();
    std::printf("\n## Entries of each cause\n\n| cause | entries |\n| --- | --- |\n");
    for (const auto& [id, names] : entries_) {
      std::string list;
      for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
      std::printf("| `%s` | %s |\n", id.c_str(), list.c_str());
    }
  }

 private:
  struct Row {
    Judged judged;
    std::string tried;
    int length;
  };

  void print_totals() const {
    int causes = 0, lines = 0, remedies = 0, tried = 0, right = 0;
    std::size_t untrue = 0;
    std::vector<int> lengths;
    for (const auto& [name, row] : rows_) {
      lengths.push_back(row.length);
      causes += row.judged.cause;
      lines += row.judged.line;
      remedies += row.judged.remedy;
      tried += !row.tried.empty();
      right += row.judged.tried;
      untrue += row.judged.untrue.size();
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    const double all = std::max<std::size_t>(1, rows_.size()) / 100.0;
    std::printf(
        "Judged are %zu entries that were written without knowledge of the grader's rules, by "
        "what `truth.json` beside each says: the cause is named when the report holds one of the "
        "ids or words that name it, the line is right when the report names the faulty line or "
        "one that the mended file changes, the remedy when the report holds words that tell it. "
        "A remedy that was tried made all checked cases right; it is the truth's own when it is "
        "that change. A claim (\"a missing tail block\") that does not hold of the code is "
        "untrue.\n\n"
        "| | |\n| --- | --- |\n"
        "| cause named | %d (%.0f %%) |\n| line right | %d (%.0f %%) |\n"
        "| remedy right | %d (%.0f %%) |\n"
        "| a tried remedy told | %d, of which %d are the truth's own |\n"
        "| untrue statements | %zu |\n"
        "| median length of a report | %d lines |\n\n",
        rows_.size(), causes, causes / all, lines, lines / all, remedies, remedies / all, tried,
        right, untrue, lengths.empty() ? 0 : *middle);
  }

  void print_rows() const {
    const auto mark = [](bool yes) { return yes ? "yes" : "**no**"; };
    std::printf(
        "| entry | cause | line | remedy | tried | untrue |\n"
        "| --- | --- | --- | --- | --- | --- |\n");
    for (const auto& [name, row] : rows_) {
      std::string untrue;
      for (const std::string& each : row.judged.untrue)
        untrue += (untrue.empty() ? "" : ", ") + ("\"" + each + "\"");
      std::string tried = row.tried;
      for (auto at = tried.find('|'); at != tried.npos; at = tried.find('|', at + 2))
        tried.insert(at, "\\");
      if (!tried.empty() && !row.judged.tried) tried += " (another than the truth's)";
      std::printf("| %s | %s | %s | %s | %s | %s |\n", name.c_str(), mark(row.judged.cause),
                  mark(row.judged.line), mark(row.judged.remedy), tried.c_str(), untrue.c_str());
    }
  }

  std::map<std::string, std::set<std::string>> entries_;  // by cause
  std::map<std::string, Row> rows_;                       // by entry
};

}  // namespace warpgrade::corpus
