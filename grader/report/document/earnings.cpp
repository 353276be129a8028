#include "report/document/earnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "findings/efficiency_metric.h"
#include "report/document/case_groups.h"
#include "report/document/task_status.h"
#include "report/variants_table.h"

namespace warpgrade {
namespace {

std::string format_points(Points points, Points max_points, Points pending) {
  if (max_points == Points{}) return "";
  if (pending == max_points) return points_in_words(pending) + " pending";
  std::string text = fmt::format("{} of {}", points.text(), points_in_words(max_points));
  if (pending > Points{}) text += fmt::format(", {} pending", pending.text());
  return text;
}

/// The points of a result that earns all or nothing. `before` is put in front of the text.
template <class Result>
std::string format_points(const Result& r, const char* before = "") {
  const Points pending = is_open(r.verdict) ? r.max_points : Points{};
  const std::string text = format_points(r.points, r.max_points, pending);
  return text.empty() ? text : before + text;
}

template <class Result>
bool is_lost(const Result& r) {
  return !is_open(r.verdict) && r.points < r.max_points;
}

}  // namespace

// If values are wrong, fixing them comes first: then the cost has a full text, but no short one.

std::vector<Earning> check_earnings(const TaskResult& task) {
  const CheckResult& c = task.check;
  if (c.cases.empty() && c.detail.empty() && c.max_points == Points{}) return {};
  constexpr std::size_t most_names = 3;
  Earning e;
  e.detail = describe(c.detail);
  e.text = c.cases.empty() ? std::string("The check of every access to memory did not run")
                           : fmt::format("Every access to memory was watched in {}: {}",
                                         listed(c.cases, most_names),
                                         c.verdict == Verdict::ok ? "clean" : name(c.verdict));
  e.text += format_points(c, ", ") + (e.detail.empty() ? "." : ": " + e.detail);
  if (!c.values_right || !is_lost(c)) return {e};
  e.tone = Tone::bad;
  e.lead = "clean check";
  e.brief = ": " + format_points(c);
  if (c.verdict == Verdict::forbidden)
    e.brief += ". Not believed: " + e.detail;
  else if (c.aborted)
    e.brief += ". " + e.detail;  // otherwise the findings say why
  return {e};
}

std::vector<Earning> efficiency_earnings(const TaskResult& task) {
  std::vector<Earning> all;
  // Those that wait for a clean check share a line.
  Points earned{}, most{};
  const auto waits = [](const EfficiencyResult& r) {
    return !r.detail.empty() && r.detail.front().id == "check.charged";
  };
  for (const EfficiencyResult& r : task.efficiency)
    if (waits(r)) earned += r.points, most += r.max_points;
  bool shown = false;
  for (const EfficiencyResult& r : task.efficiency) {
    Earning& e = all.emplace_back();
    e.detail = describe(r.detail);
    if (e.detail.empty())
      e.detail = fmt::format("{}, and {} {:.4g} is asked for",
                             r.value ? fmt::format("{:.4g}", *r.value) : "not counted",
                             r.at_least ? "at least" : "at most", r.limit);
    const std::string name = r.metric + (r.kernel.empty() ? "" : " of " + r.kernel);
    const std::string meaning = fmt::format(" ({})", metric_meaning(r.metric));
    e.text = name + meaning + format_points(r, ", ") + ": " + e.detail;
    if (!task.check.values_right || !is_lost(r) || (waits(r) && shown)) continue;
    e.tone = Tone::bad;
    e.lead = "efficiency";
    shown |= waits(r);
    e.brief = waits(r) ? ": " + format_points(earned, most, {}) + " until the check is clean."
                       : format_points(r, ": ") + ". " + name + ": " + e.detail + meaning + ".";
  }
  return all;
}

std::vector<Earning> speed_earnings(const TaskResult& task) {
  std::vector<Earning> all;
  for (const PerformanceResult& r : task.performance) {
    Earning& e = all.emplace_back();
    e.detail = describe(r.detail);
    const std::string points = format_points(r.points, r.max_points, r.pending);
    e.text = r.name + ": ";
    if (r.ratio > 0)
      e.text += fmt::format("{}, {:.3g}× the speed of {} ({:.3g} … {:.3g})", time_text(r.seconds),
                            r.ratio, describe_competitor(r), r.low, r.high);
    else
      e.text += "against " + describe_competitor(r);
    if (r.verdict == Verdict::inconclusive || (r.ran && r.verdict != Verdict::ok))
      e.text += fmt::format(", {}", name(r.verdict));
    if (!points.empty()) e.text += ", " + points;
    if (const std::string beyond = beyond_full_marks(r); !beyond.empty())
      e.text += " (" + beyond + ")";
    const bool fault = is_students_fault(r.verdict);
    if (r.ran && (fault || r.ratio > 0)) {  // otherwise the open points have the reason
      e.tone = fault ? Tone::bad : r.points + r.pending < r.max_points ? Tone::open : Tone::plain;
      e.lead = "speed";
      const bool told = fault || r.verdict == Verdict::ok;
      e.brief = " " + e.text + (told && !e.detail.empty() ? ": " + e.detail : "");
    }
    if (!e.detail.empty()) e.text += ": " + e.detail;
  }
  return all;
}

std::string beyond_full_marks(const PerformanceResult& speed) {
  if (!speed.beyond_full_marks()) return "";
  std::string text = fmt::format("all points from {:.3g}× on", speed.full_marks_at());
  if (speed.champion > 0)
    text += fmt::format("; our champion reached {:.3g}× ({})", speed.champion, speed.champion_on);
  return text;
}

std::string describe_competitor(const PerformanceResult& speed) {
  if (speed.against == "solution") return "our solution";
  const std::string rival = speed.against == "cpu" ? "the CPU" : "the " + speed.against;
  return speed.baseline.empty() ? rival : rival + " (" + speed.baseline + ")";
}

}  // namespace warpgrade
