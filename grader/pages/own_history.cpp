#include "pages/own_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/document/task_status.h"
#include "report/page.h"

namespace warpgrade {
namespace {

using HistoryJson = nlohmann::ordered_json;

/// Enough for a course.
constexpr std::size_t most_kept_grades = 2000;

std::string as_line(const PastGrade& grade) {
  HistoryJson tasks = HistoryJson::array();
  for (const PastTask& task : grade.tasks) {
    HistoryJson json = {{"task", valid_utf8(task.task)},   {"verdict", task.verdict},
                        {"written", task.written},         {"points", task.points.value()},
                        {"pending", task.pending.value()}, {"max_points", task.max_points.value()}};
    if (task.ratio > 0) json["ratio"] = task.ratio;
    tasks.push_back(std::move(json));
  }
  return HistoryJson{{"time", grade.time},
                     {"backend", grade.backend},
                     {"real", grade.real},
                     {"tasks", std::move(tasks)}}
             .dump() +
         "\n";
}

Points points_in(const HistoryJson& json, const char* key) {
  return Points::hundredths(std::llround(json.at(key).get<double>() * 100));
}

PastGrade of_line(const std::string& line) {
  const HistoryJson json = HistoryJson::parse(line);
  PastGrade grade{json.at("time"), json.at("backend"), json.at("real"), {}};
  for (const HistoryJson& task : json.at("tasks"))
    grade.tasks.push_back({task.at("task"), task.at("verdict"), task.at("written"),
                           points_in(task, "points"), points_in(task, "pending"),
                           points_in(task, "max_points"), task.value("ratio", 0.0)});
  return grade;
}

struct Earlier {
  const PastTask* task = nullptr;
  const PastGrade* grade = nullptr;
};

bool comparable(const PastGrade& a, const PastGrade& b) {
  return a.backend == b.backend && a.real == b.real;
}

/// The last of the first `count` grades of that task with the same type and backend.
Earlier find_last_grade(const std::vector<PastGrade>& all, std::size_t count, const PastGrade& like,
                        const std::string& name) {
  for (std::size_t i = count; i-- > 0;)
    if (comparable(all[i], like))
      for (const PastTask& task : all[i].tasks)
        if (task.task == name) return {&task, &all[i]};
  return {};
}

bool better(const PastTask& a, const PastTask& b) {
  return a.points != b.points ? a.points > b.points : a.ratio > b.ratio;
}

Earlier find_best_grade(const std::vector<PastGrade>& all, const PastGrade& like,
                        const std::string& name) {
  Earlier best;
  for (const PastGrade& grade : all)
    if (comparable(grade, like))
      for (const PastTask& task : grade.tasks)
        if (task.task == name && (best.task == nullptr || better(task, *best.task)))
          best = {&task, &grade};
  return best;
}

std::string verdict_text(const PastTask& task) {
  return task.written ? task.verdict : "not written";
}

/// "race → ok, 6.3 → 15 points, speed 0.41 → 0.52"; empty if nothing changed.
std::string change(const PastTask& before, const PastTask& now, bool unicode) {
  const std::string arrow = unicode ? " → " : " -> ";
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (verdict_text(before) != verdict_text(now))
    add(verdict_text(before) + arrow + verdict_text(now));
  if (before.points != now.points) add(before.points.text() + arrow + points_in_words(now.points));
  // Repeated measurements always differ: a twentieth is more than noise.
  constexpr double noise = 0.05;
  if (before.ratio > 0 && now.ratio > 0 &&
      std::abs(now.ratio - before.ratio) > noise * before.ratio)
    add(fmt::format("speed {:.3g}{}{:.3g}", before.ratio, arrow, now.ratio));
  return text;
}

std::string points_and_open(Points points, Points pending, Points most) {
  return points.text() + (pending > Points{} ? " + " + pending.text() + " pending" : "") + " / " +
         most.text();
}

}  // namespace

PastGrade past_grade(const GradeResult& grade, const std::string& time) {
  PastGrade past{time, grade.backend, std::string(name(grade.real)), {}};
  for (const TaskResult& task : grade.tasks) {
    if (task.verdict == Verdict::grader_error) continue;
    PastTask one{task.task,
                 std::string(name(task.verdict)),
                 true,
                 task.points,
                 task.pending,
                 task.max_points,
                 0};
    one.written = task_status(task) != TaskStatus::not_started;
    for (const PerformanceResult& p : task.performance) one.ratio = std::max(one.ratio, p.ratio);
    past.tasks.push_back(std::move(one));
  }
  return past;
}

std::filesystem::path history_file(const std::filesystem::path& folder, const std::string& lab) {
  return folder / ".warpgrade" / (lab + ".jsonl");
}

std::vector<PastGrade> read_history(const std::filesystem::path& file) {
  std::vector<PastGrade> history;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    try {
      history.push_back(of_line(line));
    } catch (const nlohmann::json::exception&) {
      // Skip a line edited by hand or cut off by a full disk.
    }
  }
  return history;
}

