#include "memcheck/resolve_check.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "diagnosis/hypotheses.h"
#include "findings/finding_kind.h"
#include "memcheck/check_trust.h"
#include "memcheck/efficiency.h"

namespace warpgrade {
namespace {

const Causes not_right = {because("check.values-not-right")};

/// The task's verdict by the errors among its findings.
Verdict worst_verdict(const std::vector<Finding>& findings) {
  Verdict verdict = Verdict::ok;
  for (const Finding& finding : findings) {
    const FindingKind* kind = finding_kind(finding.kind);
    if (finding.level != "error" || kind == nullptr) continue;
    verdict = worse(verdict, finding.kernel.empty() ? kind->in_host_code : kind->in_kernel);
  }
  return verdict;
}

bool any_error(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& f) { return f.level == "error"; });
}

/// Does not count the errors of hidden cases, which would reveal something about them.
Cause counted_errors(const std::vector<Finding>& findings, long long without_room) {
  const auto count = [&](bool hidden) {
    return std::count_if(findings.begin(), findings.end(), [&](const Finding& f) {
      return f.level == "error" && f.hidden == hidden;
    });
  };
  const auto seen = count(false);
  const std::string more = without_room > 0 ? std::to_string(without_room) : "";
  const std::string hidden = count(true) > 0 ? "yes" : "";
  if (seen > 0)
    return because("check.findings", {{"count", seen}, {"more", more}, {"hidden", hidden}});
  if (without_room > 0)
    return because("check.findings-without-room", {{"more", more}, {"hidden", hidden}});
  return because("check.findings-in-hidden");
}

/// The first case that ended badly in the check, or null.
const CheckedCase* bad_end(const CheckOutcome& outcome) {
  const auto found =
      std::find_if(outcome.cases.begin(), outcome.cases.end(), [](const CheckedCase& c) {
        return c.found.verdict != Verdict::ok && !c.found.completed && c.end == CheckEnd::open;
      });
  return found == outcome.cases.end() ? nullptr : &*found;
}

/// Values that are wrong only in the check make the case wrong, or, without `values_count`, leave
/// the check open.
void compare_values(TaskResult& result, const CheckOutcome& outcome, bool values_count) {
  std::vector<WrongCase> wrong;
  for (const CheckedCase& checked : outcome.cases) {
    CaseResult& c = result.cases.at(checked.index);
    if (checked.found.verdict == Verdict::ok || !checked.found.completed) continue;
    if (is_students_fault(c.verdict)) {
      result.check.verdict = worse(result.check.verdict, c.verdict);
      result.check.detail = not_right;
    } else if (values_count) {
      c.verdict = checked.found.verdict;
      c.detail = checked.found.detail;
      c.detail.insert(c.detail.begin(), because("state.watched-run"));
      wrong.push_back({c.detail, checked.found.readings, c.hidden});
      result.verdict = worse(result.verdict, c.verdict);
      result.check.verdict = worse(result.check.verdict, c.verdict);
      result.check.detail = not_right;
    } else if (!is_students_fault(result.check.verdict)) {
      result.check.verdict = Verdict::pending;
      result.check.detail = {because("check.other-on-gpu", {{"case", c.name}})};
    }
  }
  choose_explanations(wrong);
}

/// Cases that were not checked, and why. Reveals only the number of hidden cases.
Causes left_unchecked(const CheckOutcome& outcome, const CheckResult& check) {
  Causes causes;
  const auto listed = [](const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
  };
  if (!outcome.not_run.empty() || outcome.hidden_not_run > 0) {
    const bool reported = check.aborted || (!check.detail.empty() && outcome.stopped.known() &&
                                            check.detail.front() == outcome.stopped);
    if (outcome.stopped.known() && !outcome.stopped_hidden && !reported)
      causes.push_back(outcome.stopped);
    const std::string hidden =
        outcome.hidden_not_run > 0 ? std::to_string(outcome.hidden_not_run) : "";
    causes.push_back(outcome.not_run.empty()
                         ? because("check.hidden-not-run", {{"hidden", hidden}})
                         : because("check.not-run", {{"count", outcome.not_run.size()},
                                                     {"cases", listed(outcome.not_run)},
                                                     {"hidden", hidden}}));
  }
  if (is_students_fault(check.verdict) && !check.aborted && !outcome.left_out_shown.empty())
    causes.push_back(
        because("check.left-out-too-slow", {{"cases", listed(outcome.left_out_shown)}}));
  return causes;
}

/// Finds cases that run other code in the check than without it.
void find_other_code(const TaskResult& result, CheckOutcome& outcome) {
  for (const CheckedCase& checked : outcome.cases) {
    const CaseResult& c = result.cases.at(checked.index);
    if (outcome.doubt.known() || !checked.found.completed || !checked.has_work ||
        c.verdict != Verdict::ok || !c.kernels)
      continue;
    if (c.kernels->all.empty() && checked.launched)
      outcome.doubt = because("doubt.kernels-for-the-check");
    else
      outcome.doubt = is_other_code(*c.kernels, outcome.kernels);
    if (outcome.doubt.known()) outcome.doubt.facts["case"] = c.name;
    outcome.doubt_hidden = outcome.doubt.known() && c.hidden;
  }
}

