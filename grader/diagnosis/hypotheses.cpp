#include "diagnosis/hypotheses.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace warpgrade {
namespace {

/// The number of cases for and against a mistake.
struct Evidence {
  int holds = 0, refuted = 0;
  bool leaves_something = false;  // in some case where it fits

  bool convinces() const { return leaves_something && refuted == 0; }
  bool operator>(const Evidence& other) const {
    return holds != other.holds ? holds > other.holds : refuted < other.refuted;
  }
};

/// "Nearly right" fits any mistake.
bool is_vague(const Cause& cause) { return cause.id == "values.close"; }

/// The combined evidence of a task's cases.
class Together {
 public:
  void add(const Reading& reading) {
    ++wrong_[reading.array];
    std::set<std::string> held;
    for (const Cause& cause : reading.holds)
      if (std::string mistake = mistake_name(cause); !mistake.empty()) held.insert(mistake);
    for (const std::string& mistake : held) {
      Evidence& evidence = of_[{reading.array, mistake}];
      ++evidence.holds;
      evidence.leaves_something |= reading.leave_nothing.count(mistake) == 0;
    }
    for (const std::string& mistake : reading.refuted) ++of_[{reading.array, mistake}].refuted;
  }

  /// The explanation to report for this answer; empty if all are contradicted.
  std::optional<Cause> choice(const Reading& reading) const {
    const Cause* best = nullptr;
    Evidence most;
    for (const Cause& cause : reading.holds) {
      const std::string mistake = mistake_name(cause);
      if (mistake.empty()) continue;
      const Evidence evidence = of_.at({reading.array, mistake});
      if (!evidence.convinces()) continue;
      if (best && (is_vague(cause) != is_vague(*best) ? is_vague(cause) : !(evidence > most)))
        continue;
      best = &cause;
      most = evidence;
    }
    if (best) return with_numbers(*best, most.holds, wrong_.at(reading.array));
    const auto description =
        std::find_if(reading.holds.begin(), reading.holds.end(),
                     [](const Cause& cause) { return mistake_name(cause).empty(); });
    if (description == reading.holds.end()) return std::nullopt;
    return *description;
  }

 private:
  /// Adds the number of wrong cases if it fits all. Where it does not, the values of the others may
  /// be too near to the right ones to tell.
  static Cause with_numbers(Cause cause, int holds, int wrong) {
    if (wrong > 1 && holds == wrong) cause.facts["all"] = std::to_string(wrong);
    return cause;
  }

  std::map<std::string, int> wrong_;  // wrong cases by output
  std::map<std::pair<std::string, std::string>, Evidence> of_;
};

std::optional<Cause> choice_alone(const Reading& reading) {
  Together alone;
  alone.add(reading);
  return alone.choice(reading);
}

void replace(Causes& detail, const Cause& old, const std::optional<Cause>& by) {
  const auto at = std::find(detail.begin(), detail.end(), old);
  if (at == detail.end()) return;
  if (by)
    *at = *by;
  else
    detail.erase(at);
}

}  // namespace

std::string mistake_name(const Cause& cause) {
  if (cause.id.rfind("grid.", 0) == 0) return "grid";
  if (cause.id == "values.scaled" || cause.id == "values.scaled-one") return "scaled";
  for (const char* id : {"values.added", "values.known", "values.transposed", "values.close"})
    if (cause.id == id) return cause_key(cause);
  return "";
}

Cause as_seen(Cause cause) {
  constexpr std::array<std::pair<const char*, const char*>, 4> seen = {
      {{"grid.missing-tail", "values.tail"},
       {"grid.missing-tails", "values.edges"},
       {"grid.missing-blocks", "values.tiles"},
       {"grid.only-first", "values.only-first"}}};
  for (const auto& [explained, described] : seen) {
    if (cause.id != explained) continue;
    cause.id = described;
    break;
  }
  return cause;
}

Causes explain_alone(const Reading& reading) {
  Causes explanations;
  if (reading.first.known()) explanations.push_back(reading.first);
  if (const auto choice = choice_alone(reading)) explanations.push_back(*choice);
  return explanations;
}

void choose_explanations(const std::vector<WrongCase>& cases) {
  Together visible, all;
  for (const WrongCase& c : cases) {
    for (const Reading& reading : c.readings) {
      all.add(reading);
      if (!c.hidden) visible.add(reading);
    }
  }
  for (const WrongCase& c : cases) {
    for (const Reading& reading : c.readings) {
      const auto choice = (c.hidden ? all : visible).choice(reading);
      if (const auto alone = choice_alone(reading))
        replace(c.detail, *alone, choice);
      else if (choice)
        c.detail.push_back(*choice);
    }
  }
}

}  // namespace warpgrade
