// `warpgrade tasks`: a lab's tasks and points as a Markdown table, or their targets as a list, for
// its handout.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "findings/efficiency_metric.h"
#include "lab/manifest.h"
#include "report/text.h"
#include "score/curve.h"
#include "score/points.h"

namespace warpgrade {
namespace {

/// The kinds of points, in the order of the columns.
constexpr std::array<const char*, 4> kinds = {"results", "clean check", "efficiency", "speed"};
using Shares = std::array<int, kinds.size()>;  // hundredths

Shares point_shares(const Task& task) {
  Shares shares{task.points_hundredths, task.checks_hundredths};
  for (const Efficiency& e : task.efficiency) shares[2] += e.points_hundredths;
  for (const Performance& p : task.performance) shares[3] += p.points_hundredths;
  return shares;
}

/// Escapes `text` so that Markdown shows it unchanged (CommonMark 2.4: any ASCII punctuation may be
/// escaped).
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|~^$@").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string points(int hundredths) {
  return hundredths == 0 ? "–" : Points::hundredths(hundredths).text();
}

using Row = std::vector<std::string>;

/// Leaves out the columns of kinds that no task gives points for.
Row table_row(Row words, const Shares& shares, const Shares& used) {
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (used[kind] != 0) words.push_back(points(shares[kind]));
  }
  words.push_back(points(std::accumulate(shares.begin(), shares.end(), 0)));
  return words;
}

/// Pads the columns so that the table is also readable as text. Numbers are right-aligned.
void print_table(const std::vector<Row>& rows, std::size_t left_columns) {
  const std::size_t count = rows.front().size();
  std::vector<int> widths(count, 3);
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < count; ++c) widths[c] = std::max(widths[c], columns(row[c]));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < count; ++c) {
      const std::string& cell = rows[r][c];
      const std::string blanks(static_cast<std::size_t>(widths[c] - columns(cell)), ' ');
      std::printf("| %s ", (c < left_columns ? cell + blanks : blanks + cell).c_str());
    }
    std::puts("|");
    for (std::size_t c = 0; r == 0 && c < count; ++c) {
      const std::string line(static_cast<std::size_t>(widths[c] + 1), '-');
      std::printf("|%s", (c < left_columns ? ':' + line : line + ':').c_str());
    }
    if (r == 0) std::puts("|");
  }
}

/// "0.9× the speed of the library (in double 0.4×)"
std::string speed_target(const Performance& p) {
  const std::string_view rival = p.against == Against::solution  ? "of our solution"
                                 : p.against == Against::library ? "of the library"
                                 : p.against == Against::cpu     ? "of the CPU"
                                                                 : "that the roofline allows";
  std::string text = fmt::format("{}× the speed {}", Curve(p.curve).full_at(), rival);
  if (!p.curve_double.empty())
    text += fmt::format(" (in double {}×)", Curve(p.curve_double).full_at());
  return text;
}

/// What earns all points for efficiency and speed. Equal targets for speed are joined: "0.9× the
/// speed of the library in `4096` and `8192`".
std::vector<std::string> task_targets(const Task& task) {
  std::vector<std::string> targets;
  for (const Efficiency& e : task.efficiency) {
    targets.push_back(
        fmt::format("`{}`{} {} {} ({})", e.metric, e.kernel.empty() ? "" : " of `" + e.kernel + "`",
                    e.at_least ? "at least" : "at most", e.limit, metric_meaning(e.metric)));
    if (e.useful_at_least)
      targets.back() +=
          fmt::format(" with at least {:g}× the bytes that the problem needs", *e.useful_at_least);
  }
  std::string last;
  for (const Performance& p : task.performance) {
    const std::string target = speed_target(p);
    if (target == last)
      targets.back() += " and `" + p.on.name + "`";
    else
      targets.push_back(target + " in `" + p.on.name + "`");
    last = target;
  }
  if (targets.empty()) targets.emplace_back("right results and a clean check");
  return targets;
}

}  // namespace

int tasks_command(const std::filesystem::path& root, const std::string& lab_name, bool targets) {
  const Lab lab = load_lab(root, lab_name);
  if (targets) {
    for (std::size_t t = 0; t < lab.tasks.size(); ++t)
      fmt::print("{}. - {}\n", t + 1, fmt::join(task_targets(lab.tasks[t]), "\n   - "));
    return full_marks;
  }
  Shares sums{};
  for (const Task& task : lab.tasks) {
    const Shares shares = point_shares(task);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) sums[kind] += shares[kind];
  }

  Row head = {"task", "function", "what it is"};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (sums[kind] != 0) head.emplace_back(kinds[kind]);
  }
  head.emplace_back("total");
  std::vector<Row> rows = {head};
  for (std::size_t t = 0; t < lab.tasks.size(); ++t) {
    const Task& task = lab.tasks[t];
    rows.push_back(table_row({std::to_string(t + 1), '`' + task.entry + '`', escaped(task.title)},
                             point_shares(task), sums));
  }
  rows.push_back(table_row({"", "together", ""}, sums, sums));
  print_table(rows, 3);
  return full_marks;
}

}  // namespace warpgrade
