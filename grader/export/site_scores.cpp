#include "export/site_scores.h"

#include <fmt/format.h>

#include "import/csv.h"

namespace warpgrade {
namespace {

/// Autolab (app/controllers/assessment/grading.rb, save_entries) turns \n and \t into line ends and
/// tabs.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return line;
}

}  // namespace

bool is_site_scores(const std::string& to) {
  return to == "autolab-scores" || to == "autolab-feedback" || to == "prairielearn-scores";
}

SiteScores site_scores(const std::string& to, const std::vector<CountedGrade>& grades,
                       const std::string& question, bool earned, const LoadEntryJson& load_json) {
  SiteScores scores;
  // Autolab's table has no header: address, then one cell per problem. One unknown address makes
  // Autolab refuse the whole table.
  if (to == "prairielearn-scores")
    scores.text = csv_line({"uid", "instance", "qid", "score_perc", "feedback"});
  for (const CountedGrade& g : grades) {
    const auto leave = [&](const std::string& why) {
      scores.left.push_back({student_title(g.student), why});
    };
    const bool is_address = g.student.id.find('@') != std::string::npos;
    const std::string& address = is_address ? g.student.id : g.student.email;
    if (address.empty()) {
      leave("no e-mail address is known: import with a class list that has them");
    } else if (!has_points(g)) {
      leave(g.why);
    } else if (g.state == CountedGrade::State::pending && !earned) {
      leave(fmt::format("{} points pending; --earned writes the {} earned", g.pending.text(),
                        g.points.text()));
    } else {
      const std::string report = student_report(g, load_json);
      if (to == "autolab-scores")
        scores.text += csv_line({address, g.points.text()});
      else if (to == "autolab-feedback")
        scores.text += csv_line({address, in_one_line(report)});
      else
        scores.text += csv_line(
            {address, "1", question.empty() ? g.lab : question,
             fmt::format("{:.4g}", g.max_points > Points{}
                                       ? 100.0 * g.points.hundredths() / g.max_points.hundredths()
                                       : 0.0),
             report});
      ++scores.written;
    }
  }
  return scores;
}

}  // namespace warpgrade