/// For a check without findings: notes what was not checked, and why. Cases that are only too slow
/// for the check leave nothing open.
void note_what_is_open(const TaskResult& result, const CheckOutcome& outcome, CheckResult& check) {
  const auto left_out = [&](const char* id) {
    return because(id, {{"cases", fmt::format("{}", fmt::join(outcome.left_out, ", "))}});
  };
  const CheckedCase* ended = bad_end(outcome);
  if (outcome.unwatched) {
    check.verdict = Verdict::grader_error;
    check.detail = {because("check.not-watched")};
  } else if (ended != nullptr && ended->found.verdict != Verdict::timeout) {
    const CaseResult& c = result.cases.at(ended->index);
    check.verdict = Verdict::pending;
    check.detail = ended->found.detail;
    check.detail.insert(check.detail.begin(), because("check.ended-alone", {{"case", c.name}}));
    check.hidden = c.hidden;
  } else if (outcome.stopped.known()) {
    check.verdict = Verdict::pending;
    check.detail = {outcome.stopped};
    check.hidden = outcome.stopped_hidden;
  } else if (std::none_of(outcome.cases.begin(), outcome.cases.end(),
                          [](const CheckedCase& c) { return c.has_work && c.found.completed; })) {
    check.verdict = Verdict::pending;
    check.detail = {outcome.left_out.empty() ? because("check.no-case")
                                             : left_out("check.too-slow-for-all")};
    check.hidden = outcome.left_out_hidden;
  } else if (outcome.only_small) {
    check.verdict = Verdict::pending;
    check.detail = {left_out("check.only-small-cases")};
    check.hidden = outcome.left_out_hidden;
  } else if (!outcome.left_out.empty()) {
    check.left_out = true;
    check.detail = {left_out("check.too-slow-for-some")};
    check.hidden = outcome.left_out_hidden;
  }
}

void decide(TaskResult& result, const CheckOutcome& outcome, bool values_count) {
  CheckResult& check = result.check;
  check.verdict = Verdict::ok;
  if (any_error(result.findings)) {
    // A leak costs only the points of the check.
    check.verdict = worse(Verdict::wrong, worst_verdict(result.findings));
    check.detail = {counted_errors(result.findings, outcome.more_findings)};
  }
  compare_values(result, outcome, values_count);
  if (check.verdict != Verdict::ok) return;

  // A call that failed before also failed here, or was lucky.
  for (const CheckedCase& checked : outcome.cases) {
    const Verdict before = result.cases.at(checked.index).verdict;
    if (!is_students_fault(before)) continue;
    check.verdict = before;
    check.detail = not_right;
    return;
  }
  if (outcome.doubt.known()) {
    check.verdict = Verdict::forbidden;
    check.detail = {outcome.doubt};
    check.hidden = outcome.doubt_hidden;
    return;
  }
  if (!outcome.aborted.empty()) {
    check.verdict = outcome.aborted_by;
    check.detail = outcome.aborted;
    check.hidden = outcome.stopped_hidden;
    check.aborted = true;
    return;
  }
  note_what_is_open(result, outcome, check);
}

/// Values that differ from call to call count as a race, unless the check found uninitialized
/// memory and no race.
void name_chance(TaskResult& result) {
  bool unwritten = false;
  for (const Finding& f : result.findings) {
    if (f.level != "error") continue;
    if (f.kind == "race") return;
    unwritten = unwritten || f.kind == "uninitialized";
  }
  if (!unwritten) return;
  Verdict of_cases = Verdict::ok;
  bool any = false;
  for (CaseResult& c : result.cases) {
    if (c.verdict == Verdict::race) {
      c.verdict = Verdict::wrong;
      any = true;
    }
    of_cases = worse(of_cases, c.verdict);
  }
  if (any && result.verdict == Verdict::race) result.verdict = of_cases;
}

/// A launch that CUDA refuses is advice where the program notices it. Where it happens in every
/// wrong case, it is why they are wrong.
void blame_refusals(TaskResult& result) {
  std::set<std::string> wrong;
  const auto& checked = result.check.cases;
  for (const CaseResult& c : result.cases)
    if (!c.hidden && is_students_fault(c.verdict) &&
        std::find(checked.begin(), checked.end(), c.name) != checked.end())
      wrong.insert(c.name);
  if (wrong.empty()) return;
  for (Finding& f : result.findings) {
    if (f.level != "advice" || f.kind != "api-error" || f.hidden) continue;
    const std::set<std::string> refused(f.cases.begin(), f.cases.end());
    if (std::includes(refused.begin(), refused.end(), wrong.begin(), wrong.end()))
      f.level = "error";
  }
}

