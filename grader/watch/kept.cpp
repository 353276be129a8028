#include "watch/kept.h"

#include <algorithm>

#include "lab/compiler_message.h"
#include "watch/affected.h"

namespace warpgrade::watch {
namespace {

const TaskResult* task_of(const GradeResult& grade, const std::string& name) {
  const auto found = std::find_if(grade.tasks.begin(), grade.tasks.end(),
                                  [&](const TaskResult& task) { return task.task == name; });
  return found == grade.tasks.end() ? nullptr : &*found;
}

/// What is told of it names lines in words, too.
bool names_lines(const TaskResult& task) {
  return task.verdict != Verdict::ok || task.tried ||
         std::any_of(task.findings.begin(), task.findings.end(),
                     [](const Finding& f) { return f.level == "error"; });
}

}  // namespace

bool is_broken(const GradeResult& grade) {
  const auto messages = compiler_messages(grade.compiler_output);
  return std::any_of(messages.begin(), messages.end(),
                     [](const CompilerMessage& message) { return message.error; });
}

std::vector<std::string> Kept::stale(const Texts& now) const {
  if (!whole_) return tasks_;
  const std::vector<Effect> all = effects(texts_, now, main_file_, tasks_);
  std::vector<std::string> stale;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const TaskResult* task = task_of(*whole_, tasks_[i]);
    if (task == nullptr || all[i].changed || (all[i].moved && names_lines(*task)))
      stale.push_back(tasks_[i]);
  }
  return stale;
}

GradeResult Kept::merged(const GradeResult& of_some, const Texts& now) const {
  GradeResult merged = of_some;
  if (!whole_) return merged;
  merged.tasks.clear();
  for (const std::string& name : tasks_) {
    if (const TaskResult* made = task_of(of_some, name)) {
      merged.tasks.push_back(*made);
    } else if (const TaskResult* kept = task_of(*whole_, name)) {
      merged.tasks.push_back(*kept);
      const auto before = texts_.find(main_file_), after = now.find(main_file_);
      if (before != texts_.end() && after != now.end())
        move_lines(merged.tasks.back(), before->second, after->second, main_file_);
    }
  }
  for (const auto& [file, text] : whole_->sources) {
    const auto is = now.find(file);
    if (is != now.end()) merged.sources.insert({file, is->second});
  }
  return merged;
}

GradeResult Kept::with(const GradeResult& of_some, const Texts& now) const {
  return is_broken(of_some) ? of_some : merged(of_some, now);
}

void Kept::add(const GradeResult& of_some, const Texts& now) {
  shown_ = with(of_some, now);
  if (is_broken(of_some)) return;
  whole_ = shown_;
  texts_ = now;
}

void Kept::move_to(const Texts& now) {
  if (!whole_) return;
  GradeResult none = *whole_;
  none.tasks.clear();
  none.sources.clear();
  add(none, now);
}

}  // namespace warpgrade::watch
