#include "export/class_digest.h"

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "export/class_shape.h"
#include "lab/verdict.h"
#include "report/hidden_part.h"

namespace warpgrade {
namespace {

using ClassJson = nlohmann::json;

std::string text_at(const ClassJson& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_at(const ClassJson& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

Points points_at_key(const ClassJson& object, const char* key) {
  return Points::hundredths(std::llround(number_at(object, key) * 100));
}

const ClassJson& list_at(const ClassJson& object, const char* key) {
  static const ClassJson none = ClassJson::array();
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_array() ? *found : none;
}

bool is_fault(const std::string& verdict) {
  const auto known = verdict_named(verdict);
  return known && is_students_fault(*known);
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// What a submission does that a kernel has no reason for. The words are those of the judge
/// (explain.cpp, verify.cpp) and of the compiler.
std::string reason_to_look(std::string_view detail) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> reasons = {{
      {"sent messages of its own", "wrote into the grader's channel"},
      {"of your code still ran when the function returned", "left threads running"},
      {"started more than ", "started very many threads"},
      {"ended itself with exit status 0", "ended the program with success"},
      {"was changed: ", "changed its input"},
  }};
  for (const auto& [words, what] : reasons)
    if (holds(detail, words)) return std::string(what);
  return "";
}

/// The first error of a compiler's output, without its place; or "".
std::string first_error(const std::string& output) {
  for (const std::string_view mark : {" error: ", " fatal error: "}) {
    const std::size_t at = output.find(mark);
    if (at != output.npos)
      return output.substr(at + mark.size(), output.find('\n', at) - at - mark.size());
  }
  return "";
}

/// A file that was asked for and lies outside the submission: "../../oracle.cpp", "/etc/passwd".
bool leads_outside(const std::string& error) {
  return holds(error, "No such file") &&
         (error.rfind("../", 0) == 0 || error.rfind('/', 0) == 0 || holds(error, "/../"));
}

/// The id of what a finding is; or "".
std::string cause_at(const ClassJson& finding) {
  const auto cause = finding.is_object() ? finding.find("cause") : finding.end();
  return cause != finding.end() && cause->is_object() ? text_at(*cause, "id") : "";
}

class Digester {
 public:
  explicit Digester(const ClassJson& grade) : compiler_(text_at(grade, "compiler_output")) {
    const std::string error = first_error(compiler_);
    for (const ClassJson& task : list_at(grade, "tasks")) take(task, error);
    if (leads_outside(error)) flag("", "asks for files outside its folder", error);
  }
  GradeDigest result;

 private:
  void flag(const std::string& task, const std::string& what, const std::string& detail) {
    if (flagged_.insert(task + '\n' + what).second) result.flags.push_back({task, what, detail});
  }

  void mistake(const std::string& task, const std::string& kind, const std::string& detail,
               bool advice = false, const std::string& file = "", int line = 0,
               const std::string& cause = "") {
    std::string text = gist_of(detail);
    // Grades of earlier versions have no cause: their words must do.
    std::string shape = cause.empty() ? shape_of(text) : cause;
    if (shape == no_pattern)
      text = "Wrong values in no pattern that is known. One of them: " + text;
    if (line > 0) text = detail;  // the advice alone lacks who does what
    if (!seen_.insert(task + '\n' + kind + '\n' + shape).second) return;
    result.mistakes.push_back({task, kind, std::move(text), std::move(shape), advice, file, line});
  }

  void take(const ClassJson& task, const std::string& compile_error) {
    const std::string name = text_at(task, "task"), verdict = text_at(task, "verdict");
    const std::string detail = text_at(task, "detail");
    result.tasks.push_back({name, verdict, points_at_key(task, "points"),
                            points_at_key(task, "max_points"), points_at_key(task, "pending")});
    if (verdict == "forbidden" || verdict == "implausible") flag(name, verdict, detail);
    if (holds(detail, " does not define it."))
      mistake(name, "not written", "The function is not defined.");
    else if (holds(detail, "does not compile") && !compile_error.empty())
      mistake(name, verdict, compile_error);
    else if (is_fault(verdict) && !detail.empty())
      mistake(name, verdict, detail);
    bool named = !detail.empty();
    for (const ClassJson& finding : list_at(task, "findings")) {
      const bool advice = text_at(finding, "level") != "error";
      named |= !advice;
      mistake(name, text_at(finding, "kind"), text_at(finding, "message"), advice,
              text_at(finding, "file"), static_cast<int>(number_at(finding, "line")),
              cause_at(finding));
    }
    for (const ClassJson& each : list_at(task, "cases")) {
      const std::string kind = text_at(each, "verdict"), why = text_at(each, "detail");
      if (!is_fault(kind)) continue;
      named = true;
      mistake(name, kind, why);
      if (const std::string what = reason_to_look(why); !what.empty()) flag(name, what, why);
    }
    // Only the check saw it, and no finding says where.
    const auto checks = task.is_object() ? task.find("checks") : task.end();
    if (!named && checks != task.end() && is_fault(text_at(*checks, "verdict")))
      mistake(name, text_at(*checks, "verdict"), text_at(*checks, "detail"));
    for (const ClassJson& each : list_at(task, "performance")) take_speed(name, each);
  }

  void take_speed(const std::string& task, const ClassJson& speed) {
    const std::string verdict = text_at(speed, "verdict"), detail = text_at(speed, "detail");
    DigestSpeed entry = {task,
                         text_at(speed, "case"),
                         text_at(speed, "against"),
                         text_at(speed, "baseline"),
                         {},
                         number_at(speed, "low"),
                         number_at(speed, "high"),
                         number_at(speed, "seconds"),
                         verdict == "inconclusive"};
    const double ratio = number_at(speed, "ratio");
    if (ratio > 0 && !is_fault(verdict)) entry.ratio = ratio;
    if (verdict == "implausible") flag(task, verdict, detail);
    // In a timed call; "not measured" repeats what was said of the cases.
    if (is_fault(verdict) && detail.rfind("not measured", 0) != 0) {
      mistake(task, verdict, detail);
      if (const std::string what = reason_to_look(detail); !what.empty()) flag(task, what, detail);
    }
    result.speed.push_back(std::move(entry));
  }

  std::string compiler_;
  std::set<std::string> seen_, flagged_;
};

}  // namespace

GradeDigest digest_of(const std::string& json) {
  // What counts most in bytes is not needed: the costs of each line.
  const auto wanted = [](int, ClassJson::parse_event_t event, ClassJson& parsed) {
    if (event != ClassJson::parse_event_t::key) return true;
    const auto& key = parsed.get_ref<const std::string&>();
    return key != "metrics" && key != "samples" && key != "resources" && key != "curve";
  };
  if (json.empty()) return {};
  ClassJson grade = ClassJson::parse(json, wanted, false);
  put_back_hidden(grade);
  return grade.is_object() ? std::move(Digester(grade).result) : GradeDigest{};
}

}  // namespace warpgrade