void add_to_history(const std::filesystem::path& file, const PastGrade& grade) {
  if (grade.tasks.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  std::vector<PastGrade> history = read_history(file);
  history.push_back(grade);
  const std::size_t from =
      history.size() > most_kept_grades ? history.size() - most_kept_grades : 0;
  std::string text;
  for (std::size_t i = from; i < history.size(); ++i) text += as_line(history[i]);
  write_file_atomically(file, text);
}

std::string since_last_time(const std::vector<PastGrade>& before, const PastGrade& now,
                            const Style& style) {
  Page page(style);
  std::string last;  // time of the last grade
  bool any = false, changed = false;
  Page lines(style);
  for (const PastTask& task : now.tasks) {
    const Earlier earlier = find_last_grade(before, before.size(), now, task.task);
    const Earlier best = find_best_grade(before, now, task.task);
    if (earlier.task == nullptr) continue;
    any = true;
    last = std::max(last, earlier.grade->time);
    std::string text = change(*earlier.task, task, style.unicode);
    changed = changed || !text.empty();
    if (task.points < best.task->points)
      text += fmt::format("{}best so far: {}, {}", text.empty() ? "" : "; ",
                          points_in_words(best.task->points), best.grade->time);
    else if (!text.empty() && better(task, *best.task))
      text += ", your best so far";
    if (!text.empty())
      lines.paragraph(2, task.points < earlier.task->points ? Tone::open : Tone::plain, task.task,
                      ": " + text);
  }
  if (!any) return "";
  page.blank();
  page.paragraph(
      0, Tone::quiet, "",
      changed ? "Since " + last + ":" : "The same points and verdicts as at " + last + ".",
      Tone::quiet);
  return page.text() + lines.text();
}

std::string render_history(const std::string& lab, const std::vector<PastGrade>& history,
                           std::size_t most, const Style& style) {
  Page page(style);
  if (history.empty()) {
    page.paragraph(0, Tone::plain, "",
                   "No grades are kept here yet: make grade LAB=" + lab + " keeps each.");
    return page.text();
  }
  page.paragraph(0, Tone::strong, lab,
                 fmt::format(": {} since {}", many(history.size(), "grade"), history.front().time));
  page.blank();
  page.line("Best so far");
  const PastGrade& newest = history.back();
  std::vector<std::string> names;
  for (const PastGrade& grade : history)
    for (const PastTask& task : grade.tasks)
      if (comparable(grade, newest) &&
          std::find(names.begin(), names.end(), task.task) == names.end())
        names.push_back(task.task);
  int width = 0;
  for (const std::string& one : names) width = std::max(width, columns(page.safe(one)));
  for (const std::string& one : names) {
    const Earlier best = find_best_grade(history, newest, one);
    const PastTask& task = *best.task;
    const std::string what =
        task.written ? points_and_open(task.points, task.pending, task.max_points) +
                           (task.ratio > 0 ? fmt::format(", speed {:.3g}", task.ratio) : "")
                     : "not written yet";
    page.line("  " + padded(page.safe(one), width) + "  " + padded(what, 26) + "  " +
              page.in(Tone::quiet, task.written ? best.grade->time : ""));
  }
  page.blank();
  page.line("Grades, the newest first");
  for (std::size_t i = history.size(); i-- > 0 && history.size() - i <= most;) {
    const PastGrade& grade = history[i];
    Points points, pending, max_points;
    std::string changes;
    for (const PastTask& task : grade.tasks) {
      points += task.points;
      pending += task.pending;
      max_points += task.max_points;
      const Earlier earlier = find_last_grade(history, i, grade, task.task);
      const std::string text =
          earlier.task == nullptr ? "" : change(*earlier.task, task, style.unicode);
      if (!text.empty()) changes += (changes.empty() ? "" : "; ") + task.task + " " + text;
    }
    page.paragraph(2, Tone::quiet, grade.time,
                   fmt::format(": {}{}{}", points_and_open(points, pending, max_points),
                               changes.empty() ? "" : "; ", changes));
  }
  if (history.size() > most)
    page.line("  " + page.in(Tone::quiet, fmt::format("and {} earlier", history.size() - most)));
  return page.text();
}

}  // namespace warpgrade
