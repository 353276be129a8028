// `warpgrade similar`: prints which submissions are similar.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/fault.h"
#include "base/text.h"
#include "batch/class_files.h"
#include "cli_class/commands.h"
#include "report/style.h"
#include "report/text.h"
#include "similar/export_tools.h"
#include "similar/words.h"

namespace warpgrade {
namespace {

using similar::LabFound;

class SimilarText {
 public:
  explicit SimilarText(const std::filesystem::path& out)
      : out_(out), unicode_(detect_style(STDOUT_FILENO).unicode) {}

  void print_line(const std::string& line) const {
    std::printf("%s\n", printable(line, unicode_).c_str());
  }

  void lab(const LabFound& one) const {
    const similar::Found& f = one.found;
    print_line(fmt::format("{}: {} of {}, {} different", one.lab,
                           many(one.hand_ins.size(), "attempt"), many(f.students, "student"),
                           f.programs));
    if (f.common_runs > 0)
      print_line(
          fmt::format("  ignored: code that more than {} students have in common", f.common));
    pairs(one);
    for (const auto& group : f.identical) {
      std::string names;
      for (const std::size_t h : group)
        names += (names.empty() ? "" : "; ") + hand_in_name(one.hand_ins[h]);
      print_line("  the same files: " + names);
    }
    for (const auto& cluster : f.clusters) {
      std::string names;
      for (const std::string& id : cluster) names += (names.empty() ? "" : ", ") + id;
      print_line(fmt::format("  {} form a cluster: {}", cluster.size(), names));
    }
    for (const std::string& file : f.left_out) print_line("  too large, not compared: " + file);
    if (f.pairs.empty() && f.identical.empty()) print_line("  nothing similar");
    print_line("");
  }

 private:
  /// Prints one pair per line: how much of each one's own code is similar, and the longest match.
  void pairs(const LabFound& one) const {
    constexpr std::size_t most = 40;
    const auto& all = one.found.pairs;
    int width = 0;
    const auto names = [&](const similar::Pair& pair) {
      return printable(
          hand_in_name(one.hand_ins[pair.a]) + " and " + hand_in_name(one.hand_ins[pair.b]),
          unicode_);
    };
    const std::size_t shown = std::min(most, all.size());
    for (std::size_t p = 0; p < shown; ++p) width = std::max(width, columns(names(all[p])));
    for (std::size_t p = 0; p < shown; ++p) {
      const similar::Pair& pair = all[p];
      std::printf("  %s  %3.0f %% and %3.0f %% alike, longest match %zu tokens\n",
                  padded(names(pair), width).c_str(), std::floor(100 * pair.share_a()),
                  std::floor(100 * pair.share_b()), pair.longest);
    }
    if (all.size() > shown)
      print_line(
          fmt::format("  and {} more, in {}", all.size() - shown, (out_ / "similar.csv").string()));
  }

  std::filesystem::path out_;
  bool unicode_;
};

int write_tool_layout(const similar::SimilarRequest& request, const std::string& tool) {
  if (request.out.empty()) throw UsageError("--export needs --out DIR.");
  const similar::ToolExport written = similar::export_for_tool(request, tool);
  const SimilarText text(request.out);
  for (const similar::ToolLayout& one : written.labs)
    text.print_line(fmt::format("{}: {}. Run:\n  cd {} && {}", one.lab,
                                many(one.submissions, "submission"),
                                (request.out / one.lab).string(), one.command));
  for (const std::string& file : written.left_out) text.print_line("Too large, left out: " + file);
  for (const Unmatched& u : written.unmatched)
    text.print_line(fmt::format("Not matched: {}: {}", u.source, u.why));
  return written.left_out.empty() && written.unmatched.empty() ? full_marks : points_lost;
}

}  // namespace

int similar_command(const SimilarCommand& command) {
  similar::SimilarRequest request = command.request;
  if (request.from.empty() && request.import.submissions.empty())
    throw UsageError("--from or --submissions is required", "warpgrade similar --from graded");
  if (!command.tool.empty()) return write_tool_layout(request, command.tool);
  if (request.out.empty()) request.out = request.from;
  if (request.out.empty())
    throw UsageError("--out is required", "It is the folder for similar.html, .csv and .json.");
  const similar::SimilarOutcome outcome = run_similar(request);
  const SimilarText text(request.out);
  bool all = outcome.unmatched.empty();
  for (const LabFound& one : outcome.labs) {
    text.lab(one);
    all = all && one.found.left_out.empty();
  }
  if (!outcome.unmatched.empty()) {
    text.print_line("Not compared:");
    for (const Unmatched& u : outcome.unmatched)
      text.print_line(fmt::format("  {}: {}", u.source, u.why));
    text.print_line("");
  }
  if (request.out == request.from) update_class_files(request.from, command.counting);
  text.print_line("Matches are only hints. The grades are not affected.\nSide by side: " +
                  (request.out / "similar.html").string());
  return all ? full_marks : points_lost;
}

}  // namespace warpgrade
