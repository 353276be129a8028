// `warpgrade similar`: what is told on the terminal of submissions that are alike.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/fault.h"
#include "base/text.h"
#include "cli_class/commands.h"
#include "report/style.h"
#include "report/text.h"
#include "similar/words.h"

namespace warpgrade {
namespace {

using similar::LabFound;

class SimilarText {
 public:
  explicit SimilarText(const std::filesystem::path& out)
      : out_(out), unicode_(detect_style(STDOUT_FILENO).unicode) {}

  void say(const std::string& line) const {
    std::printf("%s\n", printable(line, unicode_).c_str());
  }

  void lab(const LabFound& one) const {
    const similar::Found& f = one.found;
    say(fmt::format("{}: {} of {}, {} different", one.lab, many(one.hand_ins.size(), "attempt"),
                    many(f.students, "student"), f.programs));
    if (f.common_runs > 0)
      say(fmt::format("  not counted: what more than {} students have in common", f.common));
    pairs(one);
    for (const auto& group : f.identical) {
      std::string names;
      for (const std::size_t h : group) names += (names.empty() ? "" : "; ") + who(one.hand_ins[h]);
      say("  the same files: " + names);
    }
    for (const auto& cluster : f.clusters) {
      std::string names;
      for (const std::string& id : cluster) names += (names.empty() ? "" : ", ") + id;
      say(fmt::format("  {} hang together: {}", cluster.size(), names));
    }
    for (const std::string& file : f.left_out) say("  too large, not compared: " + file);
    if (f.pairs.empty() && f.identical.empty()) say("  none worth a look");
    say("");
  }

 private:
  /// A pair a line: the share of each one's own code that is alike, and the longest match.
  void pairs(const LabFound& one) const {
    constexpr std::size_t most = 40;
    const auto& all = one.found.pairs;
    int width = 0;
    const auto names = [&](const similar::Pair& pair) {
      return printable(who(one.hand_ins[pair.a]) + " and " + who(one.hand_ins[pair.b]), unicode_);
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
      say(fmt::format("  and {} more, in {}", all.size() - shown, (out_ / "similar.csv").string()));
  }

  std::filesystem::path out_;
  bool unicode_;
};

}  // namespace

int similar_command(const SimilarCommand& command) {
  similar::SimilarRequest request = command.request;
  if (request.from.empty() && request.import.submissions.empty())
    throw UsageError("Which class? Name --from or --submissions.",
                     "warpgrade similar --from graded");
  if (request.out.empty()) request.out = request.from;
  if (request.out.empty())
    throw UsageError("Where to? Name --out.", "It is the folder for similar.html, .csv and .json.");
  const similar::SimilarOutcome outcome = run_similar(request);
  const SimilarText text(request.out);
  bool all = outcome.unmatched.empty();
  for (const LabFound& one : outcome.labs) {
    text.lab(one);
    all = all && one.found.left_out.empty();
  }
  if (!outcome.unmatched.empty()) {
    text.say("Not compared:");
    for (const Unmatched& u : outcome.unmatched) text.say(fmt::format("  {}: {}", u.source, u.why));
    text.say("");
  }
  text.say("A hint where to look, never a verdict: grades are as they were.\nSide by side: " +
           (request.out / "similar.html").string());
  return all ? full_marks : points_lost;
}

}  // namespace warpgrade
