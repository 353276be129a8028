#include "export/board.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/parallel_for.h"
#include "formats/json_reading.h"
#include "report/document/earnings.h"
#include "report/document/kernel_facts.h"

namespace warpgrade {
namespace {

/// True if a measurement counts: its task is correct.
bool counts(const TaskResult& task, const PerformanceResult& speed) {
  return speed.ratio > 0 && !is_students_fault(task.verdict) && !is_students_fault(speed.verdict);
}

struct MeasuredAttempt {
  const BookEntry* entry;
  GradeResult grade;
};

/// The last grade of each attempt, in order of time.
std::vector<MeasuredAttempt> measured_attempts(
    const GradeHistory& book, const std::function<bool(const std::string&)>& shown) {
  std::map<std::pair<std::int64_t, std::string>, const BookEntry*> last;
  for (const BookEntry& e : book.entries())
    if (!e.row.grade.open && shown(e.row.grade.lab)) last[{e.row.submission, e.row.grade.lab}] = &e;
  std::vector<MeasuredAttempt> attempts;
  std::vector<std::string> texts;
  for (const auto& [of, entry] : last) {
    attempts.push_back({entry, {}});
    texts.push_back(book.json(entry->row.id));
  }
  parallel_for(attempts.size(), 0, [&](std::size_t i) {
    try {
      attempts[i].grade = parse_grade(texts[i]);
    } catch (const std::exception&) {  // no grade: nothing was measured
    }
  });
  std::sort(attempts.begin(), attempts.end(),
            [](const MeasuredAttempt& a, const MeasuredAttempt& b) {
              const auto key = [](const MeasuredAttempt& of) {
                const GradebookRow& row = of.entry->row;
                return std::tie(of.entry->seen, row.submitted_at, row.attempt, row.submission);
              };
              return key(a) < key(b);
            });
  return attempts;
}

using Key = std::tuple<std::string, std::size_t, std::string, std::string, std::string>;

/// Lab, the task's number in it, task, case, baseline.
Key board_key(const GradeResult& grade, std::size_t task, const PerformanceResult& speed) {
  return {grade.lab, task, grade.tasks[task].task, speed.name, speed.against};
}

class Board {
 public:
  void add(const MeasuredAttempt& attempt, const std::string& alias) {
    const GradeResult& grade = attempt.grade;
    for (std::size_t t = 0; t < grade.tasks.size(); ++t) {
      const TaskResult& task = grade.tasks[t];
      for (const PerformanceResult& speed : task.performance) {
        if (!counts(task, speed)) continue;
        SpeedTask& of = tasks_[board_key(grade, t, speed)];
        of.lab = grade.lab;
        of.task = task.task;
        of.title = task.title;
        of.case_name = speed.name;
        of.against = speed.against;
        if (!speed.baseline.empty()) of.baseline = speed.baseline;
        add_entry(of, alias, task, speed);
        if (const auto gpu = grade.environment.find("gpu"); gpu != grade.environment.end())
          gpus_.insert(gpu->second);
      }
    }
  }

  void mark(const MarkGrade& mark) {
    const GradeResult grade = parse_grade(mark.json);
    for (std::size_t t = 0; t < grade.tasks.size(); ++t)
      for (const PerformanceResult& speed : grade.tasks[t].performance) {
        const auto found = tasks_.find(board_key(grade, t, speed));
        if (found != tasks_.end() && counts(grade.tasks[t], speed))
          found->second.marks.push_back({mark.name, speed.ratio});
      }
  }

  Leaderboard done() {
    Leaderboard board;
    board.gpus.assign(gpus_.begin(), gpus_.end());
    for (auto& [key, of] : tasks_) {
      PerformanceResult baseline;
      baseline.against = of.against;
      baseline.baseline = of.baseline;
      // A roofline is a bound that no program reaches.
      of.marks.push_back(
          {of.against == "roofline" ? "the roofline" : describe_competitor(baseline), 1});
      std::stable_sort(of.marks.begin(), of.marks.end(),
                       [](const BoardMark& a, const BoardMark& b) { return a.ratio > b.ratio; });
      std::stable_sort(of.entries.begin(), of.entries.end(),
                       [](const BoardEntry& a, const BoardEntry& b) { return a.ratio > b.ratio; });
      for (BoardEntry& e : of.entries)
        e.place = 1 + static_cast<int>(std::count_if(
                          of.entries.begin(), of.entries.end(),
                          [&](const BoardEntry& other) { return other.low > e.high; }));
      board.tasks.push_back(std::move(of));
    }
    return board;
  }

 private:
  static void add_entry(SpeedTask& of, const std::string& alias, const TaskResult& task,
                        const PerformanceResult& speed) {
    auto at = std::find_if(of.entries.begin(), of.entries.end(),
                           [&](const BoardEntry& e) { return e.alias == alias; });
    if (at == of.entries.end()) {
      of.entries.emplace_back().alias = alias;
      at = of.entries.end() - 1;
    }
    ++at->attempts;
    if (speed.ratio > at->ratio) {
      at->ratio = speed.ratio;
      at->low = speed.low;
      at->high = speed.high;
      at->seconds = speed.seconds;
      at->resources = maximum_resources(task.resources);
    }
    at->best_so_far.push_back(at->ratio);
  }

  std::map<Key, SpeedTask> tasks_;
  std::set<std::string> gpus_;
};

}  // namespace

Leaderboard make_leaderboard(const std::deque<GradeHistory>& books,
                             const std::map<std::string, std::string>& aliases,
                             const std::vector<MarkGrade>& marks,
                             const std::function<bool(const std::string& lab)>& shown) {
  Board board;
  for (const GradeHistory& book : books)
    for (const MeasuredAttempt& attempt : measured_attempts(book, shown))
      board.add(attempt, aliases.at(attempt.entry->row.student.id));
  for (const MarkGrade& mark : marks) board.mark(mark);
  return board.done();
}

}  // namespace warpgrade
