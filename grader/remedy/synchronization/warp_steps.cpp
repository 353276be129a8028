#include "remedy/synchronization/warp_steps.h"

#include <algorithm>

namespace warpgrade::remedy {

std::optional<WarpSteps::Step> WarpSteps::read_step(std::size_t statement) const {
  const Statement& s = code_.statements()[statement];
  const bool branch = s.kind == Statement::Kind::branch && code_.is(s.begin, "if");
  if (!s.listed || (!branch && s.kind != Statement::Kind::other)) return std::nullopt;
  Step step;
  step.statement = statement;
  std::size_t at = s.begin, end = s.end;
  if (branch) {
    step.test = {s.begin + 2, code_.partner(s.begin + 1)};
    at = step.test.end + 1;
    if (code_.is(at, "{")) end = code_.partner(at++);
  }
  // s[lane] += s[lane + distance];
  if (!code_.is(at + 1, "[") || !code_.is(end - 1, ";")) return std::nullopt;
  const std::size_t close = code_.partner(at + 1);
  const std::size_t from = close + 2;
  if (!code_.is(close + 1, "+=") || !code_.is(from, code_.tokens()[at].text) ||
      !code_.is(from + 1, "[") || code_.partner(from + 1) + 2 != end)
    return std::nullopt;
  step.lane = code_.spelled(at + 2, close);
  const std::size_t plus = from + 2 + (close - at - 2);
  if (!code_.is(plus, "+") || code_.spelled(from + 2, plus) != step.lane) return std::nullopt;
  step.distance = code_.spelled(plus + 1, end - 2);
  if (branch)
    step.tests_lane = code_.spelled(step.test.begin, step.test.end).find(step.lane + " <") == 0;
  return step;
}

bool WarpSteps::is_in_a_loop(const Step& step) const {
  const std::size_t block = code_.statements()[step.statement].parent;
  const std::size_t around = block == none ? none : code_.statements()[block].parent;
  return around != none && code_.statements()[around].kind == Statement::Kind::loop;
}

void WarpSteps::in_order(const std::vector<int>& lines) {
  const Function* const f = code_.function_at(lines.front());
  if (f == nullptr || !f->on_device) return;
  std::vector<Step> steps;
  const auto flush = [&] {
    const bool named = std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
      const int line = code_.line(code_.statements()[step.statement].begin);
      return std::find(lines.begin(), lines.end(), line) != lines.end();
    });
    const bool alone = steps.size() == 1 && (steps[0].tests_lane || !is_in_a_loop(steps[0]));
    if (named && !alone) propose_order(steps);
    steps.clear();
  };
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    if (!steps.empty()) {
      const Statement& last = code_.statements()[steps.back().statement];
      if (s.begin < last.end) continue;  // inside of it
      if (s.begin != last.end) flush();
    }
    if (const auto step = read_step(index))
      steps.push_back(*step);
    else
      flush();
  }
  flush();
}

void WarpSteps::propose_order(const std::vector<Step>& steps) {
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  const bool all_test =
      std::all_of(steps.begin(), steps.end(), [](const Step& s) { return s.tests_lane; });
  const Cause cause = because("code.lockstep", {{"tests", all_test ? "" : "yes"}});
  for (const Step& step : steps) {
    const Statement& s = code_.statements()[step.statement];
    const std::string test = step.lane + " < " + step.distance;
    const std::string old_code = code_.spelled(s.begin, s.end);
    const std::string off = "(!" + asks() + " || " + test + ")";
    std::string code = old_code;
    if (!step.tests_lane && step.test.begin == step.test.end) {
      code = "if (" + test + ") " + old_code;
      insertions.push_back({before(s.begin), "if " + off + " "});
    } else if (!step.tests_lane) {
      const std::string outer = code_.spelled(step.test.begin, step.test.end);
      code = "if (" + outer + " && " + test + ") " + code_.spelled(step.test.end + 1, s.end);
      for (Insertion& each : around(step.test, "((", ") && " + off + ")"))
        insertions.push_back(std::move(each));
    }
    insertions.push_back({after(s.end - 1), " if (" + asks() + ") { __syncwarp(); }"});
    if (code != old_code)
      remedies.push_back({"statement.instead", "", code_.line(s.begin), code, old_code, cause});
    remedies.push_back({"statement.after", "", code_.line(s.end - 1), "__syncwarp();", "", cause});
  }
  propose_together(std::move(remedies), std::move(insertions));
}

}  // namespace warpgrade::remedy
