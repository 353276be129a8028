#include "remedy/kernel/writers.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Writers::other_threads() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const bool plane = uses_y(f);
    const std::string one = plane ? "threadIdx.x == 0 && threadIdx.y == 0" : "threadIdx.x == 0";
    for (const Range& condition : conditions(f)) {
      for (std::size_t i = condition.begin + 1; i + 1 < condition.end; ++i) {
        if (!code_.is(i, "==") || !code_.is(i + 1, "0")) continue;
        const Range test = term_around(i, condition);
        const Part part = part_tested(f, {test.begin, i});
        const std::string old = code_.spelled(test.begin, test.end);
        if (part == Part::other || holds(test.begin, test.end, "||")) continue;
        if (part != Part::thread || (plane && !holds(condition.begin, condition.end, "y")))
          instead(test, one, because("code.by-several-threads"));
        if (part == Part::thread && !plane)
          instead(test, lane_test(f), because("code.by-one-thread"));
      }
    }
  }
}

bool Writers::uses_y(const Function& f) const {
  for (std::size_t i = f.open; i + 2 < f.close; ++i)
    if (code_.is(i, "threadIdx") && code_.is(i + 2, "y")) return true;
  return false;
}

/// What `threadIdx.x`, `threadIdx.x % 32` or `threadIdx.x / 32` counts.
Writers::Part Writers::part_of_thread(Range value) const {
  if (!holds(value.begin, value.end, "threadIdx") || holds(value.begin, value.end, "blockIdx"))
    return Part::other;
  const std::string text = without_blanks(code_.spelled(value.begin, value.end));
  for (const char* lane : {"%32", "&31", "&0x1f", "%warpSize"})
    if (text.find(lane) != text.npos) return Part::lane;
  for (const char* warp : {"/32", ">>5", "/warpSize"})
    if (text.find(warp) != text.npos) return Part::warp;
  return text == "threadIdx.x" || text == "(int)threadIdx.x" ? Part::thread : Part::other;
}

/// The same of a variable, by its declaration.
Writers::Part Writers::part_tested(const Function& f, Range value) const {
  if (value.end != value.begin + 1) return part_of_thread(value);
  for (std::size_t i = f.open + 1; i + 1 < value.begin; ++i) {
    if (!code_.is(i, code_.tokens()[value.begin].text) || !code_.is(i + 1, "=")) continue;
    std::size_t end = i + 2;
    while (end < value.begin && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    const Range made = {i + 2, end};
    if (const Part part = part_of_thread(made); part != Part::other) return part;
    // int lane = tid % 32, where tid is threadIdx.x
    const bool of_another = end == i + 5 && code_.tokens()[i + 2].kind == Kind::identifier &&
                            part_tested(f, {i + 2, i + 3}) == Part::thread;
    const std::string by = of_another ? without_blanks(code_.spelled(i + 3, end)) : "";
    if (by == "%32" || by == "&31") return Part::lane;
    if (by == "/32" || by == ">>5") return Part::warp;
    return Part::other;
  }
  return Part::other;
}

std::string Writers::lane_test(const Function& f) const {
  for (std::size_t i = f.open + 1; i + 4 < f.close; ++i) {
    if (code_.tokens()[i].kind != Kind::identifier || !code_.is(i + 1, "=")) continue;
    std::size_t end = i + 2;
    while (end < f.close && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    if (part_of_thread({i + 2, end}) == Part::lane) return code_.spelled(i, i + 1) + " == 0";
  }
  return "threadIdx.x % 32 == 0";
}

}  // namespace warpgrade::remedy