/// Missing elements suggest missing blocks. But if threads store to one element or out of bounds,
/// results went to the wrong place: then the report says only that the elements were not written.
void doubt_missing_blocks(TaskResult& result) {
  const auto misplaces = [](const Finding& f) {
    const std::string does = f.cause.fact("does");
    return f.level == "error" && !f.hidden && does.rfind("writes", 0) == 0 &&
           (f.cause.id == "race.same-store" || f.cause.id == "bounds.outside");
  };
  if (std::none_of(result.findings.begin(), result.findings.end(), misplaces)) return;
  for (CaseResult& c : result.cases)
    for (Cause& cause : c.detail) cause = as_seen(std::move(cause));
}

/// Removes advice on precision if there is a race: its wrong values may be close to the right ones.
void doubt_rounding(TaskResult& result) {
  if (std::none_of(result.findings.begin(), result.findings.end(), [](const Finding& f) {
        return f.level == "error" && !f.hidden && f.kind == "race";
      }))
    return;
  for (CaseResult& c : result.cases)
    for (Cause& cause : c.detail)
      if (cause.id == "values.close") cause.facts.erase("rounding");
}

/// Efficiency counts in the large cases: numbers of small ones decide nothing.
void leave_open(std::vector<EfficiencyResult>& efficiency) {
  for (EfficiencyResult& e : efficiency) {
    const bool good = e.verdict == Verdict::ok;
    e.verdict = Verdict::pending;
    e.points = {};
    e.detail.push_back(
        because(good ? "efficiency.good-in-small-cases" : "efficiency.small-cases-only"));
  }
}

/// A call that computes most of the time waits for a core on a busy machine; other waiting is its
/// own.
double seconds_on_an_idle_machine(const CheckedCase& c) {
  constexpr double busiest = 10;  // programs per core
  return busiest * c.cpu_seconds < c.seconds ? c.seconds : std::min(c.seconds, c.cpu_seconds);
}

}  // namespace

void add_errors_so_far(TaskResult& result, std::vector<Finding> findings) {
  std::erase_if(findings, [](const Finding& f) { return f.level != "error"; });
  result.findings = std::move(findings);
  result.verdict = worse(result.verdict, worst_verdict(result.findings));
}

void add_check(TaskResult& result, CheckOutcome outcome, bool values_count) {
  result.findings = std::move(outcome.summary.findings);
  result.metrics = std::move(outcome.summary.metrics);
  result.check.accessed_memory = std::any_of(result.metrics.begin(), result.metrics.end(),
                                             [](const KernelCosts& k) { return !k.lines.empty(); });
  name_chance(result);
  result.verdict = worse(result.verdict, worst_verdict(result.findings));
  for (const CheckedCase& c : outcome.cases) {
    if (c.end == CheckEnd::too_slow) continue;
    result.check.cases.push_back(result.cases.at(c.index).name);
    result.check.case_seconds.push_back(seconds_on_an_idle_machine(c));
  }
  blame_refusals(result);
  if (values_count) find_other_code(result, outcome);
  decide(result, outcome, values_count);
  doubt_missing_blocks(result);
  doubt_rounding(result);
  for (Cause& cause : left_unchecked(outcome, result.check))
    result.check.detail.push_back(std::move(cause));
  // A submission under doubt may contain a deliberate mistake and have forged the numbers.
  result.check.values_right =
      (!outcome.doubt.known() || result.check.verdict == Verdict::forbidden) &&
      std::all_of(outcome.cases.begin(), outcome.cases.end(), [&](const CheckedCase& c) {
        // How a call ended does not tell whether its values were right.
        return (c.found.verdict == Verdict::ok || c.end != CheckEnd::open) &&
               !is_students_fault(result.cases.at(c.index).verdict);
      });
}

void resolve_check(TaskResult& result) {
  CheckResult& check = result.check;
  const bool none_right = result.points + result.pending == Points{};
  if (is_students_fault(result.verdict) && none_right && is_open(check.verdict)) {
    check.verdict = result.verdict;
    check.detail = not_right;
  }
  if (check.verdict == Verdict::ok) check.points = check.max_points;
  const bool believed = check.verdict != Verdict::forbidden && !check.aborted;
  if (!is_open(check.verdict) && check.values_right && believed) {
    resolve_efficiency(result);
    if (check.left_out) leave_open(result.efficiency);
  } else {
    for (EfficiencyResult& e : result.efficiency) {
      e.verdict = check.verdict;
      e.detail = check.detail;
    }
  }
  result.points += check.points;
  if (is_open(check.verdict)) result.pending += check.max_points;
  for (const EfficiencyResult& e : result.efficiency) {
    result.points += e.points;
    if (is_open(e.verdict)) result.pending += e.max_points;
  }
}

}  // namespace warpgrade
